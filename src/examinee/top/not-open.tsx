// In place of the entrances while nothing can be booked: from when on, and whom to call until then.
import { formatMonthDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { NoWrap } from '#examinee/parts/texts.tsx';
import { examineeSession } from '#web/session.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from './not-open.module.css';

/** `openDate` is null where nobody knows. */
export function NotOpen({ openDate }: { openDate: PlainDate | null }) {
  const { phone, examPhone, phoneHours } = examineeSession.use().institution;
  const number = phone || examPhone;
  return (
    <Stack as="section" gap="2" className={styles.box} aria-labelledby="not-open">
      <h2 id="not-open" className={styles.title}>
        <NoWrap>インターネットでのご予約は、</NoWrap>
        <NoWrap>ただいま準備中です。</NoWrap>
      </h2>
      <p>
        {openDate ? (
          <>
            <b>
              <NoWrap>{formatMonthDay(openDate)}</NoWrap>
            </b>
            から受け付けます。{number && 'お急ぎの方は、お電話でお申し込みください。'}
          </>
        ) : number ? (
          '受付を始めるまで、お電話でお申し込みください。'
        ) : (
          '受付を始めるまで、しばらくお待ちください。'
        )}
      </p>
      {number && (
        <p>
          <a className={styles.number} href={`tel:${number.replaceAll('-', '')}`}>
            <Icon name="phone" />
            {number}
          </a>
        </p>
      )}
      {number && phoneHours && <p className={styles.hours}>{phoneHours.replaceAll('／', '\n')}</p>}
    </Stack>
  );
}
