// The limiter: counts attempts of whatever kind in the database, for all servers, so that repeated ones can be slowed down or refused.
import { createHmac } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import type { Service } from '#server/service.ts';
import { tooMany } from '#wire/failure.ts';

/** One kind of attempts, e.g. those to log in as somebody, or to have a password sent to a mail address, and how many are allowed. */
export interface LimitRule {
  kind: string;
  minutes: number;
  limit: number;
  /**
   * From when the minutes run: from the first try (so many in a quarter of an hour), or from the last that counted (one
   * that is over the limit is over it for so long). Beyond the limit nothing moves, so that it always ends.
   */
  since: 'first' | 'last';
  refusal?: string;
}

export interface LimitContext {
  now: Date;
  service: Pick<Service, 'secret' | 'config'>;
}

/** Keys are hashed: the table shows nobody which mail addresses or user ids were tried. */
export function keyOf({ secret }: Pick<Service, 'secret'>, { kind }: LimitRule, ...texts: string[]): string {
  const text = texts.map((one) => lowerAscii(one)).join('\n');
  return `${kind}:${createHmac('sha256', secret.current).update(`${kind}:${text}`).digest('base64url')}`;
}

export const startOf = ({ minutes }: LimitRule, now: Date) => new Date(now.getTime() - minutes * 60_000);

/** SQL: one more than the row `t` has, by the limit's number, since what is older is forgotten. */
const grown = (now: string, start: string, limit: string, isFirstKept: string) => `
    failures = case when t.last_failure_at <= ${start} then 1 else least(t.failures + 1, ${limit}::int + 1) end,
    last_failure_at = case when t.last_failure_at > ${start} and (${isFirstKept} or t.failures > ${limit})
                           then t.last_failure_at else ${now} end`;

// $2 now, $3 what is older is forgotten, $4 the limit, $5 whether the time of the first one is kept.
const ADD = `on conflict (key) do update set ${grown('$2', '$3', '$4', '$5')} returning failures as count`;

const windowOf = (rule: LimitRule, now: Date) => [now, startOf(rule, now), rule.limit, rule.since === 'first'];

const add = query<{ count: number }>(`
  insert into failed_tries as t (key, failures, last_failure_at) values ($1, 1, $2) ${ADD}`);

/** Counts a try and says how many there are with it. Call it before looking at what was tried: parallel tries then gain nothing. */
export async function countAttempt(db: Db, who: LimitContext, rule: LimitRule, ...texts: string[]): Promise<number> {
  const [row] = await add(db, keyOf(who.service, rule, ...texts), ...windowOf(rule, who.now));
  return row?.count ?? 1;
}

export async function limit(db: Db, who: LimitContext, rule: LimitRule, ...texts: string[]): Promise<number> {
  const count = await countAttempt(db, who, rule, ...texts);
  if (count > rule.limit) throw tooMany(rule.refusal);
  return count;
}

const TOO_SOON = '確認メールは送信したばかりです。1分ほど待ってからもう一度お試しください。';
const MAILS_A_DAY = 5;

/** Mails that somebody asks for, of a key: one in a minute, and so many on a day of the calendar. `each` says of what. */
export async function limitMails(db: Db, who: LimitContext, kind: string, key: string, each = ''): Promise<void> {
  const enough = `確認メールを送信できるのは、${each}1日${MAILS_A_DAY}回までです。明日以降にもう一度お試しください。`;
  const rule = { since: 'first', limit: 1 } as const;
  await limit(db, who, { ...rule, kind: `${kind}-minute`, minutes: 1, refusal: TOO_SOON }, key);
  const day = { ...rule, kind: `${kind}-day`, minutes: 24 * 60, limit: MAILS_A_DAY, refusal: enough };
  await limit(db, who, day, `${key}/${today(who.now)}`);
}

const read = query<{ count: number }>(`
  select failures as count from failed_tries where key = $1 and last_failure_at > $2`);

export async function readAttempts(db: Db, who: LimitContext, rule: LimitRule, text: string): Promise<number> {
  const [row] = await read(db, keyOf(who.service, rule, text), startOf(rule, who.now));
  return row?.count ?? 0;
}

const readExhausted = query<{ at: number }>(`
  select (asked.at - 1)::int as at
    from unnest($1::text[], $2::timestamptz[], $3::int[]) with ordinality as asked(key, since, least, at)
    join failed_tries t on t.key = asked.key and t.last_failure_at > asked.since and t.failures >= asked.least`);

