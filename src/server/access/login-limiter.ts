// How often somebody may try to log in: by user id and network address, and by address where one is plainly attacking; and the second
// step, by user id, apart from passwords, which are right already.
import type { Db } from '#db/database.ts';
import { type Bounds, FairQueue } from '#db/fair-queue.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import type { RequestContext, Service } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import { tooMany } from '#wire/failure.ts';
import { inARow, logAttempts } from './attempts-log.ts';
import {
  clearAttempts,
  countAttempt,
  countLoginAttempt,
  countMember,
  findExhausted,
  findLockedSomewhere,
  forgetMember,
  type LimitContext,
  type LimitRule,
  limit,
  networkOf,
  readAttempts,
  rememberNetwork,
  takeBackAttempts,
  unlockEverywhere,
} from './limiter.ts';

const LOCKED = 'ログインの失敗が続いたため、一時的にログインできません。15分ほど待ってからもう一度お試しください。';
const SECOND_STEP_LOCKED =
  '2段階認証の失敗が続いたため、一時的にログインできません。15分ほど待ってからもう一度お試しください。';
const LOCKED_FOR_THE_DAY =
  '2段階認証の失敗が続いたため、24時間ログインできません。お急ぎの場合は、院内の管理者にロックの解除を依頼してください。';

/** Past the ceiling the wait doubles so many times; where it is as long as it gets, more are not worth counting. */
const CEILING_STEPS = 6;
/** One customer's many networks of IPv6 together have as many tries of a user id as so many addresses. */
const NETWORKS_OF_A_CUSTOMER = 4;
/** A code of six digits is guessed once in 300,000 tries or so: so few a day make that a matter of years. */
const SECOND_STEPS_A_DAY = 50;

function rulesOf({ config: { attempts } }: Pick<Service, 'config'>) {
  const { lockAfter } = attempts;
  const row = { minutes: attempts.lockMinutes, limit: lockAfter, since: 'last', refusal: LOCKED } as const;
  return {
    /** Tries of one user id in a row, from one network address. */
    user: { ...row, kind: 'login' },
    /** Those from all addresses which that id has not logged in from: they slow each other down, and lock nobody out. */
    ceiling: { ...row, kind: 'login-ceiling', limit: lockAfter + CEILING_STEPS },
    /** Those from all that one customer may be given of IPv6. */
    customer: { ...row, kind: 'login-customer', limit: lockAfter * NETWORKS_OF_A_CUSTOMER },
    address: { ...row, kind: 'address', limit: attempts.addressUsers, since: 'first' },
    /** Tries from an address that is plainly attacking. */
    attacker: { kind: 'attacker', minutes: 1, limit: attempts.attackerPerMinute, since: 'first' },
    secondStep: { ...row, kind: 'second-step', refusal: SECOND_STEP_LOCKED },
    secondStepDay: {
      kind: 'second-step-day',
      minutes: 24 * 60,
      limit: SECOND_STEPS_A_DAY,
      since: 'first',
      refusal: LOCKED_FOR_THE_DAY,
    },
  } as const satisfies Record<string, LimitRule>;
}

function waitOf({ config: { attempts } }: Service, count: number, free: number, longestMs: number): number {
  return count > free ? Math.min(attempts.firstWaitMs * 2 ** (count - free - 1), longestMs) : 0;
}

type Entries = Parameters<typeof logAttempts>[3];

async function waitOrLog(db: Db, who: RequestContext, user: string, lock: Entries, wait: Promise<void>): Promise<void> {
  await wait.catch(async (gone) => {
    await logAttempts(db, who, user, lock);
    throw gone;
  });
}

async function countNewcomer(db: Db, who: RequestContext, user: string) {
  const { ceiling, customer } = rulesOf(who.service);
  const prefix = networkOf(who.address, 3);
  const isIpv6 = prefix.includes(':');
  if (isIpv6) await limit(db, who, customer, user, prefix);
  return {
    count: await countAttempt(db, who, ceiling, user),
    async takeBack(attempts: number) {
      if (isIpv6) await takeBackAttempts(db, who, attempts, customer, user, prefix);
      await takeBackAttempts(db, who, attempts, ceiling, user);
    },
  };
}

/**
 * Waits as long as this user id has to from this address, or refuses; an address counts only where it is plainly attacking. Say afterwards
 * whether the try was right.
 */
