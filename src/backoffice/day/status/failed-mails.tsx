// Mails that are stuck, and those that could not be delivered: each of these leads to its reservation, where it can be sent again.
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { ReservationLink } from '#backoffice/shared/reservation-link.tsx';
import { dateParts } from '#domain/calendar/plain-date.ts';
import { MAIL_KIND_WORDS } from '#domain/mail/mail-kinds.ts';
import { useMay } from '#web/session.ts';
import { Row, Text } from '#web/ui/layout.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Reply } from '#wire/call.ts';
import type { openStatus } from './contract.ts';

type Failed = Pick<Reply<typeof openStatus>, 'failedMailCount' | 'failedMails'>;

type Waiting = Pick<Reply<typeof openStatus>, 'waitingMailCount' | 'waitingMailSince'>;

export function WaitingMails({ waiting: { waitingMailCount: count, waitingMailSince } }: { waiting: Waiting }) {
  if (count === 0) return null;
  return (
    <Notice>
      <b>送信できていないメールが {count.toLocaleString('ja-JP')} 件あります</b>
      {`（${waitingMailSince}から）。メールサーバーにつながらないか、受け取られていません。自動で再送しますが、続くときはシステムの管理担当者にお知らせください。`}
    </Notice>
  );
}

export function FailedMails({ failed }: { failed: Failed }) {
  const { failedMailCount: count, failedMails: mails } = failed;
  const mayResend = useMay('reception');
  if (count === 0) return null;

  return (
    <section aria-label="届けられなかったメール">
      <Notice>
        <p>
          <b>届けられなかったメールが {count.toLocaleString('ja-JP')} 件あります。</b>
          {mayResend && '予約の画面で再送できます。'}
        </p>
        <Text as="ul" above="1">
          {mails.map(({ mailId, number, name, mail, kind, writtenOn }) => {
            const { month, day } = dateParts(writtenOn);
            return (
              <Row as="li" gap="3" lines="0" key={mailId}>
                <span>{`${month}/${day} ${MAIL_KIND_WORDS[kind]}`}</span>
                {number === 0 ? (
                  <span>{mail}</span>
                ) : (
                  <ReservationLink number={number}>{`${withNarrowBlanks(name)} ${number}`}</ReservationLink>
                )}
              </Row>
            );
          })}
        </Text>
        {count > mails.length && <p>{`ほか ${(count - mails.length).toLocaleString('ja-JP')} 件`}</p>}
      </Notice>
    </section>
  );
}
