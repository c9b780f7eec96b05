// How often somebody may try to log in: by user id, and by address where one is plainly attacking.
import type { Db } from '#db/database.ts';
import { tooMany } from '#wire/failure.ts';
import type { Asking, Service } from '../service.ts';
import { inTransaction } from '../transaction.ts';
import {
  type Asker,
  type Counter,
  countMember,
  countTry,
  findOver,
  forgetMember,
  forgetTries,
  networkOf,
  readTries,
} from './tries.ts';
import { inARow, logTries } from './tries-log.ts';
import { waitOutside } from './waiting-room.ts';

const LOCKED = 'ログインの失敗が続いたため、一時的にログインできません。15分ほど待ってからもう一度お試しください。';

interface Counters {
  /** Tries of one user id in a row. */
  user: Counter;
  /** Different user ids that failed from one address and did not come right. */
  address: Counter;
  /** Tries from an address that is plainly attacking. */
  attacker: Counter;
}

function countersOf({ config: { tries } }: Pick<Service, 'config'>): Counters {
  return {
    user: { kind: 'user', minutes: tries.lockMinutes, limit: tries.lockAfter, since: 'last' },
    address: { kind: 'address', minutes: tries.lockMinutes, limit: tries.addressUsers, since: 'first' },
    attacker: { kind: 'attacker', minutes: 1, limit: tries.attackerPerMinute, since: 'first' },
  };
}

/** A code of six digits is guessed once in 300,000 tries or so: so few a day make that a matter of years. */
const SECOND_STEPS_A_DAY = 50;

/** Tries of the second step (`second-step-tries.ts`): in a row, and those of a day. */
export function secondStepCounters({ config: { tries } }: Pick<Service, 'config'>): { row: Counter; day: Counter } {
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

/**
 * Waits as long as this user id has to, or refuses; an address counts only where it is plainly attacking. Say afterwards
 * whether the try was right.
 */
export async function admitLogin(db: Db, who: Asking, user: string) {
  const { service } = who;
  const { tries } = service.config;
  const counters = countersOf(service);
  const address = networkOf(who.address);
  const isAttacking = (await readTries(db, who, counters.address, address)) > tries.addressUsers;
  if (isAttacking) {
    const count = await countTry(db, who, counters.attacker, address);
    if (count > tries.attackerPerMinute) throw tooMany();
  }
  const count = await countTry(db, who, counters.user, user);
  if (count > tries.lockAfter) throw tooMany(LOCKED);
  // Each count is given once: this is the try that locks, however many follow.
  const lock = count === tries.lockAfter ? [['lock', ''] as const] : [];
  try {
    await waitOutside(who, isAttacking ? tries.longestWaitMs : waitOf(service, count));
  } catch (gone) {
    // It counts, and is never looked at: who goes away can't keep the lock out of the log.
    await logTries(db, who, user, lock);
    throw gone;
  }
  return {
    async wasRight() {
      await forgetTries(db, who, counters.user, user);
      // Nobody who typed it right at once has anything to take back, and a thousand of them share no row.
      if (count > 1) await forgetMember(db, who, counters.address, address, user);
    },
    /** One commit, whether anybody has this id or not: the time tells nothing. */
    wasWrong: () =>
      inTransaction(db, async (transaction) => {
        await countMember(transaction, who, counters.address, address, user);
        await logTries(transaction, who, user, [['wrongLogIn', inARow(count)], ...lock]);
      }),
  };
}

/** By which a member of the staff is locked out, each by the user id. */
const lockingCounters = (service: Pick<Service, 'config'>): Counter[] => {
  const { row, day } = secondStepCounters(service);
  return [countersOf(service).user, row, day];
};

/** Who of these is locked out at the moment. */
export const findLocked = (db: Db, who: Asker, userIds: readonly string[]): Promise<Set<string>> =>
  findOver(db, who, lockingCounters(who.service), userIds);

/** As if nothing had been tried. */
export async function unlock(db: Db, who: Asker, userId: string): Promise<void> {
  for (const counter of lockingCounters(who.service)) await forgetTries(db, who, counter, userId);
}
