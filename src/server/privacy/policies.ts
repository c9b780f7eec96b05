// How long an institution keeps what: its own settings, or what holds where it has settled nothing; and what becomes of reservations then.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { startOfDay, today } from '#domain/calendar/clock.ts';
import { addDays, addYears, type PlainDate } from '#domain/calendar/plain-date.ts';

export interface Policy {
  institutionCode: string;
  reserveYears: number;
  mailDays: number;
  logYears: number;
  /** What is to hold instead, and from when: a shorter time is notified first. */
  reserveYearsNext: number | null;
  reserveYearsFrom: PlainDate | null;
  logYearsNext: number | null;
  logYearsFrom: PlainDate | null;
  /** No reservation is made anonymous before this day. */
  anonymiseFrom: PlainDate | null;
  version: number;
}

/** Whoever was there before anything was forgotten is notified first; so is everybody of a shorter time, who may still take it back. */
export const NOTICE_DAYS = 30;

/** $1 today: what was announced long enough ago holds. */
const takeEffect = query(`
  update institution_policies
     set reserve_years = case when reserve_years_from <= $1::date then reserve_years_next else reserve_years end,
         reserve_years_next = case when reserve_years_from > $1::date then reserve_years_next end,
         reserve_years_from = case when reserve_years_from > $1::date then reserve_years_from end,
         log_years = case when log_years_from <= $1::date then log_years_next else log_years end,
         log_years_next = case when log_years_from > $1::date then log_years_next end,
         log_years_from = case when log_years_from > $1::date then log_years_from end
   where reserve_years_from <= $1::date or log_years_from <= $1::date`);

/** Nor is anybody led through the first day who has bookings already. */
const settle = query(`
  insert into institution_policies (institution_code, anonymise_from, first_day_done_at)
  select institution_code, $1::date,
         case when exists (select from reservations r where r.institution_code = i.institution_code) then now() end
    from institutions i
   where not exists (select from institution_policies p where p.institution_code = i.institution_code)
  on conflict do nothing`);

export const forgottenBefore = ({ reserveYears }: Pick<Policy, 'reserveYears'>, now: Date) =>
  addYears(today(now), -reserveYears);

const heldIn = (column: 'reserve_years' | 'log_years', name: string) => `
         coalesce(case when p.${column}_from <= $2::date then p.${column}_next else p.${column} end, 5) as "${name}",
         case when p.${column}_from > $2::date then p.${column}_next end as "${name}Next",
         case when p.${column}_from > $2::date then p.${column}_from end as "${name}From"`;

/** $2 today: what holds then, also where nothing was settled yet. */
const POLICIES = `
  select i.institution_code as "institutionCode", ${heldIn('reserve_years', 'reserveYears')},
         coalesce(p.mail_days, 90) as "mailDays", ${heldIn('log_years', 'logYears')},
         p.anonymise_from as "anonymiseFrom", coalesce(p.version, 0) as version
    from institutions i left join institution_policies p using (institution_code)`;

const read = query<Policy>(`
  ${POLICIES} where $1::text is null or i.institution_code = $1 order by i.institution_code`);
const readOne = query<Policy>(`${POLICIES} where i.institution_code = $1`);

/** Those of one institution, or of all; whoever has none yet gets the usual ones, and time to read about them. */
export async function readPolicies(db: Db, now: Date, institutionCode: string | null = null): Promise<Policy[]> {
  await settle(db, addDays(today(now), NOTICE_DAYS));
  await takeEffect(db, today(now));
  return read(db, institutionCode, today(now));
}

export async function readPolicy(db: Db, institutionCode: string, now: Date): Promise<Policy> {
  const [policy] = await readOne(db, institutionCode, today(now));
  if (!policy) throw new Error(`there is no institution ${institutionCode}`);
  return policy;
}

interface Due {
  reserveCount: number;
  mailCount: number;
  logCount: number;
}

/** Visits behind the place that the work has come to: all before it are anonymous. */
export const COUNT_DUE = `
  select (select count(*) from reservations r
           where r.institution_code = $1 and r.visit_date < $2::date and r.anonymised_at is null
             and r.visit_date >= coalesce((select (p.place #>> '{at,visitDate}')::date from privacy_progress p
                                            where p.institution_code = $1 and p.table_name = 'reservations'), '0001-01-01')
         ) as "reserveCount",
         (select count(*) from outbox_mails m
           where m.institution_code = $1 and m.created_at < $3 and m.state <> 'waiting' and m.recipient <> '') as "mailCount",
         (select count(*) from access_log l where l.institution_code = $1 and l.at < $4) as "logCount"`;
const readDue = query<Due>(COUNT_DUE);

type Spans = Pick<Policy, 'institutionCode' | 'reserveYears' | 'mailDays' | 'logYears'>;

export async function countDue(db: Db, spans: Spans, now: Date): Promise<Due> {
  const { institutionCode, mailDays, logYears } = spans;
  const until = [forgottenBefore(spans, now), daysBefore(now, mailDays), yearsBefore(now, logYears)];
  const [due] = await readDue(db, institutionCode, ...until);
  return due ?? { reserveCount: 0, mailCount: 0, logCount: 0 };
}

export const yearsBefore = (now: Date, years: number) => startOfDay(addYears(today(now), -years));

/** So long the order of a CSV file's reservations is known, so that it can be made once more. */
export const FILE_DAYS = 31;

const DAY_MS = 24 * 3_600_000;
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

const run = query<{ count: number }>('select anonymise_reservations($1, $2::integer[], $3) as count');

/** Where they stand (migrations/functions/privacy.sql says what that is). */
export async function anonymise(db: Db, institutionCode: string, numbers: readonly number[], now: Date) {
  const [done] = await run(db, institutionCode, numbers, now);
  return done?.count ?? 0;
}
