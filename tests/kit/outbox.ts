// Mails put straight into the outbox, and what has become of them.
import type { Db } from '#db/database.ts';
import type { Clock } from '#domain/calendar/clock.ts';
import type { MailKind } from '#domain/mail/mail-kinds.ts';
import type { Delivery } from '#server/mail/outbox-delivery.ts';
import { type ReRenderMail, Sender } from '#server/mail/outbox-sender.ts';

export const MAIL_TIME = new Date('2026-11-15T01:00:00Z');

export interface MailToPut {
  institution?: string;
  kind?: MailKind;
  recipient?: string;
  bcc?: string;
  reservation?: number;
  onceKey?: string;
  subject?: string;
  body?: string;
  senderName?: string;
  at?: Date;
}

/** Returns its id. */
export async function putMail(db: Db, mail: MailToPut = {}): Promise<string> {
  const mailId = crypto.randomUUID();
  const at = mail.at ?? MAIL_TIME;
  await db
    .insertInto('outbox_mails')
    .values({
      institution_code: mail.institution ?? '10000001',
      mail_id: mailId,
      message_id: `<${mailId}@example.jp>`,
      kind: mail.kind ?? 'booked',
      reservation_number: mail.reservation ?? null,
      once_key: mail.onceKey ?? null,
      sender: 'kenshin@example.jp',
      sender_name: mail.senderName ?? '',
      recipient: mail.recipient ?? 'hanako@example.jp',
      bcc: mail.bcc ?? '',
      subject: mail.subject ?? 'ご予約を受け付けました',
      body: mail.body ?? '健診　花子　様\n\n髙﨑①～ 🩺',
      next_attempt_at: at,
      created_at: at,
    })
    .execute();
  return mailId;
}

export const readOutbox = (db: Db) =>
  db
    .selectFrom('outbox_mails')
    .select(['mail_id', 'kind', 'state', 'attempts', 'body', 'bcc', 'last_error', 'next_attempt_at'])
    .orderBy('created_at')
    .execute();

/** Sends all that is due now; says how many it tried. */
export async function sendDue(
  db: Db,
  delivery: Delivery,
  clock: Clock,
  connections = 10,
  reRenderMail?: ReRenderMail,
): Promise<number> {
  const sender = new Sender({ db, clock, delivery, connections, reRenderMail });
  for (let count = 0; ; ) {
    const begun = await sender.begin(connections);
    if (begun === 0) return count;
    count += begun;
    await sender.finish();
  }
}
