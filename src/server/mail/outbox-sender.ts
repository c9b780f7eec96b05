// Takes mails out of the outbox, sends them and writes down what became of them; how fast is for others to say.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql, type Updateable } from 'kysely';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';
import { type Clock, localTime, today } from '#domain/calendar/clock.ts';
import { type Delivery, type MailToSend, NotDelivered } from './outbox-delivery.ts';
import { withoutVerifyLink } from './verify-links.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A mail belongs to whoever took it for so long; the lease is renewed while it is being sent. */
export const LEASE_MS = MINUTE_MS;
const GIVE_UP_MS = 48 * HOUR_MS;
/** Of a notice, whose people are telephoned then, and may come tomorrow. */
export const NOTICE_GIVE_UP_MS = 4 * HOUR_MS;
const NOTICE_REFUSALS = 2;
/** While the server is away one mail at a time tries whether it is back, after pauses that double. */
const FIRST_PROBE_MS = SECOND_MS;
const LAST_PROBE_MS = 30 * SECOND_MS;

/** After the n-th refusal: a minute, two, four ... ; a quarter of an hour, half ... where the server says never; four hours at the most. */
function pauseAfter(attempts: number, isPermanent: boolean): number {
  const first = isPermanent ? 15 * MINUTE_MS : MINUTE_MS;
  return Math.min(first * 2 ** Math.min(attempts - 1, 20), 4 * HOUR_MS);
}

/** Reminders and invitations wake nobody: from nine in the morning until nine at night, in Tokyo. */
function isDaytime(now: Date): boolean {
  const hour = Number(localTime(now).hour);
  return hour >= 9 && hour < 21;
}

interface WaitingMail extends MailToSend {
  attempts: number;
  give_up_at: Date;
}

const takeDueMails = query<WaitingMail>(`
  select institution_code, mail_id, message_id, kind, sender, sender_name, reply_to, recipient, bcc, subject, body,
         calendar_event, attempts, give_up_at, created_at
    from take_mails_in_turn($1, $2, $3, $4, $5, $6, $7, $8)`);

// Both go by the mail's key. Said plainly, "waiting" would lead the planner to the index of what waits, which it believes to be
// small until it hears of a wave: each mail of the wave would then be read for every one of them.
const STATE = sql`state || ''`;
const renewLeases = query(`
  update outbox_mails o set next_attempt_at = $1
    from unnest($2::text[], $3::uuid[], $4::integer[]) as mine (institution_code, mail_id, attempts)
   where o.institution_code = mine.institution_code and o.mail_id = mine.mail_id
     and o.attempts = mine.attempts and o.state || '' = 'waiting'`);

function isGivenUp(mail: WaitingMail, { isServerAway, isPermanent }: NotDelivered, now: Date): boolean {
  if (now >= mail.give_up_at) return true;
  if (mail.kind !== 'notice' || isServerAway) return false;
  const tried = now.getTime() - (mail.give_up_at.getTime() - GIVE_UP_MS);
  return tried >= NOTICE_GIVE_UP_MS || (isPermanent && mail.attempts >= NOTICE_REFUSALS);
}

function outcomeOf(mail: WaitingMail, failure: NotDelivered | null, now: Date) {
  // A password has no business in the database once it was sent, or will not be; nor has a link that stands for one.
  const kept = mail.kind === 'password' ? '' : withoutVerifyLink(mail.body);
  const erased = kept === mail.body ? {} : { body: kept };
  if (failure === null) return { state: 'sent' as const, sent_at: now, last_error: '', ...erased };
  const { reason, isServerAway, isPermanent, isCopied } = failure;
  const failed = { last_error: reason, ...(isCopied ? { bcc: '' } : {}) };
  if (isGivenUp(mail, failure, now)) return { ...failed, ...erased, state: 'failed' as const };
  const wait = isServerAway ? FIRST_PROBE_MS : pauseAfter(mail.attempts, isPermanent);
  const next = Math.min(now.getTime() + wait, mail.give_up_at.getTime());
  // Not the mail's own failure: it does not make the pauses to come any longer.
  const attempts = isServerAway ? mail.attempts - 1 : mail.attempts;
  return { ...failed, state: 'waiting' as const, attempts, next_attempt_at: new Date(next) };
}

/** A mail's text as it would be written now; null where it stays as it was written. */
export type ReRenderMail = (mail: WaitingMail) => Promise<Pick<MailToSend, 'subject' | 'body'> | null>;

interface Surroundings {
  db: Db;
  clock: Clock;
  delivery: Delivery;
  connections: number;
  /** Asked right before each sending; without it all mails go out as they were written. */
  reRenderMail?: ReRenderMail;
  /** From whom it goes out, asked right before each sending too; without it as it was written. */
  senderOf?: (mail: WaitingMail) => Promise<Pick<MailToSend, 'sender' | 'reply_to'>>;
  log?: FastifyBaseLogger;
  /** Of what comes of the database's absence others have logged. */
  isOutages?: (error: unknown) => boolean;
}

