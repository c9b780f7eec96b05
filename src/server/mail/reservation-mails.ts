// The mails about a reservation, as staff see them, and sending one again that could not be delivered.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { MailKind } from '#domain/mail/mail-kinds.ts';
import { type MailState, mailStateOf, type StoredMailState } from '#domain/mail/mail-states.ts';
import { ANONYMISED, type ReservationStatus } from '#domain/reservation/reservation-status.ts';
import type { Administrator } from '#server/service.ts';
import { notFound, refused } from '#wire/failure.ts';

interface MailOf {
  mailId: string;
  /** When it was sent, or written if it was not. */
  at: Date;
  kind: MailKind;
  title: string;
  state: MailState;
}

interface StoredMail extends Omit<MailOf, 'state'> {
  state: StoredMailState;
  status: ReservationStatus;
  stands: boolean;
}

/** What the daily run has withdrawn nobody misses; what staff have sent, they are informed of. */
const readMails = query<StoredMail>(`
  select o.mail_id as "mailId", coalesce(o.sent_at, o.created_at) as at, o.kind, o.subject as title, r.status,
         case when o.state = 'waiting' and o.last_error <> '' then 'retrying' else o.state end as state,
         o.state = 'withdrawn' and is_live(r.status) and exists (
           select from notice_recipients m
            where m.institution_code = o.institution_code and m.reservation_number = o.reservation_number
              and m.mail_id = o.mail_id and m.visit_date = r.visit_date and m.slot_code = r.slot_code) as stands
    from outbox_mails o
    join reservations r on r.institution_code = o.institution_code and r.reservation_number = o.reservation_number
   where o.institution_code = $1 and o.reservation_number = $2 and (o.state <> 'withdrawn' or o.kind = 'notice')
   order by o.created_at desc, o.kind, o.mail_id`);

export async function readReservationMails(db: Db, institutionCode: string, number: number): Promise<MailOf[]> {
  const mails = await readMails(db, institutionCode, number);
  return mails.map(({ status, stands, ...mail }) => ({ ...mail, state: mailStateOf(mail.state, { status, stands }) }));
}

/** Its mails are gone: a screen that was opened before may still show them. */
const readAnonymous = query<{ number: number }>(`
  select reservation_number as number from reservations
   where institution_code = $1 and reservation_number = $2 and anonymised_at is not null`);

const lockMail = query<{ kind: MailKind; state: StoredMailState; body: string }>(`
  select kind, state, body from outbox_mails
   where institution_code = $1 and reservation_number = $2 and mail_id = $3 for update`);

const noteMail = query(`
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  values ($1, $2, $3, 'administrator', $4, 'mailed', jsonb_build_object('kind', $5::text, 'again', true))`);

/** Sends a mail about a reservation again that was given up, under the Message-ID that it has; says which kind it is. */
export async function resendMail(db: Db, who: Administrator, number: number, mailId: string): Promise<MailKind> {
  const { institutionCode, userId, now } = who;
  const [mail] = await lockMail(db, institutionCode, number, mailId);
  if (!mail && (await readAnonymous(db, institutionCode, number)).length > 0) throw refused(ANONYMISED);
  if (!mail || mail.state === 'withdrawn') throw notFound();
  if (mail.state !== 'failed') throw refused('再送できるのは、送信に失敗したメールだけです。');
  // Its text was removed when it was given up.
  if (mail.kind === 'password') {
    throw refused('パスワードのお知らせは再送できません。受診者にパスワードの再発行をご案内ください。');
  }
  if (mail.body === '') throw refused('保存期間を過ぎて本文が残っていないため、再送できません。');
  await requeueMails(db, institutionCode, [mailId], now);
  await noteMail(db, institutionCode, number, now, userId, mail.kind);
  return mail.kind;
}

export const requeueMails = query<object, [institutionCode: string, mailIds: readonly string[], now: Date]>(`
  update outbox_mails set state = 'waiting', attempts = 0, next_attempt_at = $3, give_up_at = null, last_error = ''
   where institution_code = $1 and mail_id = any($2::uuid[])`);
