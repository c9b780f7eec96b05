// Counts attempts at a user id's password by the network address they come from, and remembers where that id has logged in.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { type AttemptContext, type AttemptCounter, keyOf, networkOf, startOf } from './attempts.ts';

const DAY_MS = 24 * 60 * 60_000;
/** So long is an address known from which an id has logged in. */
const KNOWN_MS = 30 * DAY_MS;

type Asking = AttemptContext & { address: string };

const keysOf = ({ service, address }: Asking, counter: AttemptCounter, userId: string) => [
  keyOf(service, counter, userId),
  keyOf(service, counter, userId, networkOf(address)),
];

// $3 now, $4 what is older is forgotten, $5 the limit, $6 until when the row is needed.
const count = query<{ count: number; isKnown: boolean }>(`
  insert into login_attempts as t (user_key, network_key, failures, last_failure_at, expires_at)
  values ($1, $2, 1, $3, $6)
  on conflict (user_key, network_key) do update set
    failures = case when t.last_failure_at <= $4 then 1 else least(t.failures + 1, $5::int + 1) end,
    last_failure_at = case when t.last_failure_at > $4 and t.failures > $5 then t.last_failure_at else $3 end,
    expires_at = greatest(t.expires_at, $6)
  returning failures as count, coalesce(known_until > $3, false) as "isKnown"`);

/** Before the password is looked at, as all tries: how many there are in a row from there, with this one. */
export async function countLoginAttempt(db: Db, who: Asking, counter: AttemptCounter, userId: string) {
  const { now } = who;
  const end = new Date(now.getTime() + DAY_MS);
  const [row] = await count(db, ...keysOf(who, counter, userId), now, startOf(counter, now), counter.limit, end);
  return row ?? { count: 1, isKnown: false };
}

const forgive = query(`
  update login_attempts set failures = 0, known_until = $3, expires_at = greatest(expires_at, $3)
   where user_key = $1 and network_key = $2`);

/** It was right: from there the id keeps a count of its own from now on. */
export async function rememberNetwork(db: Db, who: Asking, counter: AttemptCounter, userId: string): Promise<void> {
  await forgive(db, ...keysOf(who, counter, userId), new Date(who.now.getTime() + KNOWN_MS));
}

const readLocked = query<{ key: string }>(`
  select distinct user_key as key from login_attempts
   where user_key = any($1::text[]) and last_failure_at > $2 and failures >= $3`);

/** Who of these is locked out somewhere. */
export async function findLockedSomewhere(
  db: Db,
  { service, now }: AttemptContext,
  counter: AttemptCounter,
  userIds: readonly string[],
) {
  const idByKey = new Map(userIds.map((id) => [keyOf(service, counter, id), id]));
  const rows = await readLocked(db, [...idByKey.keys()], startOf(counter, now), counter.limit);
  return rows.flatMap(({ key }) => idByKey.get(key) ?? []);
}

const forgiveAll = query('update login_attempts set failures = 0 where user_key = $1');

export async function unlockEverywhere(
  db: Db,
  { service }: AttemptContext,
  counter: AttemptCounter,
  userId: string,
): Promise<void> {
  await forgiveAll(db, keyOf(service, counter, userId));
}
