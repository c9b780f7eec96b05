// My page: the ways into a new booking, and the reservations one has and had.

import { useNavigate } from 'react-router';
import type { Payer } from '#domain/reservation/user-kind.ts';
import { beginNewBooking, beginReservationChange } from '#examinee/begin-booking.ts';
import { Empty } from '#examinee/parts/texts.tsx';
import { EXAMINEE, STEPS } from '#web/addresses.ts';
import { ExamineePage } from '#web/examinee-page.tsx';
import { useTitle } from '#web/page-head.tsx';
import { examineeSession } from '#web/session.ts';
import { Stack } from '#web/ui/layout.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { type MyPageSession, myPageSession } from '../my-page-session.ts';
import { type MyPage, openMyPage } from './contract.ts';
import { MailConsent } from './mail-consent.tsx';
import styles from './my-page-screen.module.css';
import { NewBooking } from './new-booking.tsx';
import { PasswordNotice } from './password-notice.tsx';
import { type ReservationActs, ReservationCard } from './reservation-card.tsx';
import { useConfirmationMail } from './use-confirmation-mail.ts';
import { VerifyNotice } from './verify-notice.tsx';

export function MyPageScreen() {
  const navigate = useNavigate();
  const { institution, personName } = examineeSession.use();
  const { data: page, reload } = useLoad(openMyPage, {});
  const sendMail = useConfirmationMail(reload);
  useTitle(`マイページ | ${institution.name} 健康診断予約`);

  const acts: ReservationActs = {
    sendMail,
    showDetail({ number }) {
      myPageSession.set({ detailNumber: number });
      navigate(EXAMINEE.reservation);
    },
    change: (entry) => navigate(STEPS[beginReservationChange(entry)]),
    cancel({ number }) {
      myPageSession.set({ cancelNumber: number, cancelRequestId: '' });
      navigate(EXAMINEE.cancel);
    },
  };
  const begin = (payer: Payer) => page && navigate(STEPS[beginNewBooking(payer, page)]);

  return (
    <ExamineePage
      title="マイページ"
      lead={`${personName} 様`}
      layout="columns"
      beside={page && <NewBooking page={page} className={styles.beside} onBegin={begin} />}
    >
      {!page && <Loading />}
      {page && (
        <>
          {page.isFirstPassword && <PasswordNotice page={page} changePassword={EXAMINEE.changePassword} />}
          {!page.isMailVerified && <VerifyNotice onVerified={reload} />}
          <NewBooking page={page} className={styles.above} onBegin={begin} />
          <Reservations page={page} acts={acts} />
          <MailConsent page={page} />
        </>
      )}
    </ExamineePage>
  );
}

const TABS = [
  { tab: 'current', word: '現在のご予約', empty: '現在のご予約はありません。' },
  { tab: 'past', word: 'キャンセル・過去のご予約', empty: 'キャンセルされたご予約や過去のご予約はありません。' },
] as const satisfies { tab: MyPageSession['tab']; word: string; empty: string }[];

function Reservations({ page, acts }: { page: MyPage; acts: ReservationActs }) {
  const { tab: open } = myPageSession.use();
  const shown = TABS.find(({ tab }) => tab === open) ?? TABS[0];
  const entries = page[shown.tab];
  return (
    <Stack as="section" gap="6" className={styles.list} aria-labelledby="reservations">
      <h2 id="reservations">ご予約の一覧</h2>
      <Stack gap="1" className={styles.tabs} role="radiogroup" aria-label="表示するご予約">
        {TABS.map(({ tab, word }) => (
          <Stack key={tab} as="label" tone="soft" className={styles.tab}>
            <input
              type="radio"
              name="reservations"
              checked={tab === shown.tab}
              onChange={() => myPageSession.set({ tab })}
            />
            <span>
              {word}（{page[tab].length}件）
            </span>
          </Stack>
        ))}
      </Stack>
      {entries.length === 0 && <Empty lines={[shown.empty]} />}
      {entries.map((entry) => (
        <ReservationCard key={entry.number} entry={entry} page={page} isCurrent={shown.tab === 'current'} acts={acts} />
      ))}
    </Stack>
  );
}
