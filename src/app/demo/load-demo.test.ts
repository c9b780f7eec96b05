// Proves that the demo keeps the rules of the service on any day it is loaded: places, prices, ages and open days.
import { verify } from '@node-rs/argon2';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESERVATION_COLUMNS } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { unknownVariables } from '#domain/mail/mail-variables.ts';
import { ageDay, ageOn } from '#domain/offer/age.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { planBookings } from './bookings.ts';
import { makeCalendar } from './calendar.ts';
import { loadDemo } from './ensure-demo.ts';
import { seededRandom } from './random.ts';

const DAYS = ['2026-11-15', '2027-02-20', '2028-02-29', '2027-03-31'];

describe.each(DAYS)('loaded on %s', (day) => {
  const now = new Date(`${day}T01:30:00Z`);
  let service: TestService;
  let db: Db;

  beforeAll(async () => {
    service = await startTestService();
    db = service.db;
    await db.transaction().execute((transaction) => loadDemo(transaction, now));
  });

  afterAll(() => service.close());

  const read = async <Row>(query: RawBuilder<Row>) => (await query.execute(db)).rows;
  const value = async (query: RawBuilder<unknown>) => Object.values((await query.execute(db)).rows[0] as object)[0];

  test('what frames count as used is what reservations hold, and never too much', async () => {
    const wrong = sql`
      with held as (
        select frame_code, visit_date, slot_code, sum(quantity) as held from reservation_places where held group by 1, 2, 3)
      select c.*, h.* from frame_capacities c full join held h using (frame_code, visit_date, slot_code)
      where coalesce(c.used, -1) <> coalesce(h.held, 0) or c.used > c.capacity`;
    expect(await read(wrong)).toEqual([]);
    expect(await value(sql`select sum(used) from frame_capacities`)).toBeGreaterThan(3000);
  });

  test('its first day is over: the guide is away', async () => {
    expect(await value(sql`select first_day_done_at from institution_policies`)).toEqual(now);
  });

  test('the institution has a picture, small enough for a phone', async () => {
    const [picture] = await read(
      sql<{ media_type: string; size: number }>`
        select media_type, octet_length(content) as size from institution_images`,
    );
    expect(picture?.media_type).toBe('image/webp');
    expect(picture?.size).toBeLessThan(150_000);
  });

  test('places are held by the states that hold them', async () => {
    const wrong = sql`
      select r.reservation_number from reservations r join reservation_places p using (reservation_number)
      where p.held <> (r.status = 'confirmed' or (r.status in ('new', 'changed') and not r.desired))
        or p.visit_date <> r.visit_date or p.slot_code not in (r.slot_code, 'ZZ')`;
    expect(await read(wrong)).toEqual([]);
  });

  test('each reservation has the places of its course and of its options, counted as the frame says', async () => {
    const wrong = sql`
      with parts as (
        select r.reservation_number, f.frame_code from reservations r
          join course_frames f using (client_code, fiscal_year, course_code)
          where f.age_from <= r.age and r.age <= f.age_to and coalesce(f.sex, r.sex) = r.sex
        union all
        select o.reservation_number, i.frame_code from reservation_options o
          join option_items i using (group_code, option_code) where i.frame_code is not null),
      needed as (
        select reservation_number, frame_code, case when counted_as = 'persons' then 1 else count(*) end as quantity,
          case when managed_by = 'day' then 'ZZ' end as slot_code
        from parts join frames using (frame_code) group by 1, 2, counted_as, managed_by)
      select * from needed n full join reservation_places p using (reservation_number, frame_code)
      where n.quantity is distinct from p.quantity or coalesce(n.slot_code, p.slot_code) <> p.slot_code
        or (n.slot_code is null and p.slot_code = 'ZZ')`;
    expect(await read(wrong)).toEqual([]);
  });

  test('nobody comes on a closed day, at a slot without a start, or outside the year', async () => {
    const wrong = sql`
      select r.reservation_number from reservations r
      left join calendar_days d on d.day = r.visit_date left join time_slots s using (slot_code)
      where d.status = 'closed' or s.start_minute is distinct from r.start_minute
        or r.visit_date not between make_date(r.fiscal_year, 4, 1) and make_date(r.fiscal_year + 1, 3, 31)`;
    expect(await read(wrong)).toEqual([]);
  });

  test('each was booked in time, and nothing happened in the future', async () => {
    const wrong = sql`
      select r.reservation_number from reservations r join courses c using (client_code, fiscal_year, course_code)
      where (r.created_at at time zone 'Asia/Tokyo')::date not between greatest(c.registration_from, r.visit_date - 180)
          and least(c.registration_to, r.visit_date - 14)
        or r.updated_at < r.created_at or r.updated_at > ${now} or not c.published`;
    expect(await read(wrong)).toEqual([]);
    expect(await value(sql`select max(at) from reservation_history`)).toSatisfy((at: Date) => at <= now);
  });

  test('amounts are those of the rows, and add up', async () => {
    const wrong = sql`
      select r.reservation_number from reservations r
      left join course_prices p on p.client_code = r.client_code and p.fiscal_year = r.fiscal_year
        and p.course_code = r.course_code and p.condition_code = r.price_condition_code
        and (p.category_code is null or p.category_code = r.category_code) and (p.sex is null or p.sex = r.sex)
        and r.age between p.age_from and p.age_to
      where p.amount is distinct from r.course_amount or r.total_amount <> r.course_amount + coalesce((
        select sum(o.amount) from reservation_options o where o.reservation_number = r.reservation_number), 0)`;
    expect(await read(wrong)).toEqual([]);
    const wrongOptions = sql`
      select r.reservation_number from reservation_options o join reservations r using (reservation_number)
      left join course_options c using (client_code, fiscal_year, course_code, group_code, option_code, condition_code)
      where c.amount is distinct from o.amount or coalesce(c.sex, r.sex) <> r.sex
        or r.age not between c.age_from and c.age_to`;
    expect(await read(wrongOptions)).toEqual([]);
    const twice = sql`
      select reservation_number from reservation_options join option_groups using (group_code)
      where selection = 'single' group by reservation_number, group_code having count(*) > 1`;
    expect(await read(twice)).toEqual([]);
  });

  test('ages are counted as the client counts them', async () => {
    const rows = await db
      .selectFrom('reservations as r')
      .innerJoin('clients as c', 'c.client_code', 'r.client_code')
      .select(['r.birth_date', 'r.age', 'r.fiscal_year', 'r.visit_date', 'c.age_basis', 'c.age_month', 'c.age_day'])
      .execute();
    const wrong = rows.filter((row) => {
      const basis = { basis: row.age_basis, month: row.age_month, day: row.age_day };
      return ageOn(row.birth_date, ageDay(basis, row.fiscal_year, row.visit_date)) !== row.age;
    });
    expect(wrong).toEqual([]);
  });

  test('as many as in a real year, with what waits for staff', async () => {
    const counts = await read(sql<{ status: string; count: number }>`
      select status, count(*) from reservations group by status`);
    const of = Object.fromEntries(counts.map(({ status, count }) => [status, count]));
    expect(of).toMatchObject({ new: 12, changed: 6, cancelled: 5, deleted: 5 });
    expect(of.cancel_confirmed).toBeGreaterThan(60);
    expect(of.confirmed).toBeGreaterThan(2500);
    expect(of.confirmed).toBeLessThan(3500);
    const full = sql`
      select visit_date from frame_capacities where frame_code = '0001' and visit_date > ${today(now)}::date + 13
      group by 1 having sum(used) = sum(capacity)`;
    expect((await read(full)).length).toBeGreaterThanOrEqual(6);
    const status = sql.raw(RESERVATION_COLUMNS.downloadStatus.sql);
    expect(await value(sql`select count(distinct ${status}) from reservations r`)).toBe(3);
    expect(await value(sql`select count(*) from csv_downloads`)).toBeGreaterThan(20);
  });

  test('a change points back to one that was replaced', async () => {
    const wrong = sql`
      select p.reservation_number from reservations p left join reservations s on s.replaces = p.reservation_number
      where (p.status in ('replaced_unconfirmed', 'replaced_confirmed')) <> (s.reservation_number is not null)
        or s.client_code <> p.client_code or s.fiscal_year <> p.fiscal_year or s.examinee_id <> p.examinee_id
        or (s.created_at at time zone 'Asia/Tokyo')::date > p.visit_date - 7 or s.created_at < p.created_at`;
    expect(await read(wrong)).toEqual([]);
    expect(await value(sql`select count(*) from reservations where status = 'changed' and replaces is null`)).toBe(0);
  });

  test('hanako has a past visit, one to come and one that was called off, and can log in', async () => {
    const rows = await db
      .selectFrom('reservations')
      .select(['visit_date', 'status', 'course_name', 'total_amount'])
      .where('mail', '=', 'hanako@example.jp')
      .orderBy('visit_date')
      .execute();
    expect(rows.map(({ status }) => status)).toEqual(['confirmed', 'confirmed', 'cancel_confirmed']);
    expect(rows[0]!.visit_date < today(now)).toBe(true);
    expect(rows[1]!.visit_date > today(now)).toBe(true);
    expect(rows[1]).toMatchObject({ course_name: '一日人間ドック', total_amount: 58_300 });
    const { hash } = await db.selectFrom('examinee_credentials').select('hash').executeTakeFirstOrThrow();
    expect(await verify(hash, 'Biyori#2026')).toBe(true);
  });

  test('the desk has been at work: callers, memos, people who are booked twice, who came and who did not', async () => {
    const [shares] = await read(sql<Record<string, number>>`
      select avg((origin = 'phone')::int)::float8 as phone, avg((staff_memo <> '')::int)::float8 as memo,
             (select avg((cancel_reason <> '')::int)::float8 from reservations where status = 'cancel_confirmed') as reason,
             (select avg((mail = '')::int)::float8 from reservations where origin = 'phone') as without_mail,
             count(*) filter (where (mail = '') <> (examinee_id is null)) as odd,
             count(*) filter (where mail = '' and origin <> 'phone') as nobody
        from reservations where status = 'confirmed'`);
    expect(shares).toMatchObject({ odd: 0, nobody: 0 });
    expect(shares!.phone).toBeGreaterThan(0.05);
    expect(shares!.phone).toBeLessThan(0.15);
    expect(shares!.memo).toBeGreaterThan(0.03);
    expect(shares!.memo).toBeLessThan(0.07);
    expect(shares!.reason).toBeCloseTo(0.5, 1);
    expect(shares!.without_mail).toBeGreaterThan(0.2);
    expect(shares!.without_mail).toBeLessThan(0.45);
    const twice = sql`
      select folded_kana, birth_date, fiscal_year from reservations
       where status in ('new', 'changed', 'confirmed') and visit_date > ${today(now)}::date
       group by 1, 2, 3 having count(*) > 1`;
    expect(await read(twice)).toHaveLength(3);

    const marks = await read(sql<{ state: string; day: string; count: number }>`
      select state, (visit_date = ${today(now)}::date)::text as day, count(*)::int as count from reception_marks group by 1, 2`);
    const of = (state: string, isToday: string) =>
      marks.find((mark) => mark.state === state && mark.day === isToday)?.count ?? 0;
    expect(of('no_show', 'false') / of('arrived', 'false')).toBeLessThan(0.08);
    expect(of('no_show', 'false')).toBeGreaterThan(0);
    const isOpen = (await read(sql`select from calendar_days where day = ${today(now)}::date`)).length === 0;
    expect(of('arrived', 'true') > 0).toBe(isOpen);
    const wrong = sql`
      select m.* from reception_marks m join reservations r using (institution_code, reservation_number)
       where r.status <> 'confirmed' or m.visit_date <> r.visit_date or m.at > ${now}`;
    expect(await read(wrong)).toEqual([]);
    const calls = await read(sql<{ channel: string; call: string }>`
      select channel, case when called_at is not null then 'called' else attempt end as call from notice_recipients`);
    expect(calls.filter(({ channel }) => channel === 'mail').length).toBeGreaterThanOrEqual(3);
    expect(
      calls
        .filter(({ channel }) => channel === 'phone')
        .map(({ call }) => call)
        .sort(),
    ).toEqual(['absent', 'callback', 'called']);
    const amended = await read(sql<{ isRight: boolean }>`
      select (h.details #>> '{total,to}')::integer = r.total_amount and r.download_status = 'changed' and h.at > m.at as "isRight"
        from reservation_history h
        join reservations r using (institution_code, reservation_number)
        join reception_marks m using (institution_code, reservation_number)
       where h.details ? 'options' and r.visit_date = ${today(now)}::date and m.state = 'arrived'`);
    expect(amended).toEqual(isOpen ? Array(3).fill({ isRight: true }) : []);
    const notes = await read(sql<{ isOfToday: boolean }>`
      select bool_or(r.visit_date = ${today(now)}::date) as "isOfToday" from person_notes n
        join reservations r on r.institution_code = n.institution_code and r.birth_date = n.birth_date and r.folded_kana = n.folded_kana
       group by n.note_id`);
    expect(notes).toHaveLength(6);
    expect(notes.filter(({ isOfToday }) => isOfToday)).toHaveLength(isOpen ? 2 : 0);
    const kits = await read(sql<{ urgent: number; due: number; returned: number; unsure: number }>`
      with kits as (
        select r.visit_date - 14 as due, r.postal_code, r.street, s.parts, s.returned_on
          from reservations r
          join courses c using (institution_code, client_code, fiscal_year, course_code)
          left join sendings s using (institution_code, reservation_number)
         where c.sends and holds_places(r.status, r.desired) and r.visit_date > ${today(now)}::date + 5)
      select count(*) filter (where due < ${today(now)}::date and parts is null)::int as urgent,
             count(*) filter (where due between ${today(now)}::date and ${today(now)}::date + 3)::int as due,
             count(returned_on)::int as returned,
             count(*) filter (where postal_code = '1050011' or street !~ '[0-9]')::int as unsure
        from kits`);
    expect(kits).toMatchObject([{ urgent: 1, returned: 1, unsure: 2 }]);
    expect(kits[0]?.due).toBeGreaterThan(2);
    const pending = await value(sql`select count(*)::int from csv_pending`);
    expect(pending).toBeGreaterThanOrEqual(40);
    expect(pending).toBeLessThan(90);
  });

  test('there is a letter of every kind, with variables that exist', async () => {
    const templates = await db.selectFrom('mail_templates').select(['kind', 'title', 'body']).execute();
    expect(new Set(templates.map(({ kind }) => kind)).size).toBe(9);
    expect(templates.flatMap(({ title, body }) => unknownVariables(title + body))).toEqual([]);
  });

  test('something can be booked today, and codes go on after those given', async () => {
    const open = sql`
      select count(distinct c.client_code) from courses c
      where published and ${today(now)}::date between registration_from and registration_to`;
    expect(await value(open)).toBe(4);
    const next = fiscalYearOf(today(now)) + 1;
    const published = await value(sql`select bool_or(published) from courses where fiscal_year = ${next}`);
    expect(published).toBe(today(now) >= `${next}-02-01`);
    const counters = await read(sql<{ scope: string; last_number: number }>`
      select scope, last_number from code_counters where scope in ('clients', 'courses', 'frames', 'options:0002') order by 1`);
    expect(counters.map(({ last_number }) => last_number)).toEqual([3, 7, 5, 6]);
    expect(await value(sql`select nextval('reservation_numbers') > max(reservation_number) from reservations`)).toBe(
      true,
    );
  });
});

test('is the same whenever it is planned for the same moment', () => {
  const plan = () => {
    const calendar = makeCalendar('2026-11-15');
    const now = new Date('2026-11-15T01:30:00Z');
    return JSON.stringify(planBookings({ now, today: '2026-11-15', random: seededRandom(1), calendar }));
  };
  const [once, again] = [plan(), plan()];
  // Not toBe: the difference of megabytes would never end.
  expect(once === again).toBe(true);
});