export async function admitLogin(db: Db, who: RequestContext, user: string) {
  const { service } = who;
  const { attempts } = service.config;
  const rules = rulesOf(service);
  const address = networkOf(who.address);
  const isAttacking = (await readAttempts(db, who, rules.address, address)) > attempts.addressUsers;
  if (isAttacking) await limit(db, who, rules.attacker, address);
  const { count, isKnown } = await countLoginAttempt(db, who, rules.user, user);
  if (count > attempts.lockAfter) throw tooMany(LOCKED);
  const newcomer = isKnown ? null : await countNewcomer(db, who, user);
  // Each count is given once: this is the try that locks, however many follow.
  const lock = count === attempts.lockAfter ? [['lock', ''] as const] : [];
  const own = isAttacking ? attempts.longestWaitMs : waitOf(service, count, attempts.free, attempts.longestWaitMs);
  // From a new address also for those from all others; nobody is refused for them.
  const others = newcomer ? waitOf(service, newcomer.count, attempts.lockAfter, attempts.ceilingWaitMs) : 0;
  // Those who wait for each other at one user id leave half of the seats to everybody else.
  const wait = others > own ? delayLogIn(who, others, `ceiling ${lowerAscii(user)}`) : delayLogIn(who, own);
  await waitOrLog(db, who, user, lock, wait);
  return {
    async wasRight() {
      await rememberNetwork(db, who, rules.user, user);
      await newcomer?.takeBack(count);
      // Nobody who typed it right at once has anything to take back, and a thousand of them share no row.
      if (count > 1) await forgetMember(db, who, rules.address, address, user);
    },
    /** One commit, whether anybody has this id or not: the time reveals nothing. */
    wasWrong: () =>
      inTransaction(db, async (transaction) => {
        await countMember(transaction, who, rules.address, address, user);
        await logAttempts(transaction, who, user, [['wrongLogIn', inARow(count)], ...lock]);
      }),
  };
}

export async function admitSecondStep(db: Db, who: RequestContext, user: string) {
  const { secondStep, secondStepDay } = rulesOf(who.service);
  const { free, longestWaitMs } = who.service.config.attempts;
  const count = await limit(db, who, secondStep, user);
  const today = await limit(db, who, secondStepDay, user);
  const lock = count === secondStep.limit || today === secondStepDay.limit ? [['lock', '2段階認証'] as const] : [];
  await waitOrLog(db, who, user, lock, delayLogIn(who, waitOf(who.service, count, free, longestWaitMs)));
  return {
    /** When the log-in is finished, and not before. */
    wasRight: () => clearAttempts(db, who, user, secondStep, secondStepDay),
    wasWrong: (note = '') =>
      logAttempts(db, who, user, [['wrongSecondFactor', [inARow(count), note].filter(Boolean).join('　')], ...lock]),
  };
}

export async function findLocked(db: Db, who: LimitContext, userIds: readonly string[]): Promise<Set<string>> {
  const { user, secondStep, secondStepDay } = rulesOf(who.service);
  const atPassword = await findLockedSomewhere(db, who, user, userIds);
  const atSecondStep = await findExhausted(db, who, [secondStep, secondStepDay], userIds);
  return new Set([...atPassword, ...atSecondStep]);
}

export async function unlock(db: Db, who: LimitContext, userId: string): Promise<void> {
  const { user, ceiling, secondStep, secondStepDay } = rulesOf(who.service);
  await unlockEverywhere(db, who, user, userId);
  await clearAttempts(db, who, userId, ceiling, secondStep, secondStepDay);
}

/** In work at a time: a network address that tries by the thousand keeps nobody else waiting, and no institution's bookings. */
export const ATTEMPT_BOUNDS: Bounds = { atOnceEach: 16, waitingEach: 2000, waitMs: 20_000 };

/** Nobody waits for a seat. One network address, or one user id, may take half of them, so that there is always one for somebody else. */
export function makeLogInDelays(seats: number): FairQueue {
  const bounds: Bounds = { atOnce: seats, atOnceEach: seats / 2, waiting: 0 };
  return new FairQueue('tries of passwords', bounds);
}

export async function delayLogIn(
  { service, address, onGone, takeBreak }: RequestContext,
  ms: number,
  key = networkOf(address),
): Promise<void> {
  if (ms <= 0) return;
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      onGone?.(() => {
        clearTimeout(timer);
        // Nobody is left to hear of it; what comes after the wait need not be done.
        reject(tooMany());
      });
    });
  const sitDown = () => service.logInDelays.run(key, wait);
  await (takeBreak ? takeBreak(sitDown) : sitDown());
}
