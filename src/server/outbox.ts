// Sends what the outbox holds: over SMTP, or into files where no server is named. A mail is never lost, and one that
// goes out twice after a crash carries the same Message-ID both times.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Selectable } from 'kysely';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { OutboxMails } from '#db/tables.ts';
import type { Clock } from '#domain/clock.ts';
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

/** How many are under way at a time, and how long they are left alone before another server takes them over. */
const AT_ONCE = 5;
const LEASE_MS = 15 * MINUTE_MS;

/** Takes some of those that are due: others pass them by until the lease ends, so nothing is locked while one waits. */
const takeDue = query<WaitingMail>(`
  select institution_code, mail_id, message_id, kind, reservation_number, once_key, sender, reply_to, recipient, bcc,
         subject, body, state, attempts, next_attempt_at, last_error, created_at, sent_at
    from take_mails($1, $2, $3)`);

async function send(db: Db, deliver: Deliver, mail: WaitingMail, now: Date, log?: FastifyBaseLogger): Promise<void> {
  const { attempts } = mail;
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
  await db
    .updateTable('outbox_mails')
    .set(outcome)
    .where('institution_code', '=', mail.institution_code)
    .where('mail_id', '=', mail.mail_id)
    // Unless another server has taken it over in the meantime.
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .execute();
}

/** Sends what is due, so many at the most, and no further ones once stopped; says how many it tried. */
export async function sendDue(
  db: Db,
  deliver: Deliver,
  clock: Clock,
  most = Number.POSITIVE_INFINITY,
  log?: FastifyBaseLogger,
  stopped?: AbortSignal,
): Promise<number> {
  for (let count = 0; ; ) {
    const room = stopped?.aborted ? 0 : Math.min(AT_ONCE, most - count);
    const now = clock();
    const mails = room > 0 ? await takeDue(db, now, new Date(now.getTime() + LEASE_MS), room) : [];
    if (mails.length === 0) return count;
    await Promise.all(mails.map((mail) => send(db, deliver, mail, now, log)));
    count += mails.length;
  }
}

const ROUND_MS = 1000;

/** A round a second, each of a bounded size: mail servers slow down whoever hurries, and people who book come first. */
export function startOutbox(service: Service, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const { db, clock, config } = service;
  const deliver = openDelivery(config);
  const stopping = new AbortController();
  const stopped = stopping.signal;
  let round: Promise<unknown> = Promise.resolve();
  const run = () => {
    round = sendDue(db, deliver, clock, config.mailsPerSecond, log, stopped)
      .catch((error) => {
        // While the database is away the log says so once, not every second.
        if (!stopped.aborted && !service.heartbeat?.outage) log.error({ err: error }, 'outbox');
      })
      .finally(() => {
        if (!stopped.aborted) timer = setTimeout(run, ROUND_MS);
      });
  };
  let timer = setTimeout(run, ROUND_MS);
  return {
    /** Waits for the mails under way; whoever cannot wait that long loses none, since their leases run out. */
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await round;
    },
  };
}
