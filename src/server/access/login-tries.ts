// How often somebody may try to log in: by user id, and by address where one is plainly attacking.
import type { Db } from '#db/database.ts';
import { tooMany } from '#wire/failure.ts';
import type { Asking, Service } from '../service.ts';
import {
  type Counter,
  countMember,
  countTry,
  findOver,
  forgetMember,
  forgetTries,
  networkOf,
  readTries,
} from './tries.ts';
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

function countersOf({ config: { tries } }: Service): Counters {
  return {
    user: { kind: 'user', minutes: tries.lockMinutes, limit: tries.lockAfter, since: 'last' },
    address: { kind: 'address', minutes: tries.lockMinutes, limit: tries.addressUsers, since: 'first' },
    attacker: { kind: 'attacker', minutes: 1, limit: tries.attackerPerMinute, since: 'first' },
  };
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
  const over = count - tries.free;
  const ownWait = over > 0 ? Math.min(tries.firstWaitMs * 2 ** (over - 1), tries.longestWaitMs) : 0;
  await waitOutside(who, isAttacking ? tries.longestWaitMs : ownWait);
  return {
    async wasRight() {
      await forgetTries(db, who, counters.user, user);
      // Nobody who typed it right at once has anything to take back, and a thousand of them share no row.
      if (count > 1) await forgetMember(db, who, counters.address, address, user);
    },
    async wasWrong() {
      await countMember(db, who, counters.address, address, user);
    },
  };
}

/** By which a member of the staff is locked out, each by the user id. */
const lockingCounters = (service: Service): Counter[] => [countersOf(service).user];

/** Who of these is locked out at the moment. */
export const findLocked = (db: Db, who: Asking, userIds: readonly string[]): Promise<Set<string>> =>
  findOver(db, who, lockingCounters(who.service), userIds);

/** As if nothing had been tried. */
export async function unlock(db: Db, who: Pick<Asking, 'service' | 'now'>, userId: string): Promise<void> {
  for (const counter of lockingCounters(who.service)) await forgetTries(db, who, counter, userId);
}
