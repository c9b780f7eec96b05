// What rows ask for, the same in every world: it costs as much to answer however many other reservations there are.
import { sql } from 'kysely';
import { ATTRIBUTES } from '#backoffice/files/csv-patterns/contract.ts';
import type { Db } from '#db/database.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { issueToken } from '#server/access/tokens.ts';
import { HOSPITAL } from '../booking-ground.ts';
import type { Act } from './row.ts';
import { CLERK, type World } from './world.ts';

const ITEMS = JSON.stringify(
  Array.from({ length: 12 }, (_, n) => ({ name: `検査${n}`, extent: n % 3 ? 'all' : 'part' })),
);

interface Visits {
  count: number;
  /** Of the n-th, from 1. */
  visitDate: ReturnType<typeof sql>;
  kana: string;
  examineeId?: number;
  fiscalYear?: number;
  /** As a clerk has booked them; to whoever books by themselves a mail is owed. */
  mail?: string;
}

/** Confirmed, with two options and their history. */
async function addVisits(
  db: Db,
  now: Date,
  { count, visitDate, kana, examineeId, fiscalYear = 2026, mail = '' }: Visits,
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    with booked as (
      insert into reservations (institution_code, examinee_id, status, desired, fiscal_year, client_code, course_code,
        price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_items, course_amount,
        total_amount, tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex,
        mail, accepts_mail, created_at, updated_at)
      select ${HOSPITAL}, ${examineeId ?? null}::bigint, 'confirmed', false, ${fiscalYear}::int, '00000000', '0001', '01', ${visitDate}, '09', 540,
             '個人', 'コース', ${ITEMS}::jsonb, 10000, 12200, 'included', true, '計測', '花子', ${kana}, 'ハナコ' || n,
             date '1970-01-01' - n, 56, 'female', case when ${mail}::text = '' then '' else ${mail}::text || n || '@example.jp' end, true,
             ${now}, ${now}
        from generate_series(1, ${count}::int) as n
      returning reservation_number),
    chosen as (
      insert into reservation_options
      select ${HOSPITAL}, reservation_number, p, '0001', '000' || (1 + p), '01', 'オプション', 1100
        from booked, generate_series(0, 1) as p),
    told as (
      insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act)
      select ${HOSPITAL}, reservation_number, ${now}, 'administrator', ${CLERK.userId}, 'booked' from booked)
    select reservation_number as number from booked`.execute(db);
  return rows.map(({ number }) => number);
}

const RESERVATIONS = 30;

export interface Owner {
  examineeId: number;
  number: number;
  token: string;
}

/** Somebody who has come for years and has booked ahead for all the family: half of it past, half of it to come. */
export async function addOwner({ db, now, today }: World): Promise<Owner> {
  const person = { institution_code: HOSPITAL, mail: 'owner@example.jp', family_name: '健診', given_name: '花子' };
  const { examinee_id: examineeId } = await db
    .insertInto('examinees')
    .values(person)
    .returning('examinee_id')
    .executeTakeFirstOrThrow();
  const visitDate = sql`${today}::date + 30 * (n - 15)`;
  const numbers = await addVisits(db, now, { count: RESERVATIONS, visitDate, kana: 'モチヌシ', examineeId });
  const token = await issueToken(db, { kind: 'examinee', institutionCode: HOSPITAL, examineeId }, now);
  return { examineeId, number: numbers.at(-1) ?? 0, token };
}

/** A month ahead with so many visits, and no others. */
export async function addMonth({ loader, now }: World, first: PlainDate, count: number): Promise<void> {
  await addVisits(loader, now, { count, visitDate: sql`${first}::date + n % 28`, kana: 'ツキ' });
}

/** Everybody of a busy day at the reception, half of them here. */
export async function addDay({ db, now, today }: World, people: number): Promise<number[]> {
  const numbers = await addVisits(db, now, { count: people, visitDate: sql`${today}::date`, kana: 'ウケツケ' });
  await sql`
    with marked as (
      insert into reception_marks (institution_code, reservation_number, visit_date, state, at, administrator_id)
      select ${HOSPITAL}, number, ${today}::date, 'arrived', ${now}, ${CLERK.userId}
        from unnest(${numbers}::int[]) as number where number % 2 = 0
      returning reservation_number)
    insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act)
    select ${HOSPITAL}, reservation_number, ${now}, 'administrator', ${CLERK.userId}, 'received' from marked`.execute(
    db,
  );
  return numbers;
}

/** So many of today with the course of the ground, whose options can be changed. */
export const addAmendable = ({ db, now, today, ground }: World, count: number): Promise<number[]> =>
  addVisits(db, now, { count, visitDate: sql`${today}::date`, kana: 'ヘンコウ', fiscalYear: ground.year });

export const SENDING_DAYS = 14;

/** Visits of the next days: to so many something has to be sent, and to as many it was. */
export async function addSendings({ loader, now, today, ground }: World, count: number): Promise<number[]> {
  const visits = { count, fiscalYear: ground.year, visitDate: sql`${today}::date + 1 + n % ${SENDING_DAYS}::int` };
  const due = await addVisits(loader, now, { ...visits, kana: 'ハッソウマエ' });
  const sent = await addVisits(loader, now, { ...visits, kana: 'ハッソウアト' });
  await sql`update courses set sends = true where institution_code = ${HOSPITAL}`.execute(loader);
  await sql`
    insert into sendings (institution_code, reservation_number, sent_on, visit_date, parts, sent_by, at)
    select institution_code, reservation_number, ${today}::date - 1, visit_date, '{course}', ${CLERK.userId}, ${now}
      from reservations where institution_code = ${HOSPITAL} and reservation_number = any(${sent}::int[])`.execute(
    loader,
  );
  await sql`vacuum analyze reservations, reservation_options, sendings`.execute(loader);
  return due;
}

/** The act while the institution sends things, which is switched on and off outside of what is measured. */
export function whileSending({ loader }: World, act: Act): Act {
  const send = (days: number) =>
    sql`update institutions set sending_days = ${days} where institution_code = ${HOSPITAL}`.execute(loader);
  return async (calls) => {
    await send(SENDING_DAYS);
    return act(calls).finally(() => send(0));
  };
}

/** The act with notes about so many people, which are written before it and not measured. */
export const withNotes =
  ({ loader }: World, count: number, act: Act): Act =>
  async (calls) => {
    await sql`delete from person_notes where institution_code = ${HOSPITAL}`.execute(loader);
    await sql`
      insert into person_notes (institution_code, folded_kana, birth_date, patient_number, body, updated_at, updated_by)
      select distinct on (patient_number) institution_code, folded_kana, birth_date, patient_number, '車いす', now(), ${CLERK.userId}
        from reservations where institution_code = ${HOSPITAL} and patient_number <> ''
       order by patient_number limit ${count}`.execute(loader);
    await sql`vacuum analyze person_notes`.execute(loader);
    return act(calls);
  };

let waves = 0;

/** Half of them to be reminded of and half to be followed by an invitation; each another person. */
export async function addDue({ db, now, today }: World, count: number, months: number): Promise<void> {
  const kana = `ツウチ${++waves}`;
  const ahead = sql`${today}::date + 1 + n % 90`;
  const past = sql`(${today}::date - make_interval(months => ${months}::int))::date - n % 28`;
  const mail = `due${waves}n`;
  const half = Math.floor(count / 2);
  await addVisits(db, now, { count: half, visitDate: ahead, kana: `${kana}マエ`, mail: `a${mail}` });
  await addVisits(db, now, { count: count - half, visitDate: past, kana: `${kana}アト`, mail: `b${mail}` });
}

const COLUMNS = 60;
export const PATTERN = '001';

/** A CSV pattern of sixty columns. */
export async function addPattern({ db }: World): Promise<void> {
  const own = { institution_code: HOSPITAL, pattern_code: PATTERN };
  await db
    .insertInto('csv_patterns')
    .values({ ...own, name: '計測用' })
    .execute();
  const options = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(4, '0'));
  const attributes = Object.keys(ATTRIBUTES).slice(0, COLUMNS - options.length);
  const items = [
    ...attributes.map((attribute) => ({ attribute, group_code: null, option_code: null })),
    ...options.map((option_code) => ({ attribute: null, group_code: '0001', option_code })),
  ];
  await db
    .insertInto('csv_pattern_items')
    .values(items.map((item, index) => ({ ...own, ...item, position: index + 1 })))
    .execute();
}

/** Accounts with a session each. */
export async function logPeopleIn({ db, now }: World, name: string, count: number) {
  const rows = Array.from({ length: count }, (_, n) => ({
    institution_code: HOSPITAL,
    mail: `${name}${n}@example.jp`,
  }));
  const people = await db.insertInto('examinees').values(rows).returning(['examinee_id', 'mail']).execute();
  const loggedIn: { examineeId: number; mail: string; token: string }[] = [];
  for (const { examinee_id: examineeId, mail } of people) {
    const token = await issueToken(db, { kind: 'examinee', institutionCode: HOSPITAL, examineeId }, now);
    loggedIn.push({ examineeId, mail, token });
  }
  return loggedIn;
}

/** The month that `addMonth` fills: far behind what is booked meanwhile. */
export const farDay = (today: PlainDate) => addDays(today, 300);
