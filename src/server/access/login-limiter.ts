// How often somebody may try to log in: by user id and network address, and by address where one is plainly attacking.
import type { Db } from '#db/database.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import type { RequestContext, Service } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import { tooMany } from '#wire/failure.ts';
import {
  type AttemptContext,
  type AttemptCounter,
  clearAttempts,
  countAttempt,
  countMember,
  findExhausted,
  forgetMember,
  networkOf,
  readAttempts,
  takeBackAttempts,
} from './attempts.ts';
import { inARow, logAttempts } from './attempts-log.ts';
import { countLoginAttempt, findLockedSomewhere, rememberNetwork, unlockEverywhere } from './login-attempts.ts';
import { delayLogIn } from './login-delay.ts';

const LOCKED = 'ログインの失敗が続いたため、一時的にログインできません。15分ほど待ってからもう一度お試しください。';

/** Past the ceiling the wait doubles so many times; where it is as long as it gets, more are not worth counting. */
const CEILING_STEPS = 6;
/** One customer's many networks of IPv6 together have as many tries of a user id as so many addresses. */
const NETWORKS_OF_A_CUSTOMER = 4;

interface Counters {
  /** Tries of one user id in a row, from one network address. */
  user: AttemptCounter;
  /** Those from all addresses which that id has not logged in from: they slow each other down, and lock nobody out. */
  ceiling: AttemptCounter;
  /** Those from all that one customer may be given of IPv6. */
  customer: AttemptCounter;
  /** Different user ids that failed from one address and did not come right. */
  address: AttemptCounter;
  /** Tries from an address that is plainly attacking. */
  attacker: AttemptCounter;
}

function countersOf({ config: { tries } }: Pick<Service, 'config'>): Counters {
  const { lockMinutes: minutes, lockAfter } = tries;
  return {
    user: { kind: 'login', minutes, limit: lockAfter, since: 'last' },
    ceiling: { kind: 'login-ceiling', minutes, limit: lockAfter + CEILING_STEPS, since: 'last' },
    customer: { kind: 'login-customer', minutes, limit: lockAfter * NETWORKS_OF_A_CUSTOMER, since: 'last' },
    address: { kind: 'address', minutes, limit: tries.addressUsers, since: 'first' },
    attacker: { kind: 'attacker', minutes: 1, limit: tries.attackerPerMinute, since: 'first' },
  };
}

/** A code of six digits is guessed once in 300,000 tries or so: so few a day make that a matter of years. */
const SECOND_STEPS_A_DAY = 50;

/** Tries of the second step (`second-step-attempts.ts`): in a row, and those of a day. */
export function secondStepCounters({ config: { tries } }: Pick<Service, 'config'>): {
  row: AttemptCounter;
  day: AttemptCounter;
} {
  return {
    row: { kind: 'second-step', minutes: tries.lockMinutes, limit: tries.lockAfter, since: 'last' },
    day: { kind: 'second-step-day', minutes: 24 * 60, limit: SECOND_STEPS_A_DAY, since: 'first' },
  };
}

/** How long the try of this number in a row has to wait. */
export function waitOf({ config: { tries } }: Service, count: number): number {
  const over = count - tries.free;
  return over > 0 ? Math.min(tries.firstWaitMs * 2 ** (over - 1), tries.longestWaitMs) : 0;
}

/** How long one from a new address has to wait for those from all others; nobody is refused for them. */
function ceilingWaitOf({ config: { tries } }: Service, count: number): number {
  const over = count - tries.lockAfter;
  return over > 0 ? Math.min(tries.firstWaitMs * 2 ** (over - 1), tries.ceilingWaitMs) : 0;
}

/** Counts one from an address which this user id has not logged in from; that it was right takes those in a row back. */
async function countNewcomer(db: Db, who: RequestContext, user: string) {
  const { ceiling, customer } = countersOf(who.service);
  const prefix = networkOf(who.address, 3);
  const isIpv6 = prefix.includes(':');
  if (isIpv6 && (await countAttempt(db, who, customer, user, prefix)) > customer.limit) throw tooMany(LOCKED);
  return {
    count: await countAttempt(db, who, ceiling, user),
    async takeBack(tries: number) {
      if (isIpv6) await takeBackAttempts(db, who, tries, customer, user, prefix);
      await takeBackAttempts(db, who, tries, ceiling, user);
    },
  };
}

/**
 * Waits as long as this user id has to from this address, or refuses; an address counts only where it is plainly attacking. Say afterwards
 * whether the try was right.
 */
export async function admitLogin(db: Db, who: RequestContext, user: string) {
  const { service } = who;
  const { tries } = service.config;
  const counters = countersOf(service);
  const address = networkOf(who.address);
  const isAttacking = (await readAttempts(db, who, counters.address, address)) > tries.addressUsers;
  if (isAttacking) {
    const count = await countAttempt(db, who, counters.attacker, address);
    if (count > tries.attackerPerMinute) throw tooMany();
  }
  const { count, isKnown } = await countLoginAttempt(db, who, counters.user, user);
  if (count > tries.lockAfter) throw tooMany(LOCKED);
  const newcomer = isKnown ? null : await countNewcomer(db, who, user);
  // Each count is given once: this is the try that locks, however many follow.
  const lock = count === tries.lockAfter ? [['lock', ''] as const] : [];
  try {
    const own = isAttacking ? tries.longestWaitMs : waitOf(service, count);
    const others = newcomer ? ceilingWaitOf(service, newcomer.count) : 0;
    // Those who wait for each other at one user id leave half of the seats to everybody else.
    await (others > own ? delayLogIn(who, others, `ceiling ${lowerAscii(user)}`) : delayLogIn(who, own));
  } catch (gone) {
    // It counts, and is never looked at: who goes away can't keep the lock out of the log.
    await logAttempts(db, who, user, lock);
    throw gone;
  }
  return {
    async wasRight() {
      await rememberNetwork(db, who, counters.user, user);
      await newcomer?.takeBack(count);
      // Nobody who typed it right at once has anything to take back, and a thousand of them share no row.
      if (count > 1) await forgetMember(db, who, counters.address, address, user);
    },
    /** One commit, whether anybody has this id or not: the time tells nothing. */
    wasWrong: () =>
      inTransaction(db, async (transaction) => {
        await countMember(transaction, who, counters.address, address, user);
        await logAttempts(transaction, who, user, [['wrongLogIn', inARow(count)], ...lock]);
      }),
  };
}

/** Who of these is locked out at the moment: of the second step, or at some network address. */
export async function findLocked(db: Db, who: AttemptContext, userIds: readonly string[]): Promise<Set<string>> {
  const atPassword = await findLockedSomewhere(db, who, countersOf(who.service).user, userIds);
  const atSecondStep = await findExhausted(db, who, Object.values(secondStepCounters(who.service)), userIds);
  return new Set([...atPassword, ...atSecondStep]);
}

/** As if nothing had been tried. */
export async function unlock(db: Db, who: AttemptContext, userId: string): Promise<void> {
  const { user, ceiling } = countersOf(who.service);
  await unlockEverywhere(db, who, user, userId);
  for (const counter of [ceiling, ...Object.values(secondStepCounters(who.service))])
    await clearAttempts(db, who, counter, userId);
}