export class Sender {
  readonly #around: Surroundings;
  readonly #underWay = new Map<string, WaitingMail>();
  readonly #tasks = new Set<Promise<void>>();
  #servedLast = '';
  #probeAfterMs = 0;
  #probeAt = 0;
  #isStopped = false;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  get room(): number {
    const { connections } = this.#around;
    if (this.#probeAfterMs === 0) return connections - this.#underWay.size;
    return this.#underWay.size === 0 && performance.now() >= this.#probeAt ? 1 : 0;
  }

  /** How long there is no room yet; 0 where one that is under way has to end first, which is reported. */
  get msUntilRoom(): number {
    if (this.#probeAfterMs === 0 || this.#underWay.size > 0) return 0;
    return Math.max(1, this.#probeAt - performance.now());
  }

  /**
   * Takes some that are due, one of each institution, and begins to send them; says how many. An institution that has as
   * many under way as there is room left gets no more: whatever its mails wait for, there is room for the others.
   */
  async begin(most: number, onEnd?: () => void): Promise<number> {
    const { db, clock, connections } = this.#around;
    const now = clock();
    const lease = new Date(now.getTime() + LEASE_MS);
    const giveUp = new Date(now.getTime() + GIVE_UP_MS);
    const free = connections - this.#underWay.size;
    const byInstitution = Map.groupBy(this.#underWay.values(), (mail) => mail.institution_code);
    const busy = [...byInstitution].filter(([, mails]) => mails.length >= free).map(([institution]) => institution);
    const day = isDaytime(now);
    const mails = await takeDueMails(db, now, today(now), lease, giveUp, most, this.#servedLast, busy, day);
    for (const mail of mails) {
      this.#servedLast = mail.institution_code;
      this.#underWay.set(mail.mail_id, mail);
      const task = this.#send(mail).finally(() => {
        this.#underWay.delete(mail.mail_id);
        this.#tasks.delete(task);
        onEnd?.();
      });
      this.#tasks.add(task);
    }
    return mails.length;
  }

  async #send(mail: WaitingMail): Promise<void> {
    const { delivery, clock, log, reRenderMail, senderOf } = this.#around;
    let rendered: Awaited<ReturnType<ReRenderMail>> = null;
    let from: Partial<MailToSend> = {};
    try {
      rendered = (await reRenderMail?.(mail)) ?? null;
      from = (await senderOf?.(mail)) ?? {};
    } catch (error) {
      // Better late than wrong: when the lease has run out, it is taken again.
      this.report(error);
      return;
    }
    const failure = await delivery.send({ ...mail, ...rendered, ...from }).then(
      () => null,
      (error: Error) => (error instanceof NotDelivered ? error : new NotDelivered(error)),
    );
    this.#noteServer(failure);
    if (failure && !failure.isServerAway) {
      const { mail_id, kind, attempts, institution_code: institution } = mail;
      log?.warn({ mail: mail_id, institution, kind, attempts, reason: failure.reason }, 'mail not sent');
    }
    await this.#record(mail, { ...rendered, ...outcomeOf(mail, failure, clock()) });
  }

  /** Stays with it while the database is away: a mail that was sent and not noted would be sent again. */
  async #record(mail: WaitingMail, outcome: Updateable<Tables['outbox_mails']>): Promise<void> {
    for (;;) {
      try {
        await this.#around.db
          .updateTable('outbox_mails')
          .set(outcome)
          .where('institution_code', '=', mail.institution_code)
          .where('mail_id', '=', mail.mail_id)
          // Unless another server has taken it over in the meantime.
          .where(STATE, '=', 'waiting')
          .where('attempts', '=', mail.attempts)
          .execute();
        return;
      } catch (error) {
        this.report(error);
        if (this.#isStopped) return;
        await sleep(SECOND_MS, undefined, { ref: false });
      }
    }
  }

  #noteServer(failure: NotDelivered | null): void {
    const { log } = this.#around;
    const wasAway = this.#probeAfterMs > 0;
    if (!failure?.isServerAway) {
      if (wasAway) log?.warn('the mail server answers again');
      this.#probeAfterMs = 0;
      return;
    }
    // Of those that were under way together, the first has said it.
    if (wasAway && performance.now() < this.#probeAt) return;
    const what = failure.isWithoutTls ? 'offers no TLS' : 'cannot be reached';
    if (!wasAway) log?.error({ reason: failure.reason }, `the mail server ${what}: mails wait`);
    this.#probeAfterMs = Math.min(this.#probeAfterMs * 2 || FIRST_PROBE_MS, LAST_PROBE_MS);
    this.#probeAt = performance.now() + this.#probeAfterMs;
  }

  async renew(): Promise<void> {
    const mails = [...this.#underWay.values()];
    if (mails.length === 0) return;
    const { db, clock } = this.#around;
    const lease = new Date(clock().getTime() + LEASE_MS);
    const columns = (['institution_code', 'mail_id', 'attempts'] as const).map((name) =>
      mails.map((mail) => mail[name]),
    );
    await renewLeases(db, lease, ...columns);
  }

  report(error: unknown): void {
    if (!this.#isStopped && !this.#around.isOutages?.(error)) this.#around.log?.error({ err: error }, 'outbox');
  }

  async finish(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.finish();
    this.#around.delivery.close();
  }
}
