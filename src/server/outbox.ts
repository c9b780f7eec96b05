// Sends what the outbox holds: over SMTP, or into files where no server is named. A mail is never lost, and one that
// goes out twice after a crash carries the same Message-ID both times.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type Selectable, sql } from 'kysely';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { Db } from '#db/database.ts';
import type { OutboxMails } from '#db/tables.ts';
import type { Config } from './config.ts';
import type { Service } from './service.ts';

export type WaitingMail = Selectable<OutboxMails>;
export type Deliver = (mail: WaitingMail) => Promise<void>;

const MINUTE_MS = 60_000;
/** After the n-th failure: a minute, two, four ... a day at the most, for a week. */
const MOST_ATTEMPTS = 16;
const waitAfter = (attempts: number) => Math.min(2 ** (attempts - 1), 24 * 60) * MINUTE_MS;

function compose(mail: WaitingMail, fallbackSender: string): SendMailOptions {
  return {
    messageId: mail.message_id,
    date: mail.created_at,
    from: mail.sender || fallbackSender,
    replyTo: mail.reply_to || undefined,
    to: mail.recipient,
    bcc: mail.bcc || undefined,
    subject: mail.subject,
    text: mail.body,
    // Answers to these would meet nobody, and away messages would come back by the hundred.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

export function openDelivery(config: Config): Deliver {
  if (config.smtpUrl) {
    const smtp = nodemailer.createTransport(config.smtpUrl);
    return async (mail) => {
      await smtp.sendMail(compose(mail, config.mailFrom));
    };
  }
  const folder = path.join(config.dataDir, 'mails');
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (mail) => {
    const { message } = await writer.sendMail(compose(mail, config.mailFrom));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const stamp = mail.created_at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const file = path.join(folder, `${stamp}-${mail.kind}-${mail.mail_id}.eml`);
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
}

/** One mail, under a lock that other servers pass by; false when none is due. */
async function sendNext(db: Db, deliver: Deliver, now: Date, log?: FastifyBaseLogger): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const mail = await transaction
      .selectFrom('outbox_mails')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '<=', now)
      .orderBy('next_attempt_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!mail) return false;
    const attempts = mail.attempts + 1;
    const outcome = await deliver(mail).then(
      () => ({
        state: 'sent' as const,
        sent_at: now,
        // A password has no business in the database once it was told.
        ...(mail.kind === 'password' ? { body: '' } : {}),
      }),
      (error: Error & { responseCode?: number }) => {
        log?.warn({ mail: mail.mail_id, kind: mail.kind, attempts, code: error.responseCode }, 'mail not sent');
        return {
          state: attempts >= MOST_ATTEMPTS ? ('failed' as const) : ('waiting' as const),
          next_attempt_at: new Date(now.getTime() + waitAfter(attempts)),
          // The server's answer may quote the address: its number is enough to find the reason.
          last_error: String(error.responseCode ?? error.name),
        };
      },
    );
    await transaction
      .updateTable('outbox_mails')
      .set({ ...outcome, attempts: sql`attempts + 1` })
      .where('institution_code', '=', mail.institution_code)
      .where('mail_id', '=', mail.mail_id)
      .execute();
    return true;
  });
}

/** Everything that is due. */
export async function sendDue(db: Db, deliver: Deliver, now: Date, log?: FastifyBaseLogger): Promise<number> {
  let count = 0;
  while (await sendNext(db, deliver, now, log)) count++;
  return count;
}

const POLL_MS = 2000;

export function startOutbox(service: Service, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const deliver = openDelivery(service.config);
  let stopped = false;
  let round: Promise<unknown> = Promise.resolve();
  const run = () => {
    round = sendDue(service.db, deliver, service.clock(), log)
      .catch((error) => log.error({ err: error }, 'outbox'))
      .finally(() => {
        if (!stopped) timer = setTimeout(run, POLL_MS);
      });
  };
  let timer = setTimeout(run, POLL_MS);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