/** Of which of these the next try of any of the kinds would be refused; one statement for all. */
export async function findExhausted(
  db: Db,
  { service, now }: LimitContext,
  rules: readonly LimitRule[],
  texts: readonly string[],
): Promise<Set<string>> {
  const asked = texts.flatMap((text) => rules.map((rule) => ({ text, rule })));
  const keys = asked.map(({ text, rule }) => keyOf(service, rule, text));
  const starts = asked.map(({ rule }) => startOf(rule, now));
  const limits = asked.map(({ rule }) => rule.limit);
  const over = await readExhausted(db, keys, starts, limits);
  return new Set(over.flatMap(({ at }) => asked[at]?.text ?? []));
}

const forget = query('delete from failed_tries where key = any($1::text[])');

export async function clearAttempts(db: Db, { service }: LimitContext, text: string, ...rules: LimitRule[]) {
  const keys = rules.map((rule) => keyOf(service, rule, text));
  await forget(db, keys);
}

const lessen = query('update failed_tries set failures = greatest(failures - $2::int, 0) where key = $1');

export async function takeBackAttempts(db: Db, who: LimitContext, count: number, rule: LimitRule, ...texts: string[]) {
  await lessen(db, keyOf(who.service, rule, ...texts), count);
}

const addMember = query(`
  with added as (
    insert into failed_tries as t (key, failures, last_failure_at) values ($6, 1, $2)
    on conflict (key) do update set last_failure_at = $2 where t.last_failure_at <= $3
    returning 1)
  insert into failed_tries as t (key, failures, last_failure_at) select $1, 1, $2 from added ${ADD}`);

/** Counts different things, e.g. user ids that failed from an address: each once, however often it is tried. */
export async function countMember(db: Db, who: LimitContext, rule: LimitRule, text: string, member: string) {
  const { service, now } = who;
  await addMember(db, keyOf(service, rule, text), ...windowOf(rule, now), keyOf(service, rule, text, member));
}

const takeBack = query(`
  with gone as (delete from failed_tries where key = $2 returning 1)
  update failed_tries set failures = failures - 1 where key = $1 and failures > 0 and exists (select from gone)`);

export async function forgetMember(db: Db, { service }: LimitContext, rule: LimitRule, text: string, member: string) {
  await takeBack(db, keyOf(service, rule, text), keyOf(service, rule, text, member));
}

/**
 * Whom an address belongs to, as far as it shows: of IPv6 the first half (/64), since the rest is its owner's to choose. Three groups
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

const DAY_MS = 24 * 60 * 60_000;
const KNOWN_MS = 30 * DAY_MS;

type Asking = LimitContext & { address: string };

const keysOf = ({ service, address }: Asking, rule: LimitRule, userId: string) =>
  [[userId], [userId, networkOf(address)]].map((texts) => keyOf(service, rule, ...texts));

// $3 now, $4 what is older is forgotten, $5 the limit, $6 until when the row is needed.
const count = query<{ count: number; isKnown: boolean }>(`
  insert into login_attempts as t (user_key, network_key, failures, last_failure_at, expires_at)
  values ($1, $2, 1, $3, $6)
  on conflict (user_key, network_key) do update set ${grown('$3', '$4', '$5', 'false')},
    expires_at = greatest(t.expires_at, $6)
  returning failures as count, coalesce(known_until > $3, false) as "isKnown"`);

/** Before the password is looked at, as all tries: how many there are in a row from there, with this one. */
export async function countLoginAttempt(db: Db, who: Asking, rule: LimitRule, userId: string) {
  const { now } = who;
  const end = new Date(now.getTime() + DAY_MS);
  const [row] = await count(db, ...keysOf(who, rule, userId), now, startOf(rule, now), rule.limit, end);
  return row ?? { count: 1, isKnown: false };
}

const forgive = query(`
  update login_attempts set failures = 0, known_until = $3, expires_at = greatest(expires_at, $3)
   where user_key = $1 and network_key = $2`);

/** It was right: from there the id keeps a count of its own from now on. */
export async function rememberNetwork(db: Db, who: Asking, rule: LimitRule, userId: string): Promise<void> {
  await forgive(db, ...keysOf(who, rule, userId), new Date(who.now.getTime() + KNOWN_MS));
}

const readLocked = query<{ key: string }>(`
  select distinct user_key as key from login_attempts
   where user_key = any($1::text[]) and last_failure_at > $2 and failures >= $3`);

export async function findLockedSomewhere(db: Db, who: LimitContext, rule: LimitRule, userIds: readonly string[]) {
  const { service, now } = who;
  const idByKey = new Map(userIds.map((id) => [keyOf(service, rule, id), id]));
  const rows = await readLocked(db, [...idByKey.keys()], startOf(rule, now), rule.limit);
  return rows.flatMap(({ key }) => idByKey.get(key) ?? []);
}

const forgiveAll = query('update login_attempts set failures = 0 where user_key = $1');

export async function unlockEverywhere(db: Db, { service }: LimitContext, rule: LimitRule, userId: string) {
  await forgiveAll(db, keyOf(service, rule, userId));
}
