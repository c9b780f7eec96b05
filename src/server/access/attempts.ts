// Counts tries, of whatever kind, so that repeated ones can be slowed down or refused: on all servers, in the database.
import { createHmac } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import type { Service } from '#server/service.ts';

/** One kind of tries, e.g. those to log in as somebody, or to have a password sent to a mail address. */
export interface AttemptCounter {
  kind: string;
  minutes: number;
  /** How many are allowed; the count stops one above it. */
  limit: number;
  /**
   * From when the minutes run: from the first try (so many in a quarter of an hour), or from the last that counted (one
   * that is over the limit is over it for so long). Beyond the limit nothing moves, so that it always ends.
   */
  since: 'first' | 'last';
}

/** Of the service that counts, all that is needed: the operator's commands run without one. */
export interface AttemptContext {
  now: Date;
  service: Pick<Service, 'secret' | 'config'>;
}

/** Keys are hashed: the table tells nobody which mail addresses or user ids were tried. */
export function keyOf({ secret }: Pick<Service, 'secret'>, { kind }: AttemptCounter, ...texts: string[]): string {
  const text = texts.map((one) => lowerAscii(one)).join('\n');
  return `${kind}:${createHmac('sha256', secret.current).update(`${kind}:${text}`).digest('base64url')}`;
}

export const startOf = ({ minutes }: AttemptCounter, now: Date) => new Date(now.getTime() - minutes * 60_000);

// $2 now, $3 what is older is forgotten, $4 the limit, $5 whether the time of the first one is kept.
const ADD = `
  on conflict (key) do update set
    failures = case when t.last_failure_at <= $3 then 1 else least(t.failures + 1, $4::int + 1) end,
    last_failure_at = case when t.last_failure_at > $3 and ($5 or t.failures > $4) then t.last_failure_at else $2 end
  returning failures as count`;

const add = query<{ count: number }>(`
  insert into failed_tries as t (key, failures, last_failure_at) values ($1, 1, $2) ${ADD}`);

/** Counts a try and says how many there are with it. Call it before looking at what was tried: parallel tries then gain nothing. */
export async function countAttempt(
  db: Db,
  { service, now }: AttemptContext,
  counter: AttemptCounter,
  ...texts: string[]
): Promise<number> {
  const { limit, since } = counter;
  const [row] = await add(db, keyOf(service, counter, ...texts), now, startOf(counter, now), limit, since === 'first');
  return row?.count ?? 1;
}

const read = query<{ count: number }>(`
  select failures as count from failed_tries where key = $1 and last_failure_at > $2`);

/** How many were counted, without counting one. */
export async function readAttempts(
  db: Db,
  { service, now }: AttemptContext,
  counter: AttemptCounter,
  text: string,
): Promise<number> {
  const [row] = await read(db, keyOf(service, counter, text), startOf(counter, now));
  return row?.count ?? 0;
}

const readExhausted = query<{ at: number }>(`
  select (asked.at - 1)::int as at
    from unnest($1::text[], $2::timestamptz[], $3::int[]) with ordinality as asked(key, since, least, at)
    join failed_tries t on t.key = asked.key and t.last_failure_at > asked.since and t.failures >= asked.least`);

/** Of which of these the next try of any of the kinds would be refused; one statement for all. */
export async function findExhausted(
  db: Db,
  { service, now }: AttemptContext,
  counters: readonly AttemptCounter[],
  texts: readonly string[],
): Promise<Set<string>> {
  const asked = texts.flatMap((text) => counters.map((counter) => ({ text, counter })));
  const keys = asked.map(({ text, counter }) => keyOf(service, counter, text));
  const starts = asked.map(({ counter }) => startOf(counter, now));
  const limits = asked.map(({ counter }) => counter.limit);
  const over = await readExhausted(db, keys, starts, limits);
  return new Set(over.flatMap(({ at }) => asked[at]?.text ?? []));
}

const forget = query('delete from failed_tries where key = $1');

export async function clearAttempts(
  db: Db,
  { service }: AttemptContext,
  counter: AttemptCounter,
  text: string,
): Promise<void> {
  await forget(db, keyOf(service, counter, text));
}

const lessen = query('update failed_tries set failures = greatest(failures - $2::int, 0) where key = $1');

/** So many that were counted beforehand turned out to be none that count. */
export async function takeBackAttempts(
  db: Db,
  { service }: AttemptContext,
  count: number,
  counter: AttemptCounter,
  ...texts: string[]
): Promise<void> {
  await lessen(db, keyOf(service, counter, ...texts), count);
}

const addMember = query(`
  with added as (
    insert into failed_tries as t (key, failures, last_failure_at) values ($6, 1, $2)
    on conflict (key) do update set last_failure_at = $2 where t.last_failure_at <= $3
    returning 1)
  insert into failed_tries as t (key, failures, last_failure_at) select $1, 1, $2 from added ${ADD}`);

/** Counts different things, e.g. user ids that failed from an address: each once, however often it is tried. */
export async function countMember(
  db: Db,
  { service, now }: AttemptContext,
  counter: AttemptCounter,
  text: string,
  member: string,
): Promise<void> {
  const { limit, since } = counter;
  const [key, memberKey] = [keyOf(service, counter, text), keyOf(service, counter, text, member)];
  await addMember(db, key, now, startOf(counter, now), limit, since === 'first', memberKey);
}

const takeBack = query(`
  with gone as (delete from failed_tries where key = $2 returning 1)
  update failed_tries set failures = failures - 1 where key = $1 and failures > 0 and exists (select from gone)`);

/** Takes one of them back. */
export async function forgetMember(
  db: Db,
  { service }: AttemptContext,
  counter: AttemptCounter,
  text: string,
  member: string,
): Promise<void> {
  await takeBack(db, keyOf(service, counter, text), keyOf(service, counter, text, member));
}

/**
 * Whom an address belongs to, as far as it tells: of IPv6 the first half (/64), since the rest is its owner's to choose. Three groups
 * (/48) are the most that one customer is given.
 */
export function networkOf(address: string, groupsOfSix = 4): string {
  const ipv4 = /[\d.]+$/.exec(address)?.[0] ?? '';
  if (ipv4.includes('.')) return ipv4;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const filled = tail === undefined ? groups : [...groups, '0', '0', '0', '0'];
  return filled.slice(0, groupsOfSix).join(':');
}
