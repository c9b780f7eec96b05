// The institution that bookings are measured on: a year's worth of places, and as many reservations as wanted.
import { sql } from 'kysely';
import { type Db, openDatabase } from '#db/database.ts';
import type { connectRunning } from '#db/embedded/embedded.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { type Form, guestForm } from '#tests/kit/booking-forms.ts';
import { buildWorld } from '#tests/kit/booking-world.ts';

export const HOSPITAL = '70000001';
export const SLOTS = ['08', '09', '10', '11', '13', '14'];
/** Days ahead that every course of this year can be booked on, whatever today is. */
const SPAN = 120;

export interface Ground {
  days: PlainDate[];
  year: number;
}

/** Days of one fiscal year, since a course belongs to one. */
export function groundOf(today: PlainDate): Ground {
  const year = fiscalYearOf(addDays(today, 20));
  const days = Array.from({ length: SPAN }, (_, index) => addDays(today, 20 + index));
  return { year, days: days.filter((day) => fiscalYearOf(day) === year) };
}

export async function buildBookingGround(db: Db, today: PlainDate): Promise<Ground> {
  const ground = groundOf(today);
  const optionCodes = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(4, '0'));
  const options = Object.fromEntries(
    optionCodes.map((code, index) => [code, index % 4 === 0 ? { frame: index % 8 === 0 ? '0002' : '0003' } : {}]),
  );
  await buildWorld(db, {
    institutionCode: HOSPITAL,
    institution: { bookable_from_days: 1, bookable_to_days: 400 },
    slots: Object.fromEntries(SLOTS.map((slot) => [slot, Number(slot) * 60])),
    frames: { '0001': { by: 'time' }, '0002': { by: 'time' }, '0003': { by: 'day', count: 'parts' } },
    groups: { '0001': { multiple: true, options } },
    courses: [
      {
        code: '0001',
        year: ground.year,
        registration: [addDays(today, -300), addDays(today, 300)],
        prices: [
          { amount: 11_000, sex: 'male', ages: [0, 39] },
          { amount: 8800, sex: 'male', ages: [40, 99] },
          { amount: 12_100, sex: 'female', ages: [0, 39] },
          { amount: 9900, sex: 'female', ages: [40, 99] },
        ],
        frames: [{ frame: '0001' }],
        options: optionCodes.map((option, index) => ({ option, amount: 1100 * index })),
      },
    ],
    capacity: { from: today, to: addDays(today, 400), frames: { '0001': 999, '0002': 999, '0003': 999 } },
  });
  return ground;
}

/** The n-th booking: another person, day and slot each time, with an option that has a frame of its own. */
export function bookingForm({ days, year }: Ground, n: number, mail: string): Form {
  return guestForm(HOSPITAL, {
    nend: year,
    sex: '2',
    courseJkcd: '04',
    sumGkgk: 9900 + 1100,
    email1: mail,
    btdyYear: 1970,
    inputBtdyYear: 1970,
    age: agesOf(days),
    opbr: ['0001', '0001'],
    opcd: ['0001', '0002'],
    optionJkcd: ['01', '02'],
    reserveDate: days[n % days.length]?.replaceAll('-', '/'),
    reserveTmzn: SLOTS[Math.floor(n / days.length) % SLOTS.length],
    requestId: `bench-${Math.random().toString(36).slice(2)}${n.toString().padStart(20, '0')}`,
  });
}

/** The person was born on May 5: what today's steps would have said. */
function agesOf(days: readonly PlainDate[]): number {
  const today = addDays(days[0] ?? '', -20);
  return Number(today.slice(0, 4)) - 1970 - (today.slice(5) >= '05-05' ? 0 : 1);
}

/** A million rows are loaded by statements that may take as long as they need. */
export function openLoader({
  user,
  database,
  host,
  port,
}: NonNullable<ReturnType<typeof connectRunning>>['superuser']): Db {
  const socket = `host=${encodeURIComponent(host)}&port=${port}`;
  return openDatabase({ connectionString: `postgresql://${user}@/${database}?${socket}&statement_timeout=0` }, 1);
}

/** Reservations of the past three years, all with their options, places and history, owned by every fifth as many people. */
export async function addReservations(db: Db, from: number, to: number, today: PlainDate): Promise<void> {
  await sql`
    insert into examinees (institution_code, mail, family_name, given_name, family_kana, given_kana, birth_date, sex)
    select ${HOSPITAL}, 'old' || n || '@example.jp', '健診', '太郎', 'ケンシン', 'タロウ', '1970-01-01', 'male'
      from generate_series(${from}::int, ${to}::int - 1, 5) as n`.execute(db);
  await sql`
    insert into frame_capacities (institution_code, frame_code, visit_date, slot_code, capacity)
    select ${HOSPITAL}, '0001', ${today}::date - d, s, 999
      from generate_series(1, 1000) as d, unnest(${SLOTS}::text[]) as s
    on conflict do nothing`.execute(db);
  await sql`
    insert into reservations (institution_code, reservation_number, examinee_id, status, desired, fiscal_year, client_code,
      course_code, price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_amount,
      total_amount, tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail,
      accepts_mail, phone, city, created_at, updated_at)
    select ${HOSPITAL}, 200000000 + n, e.first + ((n - ${from}) / 5), 'confirmed', false, 2025, '00000000', '0001', '01',
           ${today}::date - 1 - n % 1000, (${SLOTS}::text[])[1 + n % 6], 540, '個人', 'コース', 10000, 12200, 'included', true,
           '健診', '太郎', 'ケンシン', 'タロウ', date '1935-01-01' + n % 25000, 50, 'male', 'old' || n || '@example.jp', true, '045-000-0123',
           '横浜市中区', ${today}::date - (30 + n % 1000) * interval '1 day', ${today}::date - (30 + n % 1000) * interval '1 day'
      from generate_series(${from}::int, ${to}::int - 1) as n,
           (select min(examinee_id) as first from examinees
             where institution_code = ${HOSPITAL} and lower(mail) = 'old' || ${from}::int || '@example.jp') as e`.execute(
    db,
  );
  // The next booking's number comes after theirs.
  await sql`select setval('reservation_numbers', 200000000 + ${to}::int)`.execute(db);
  await sql`
    insert into reservation_options
    select ${HOSPITAL}, 200000000 + n, p, '0001', '000' || (1 + p), '01', 'オプション', 1100
      from generate_series(${from}::int, ${to}::int - 1) as n, generate_series(0, 1) as p`.execute(db);
  await sql`
    insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act)
    select ${HOSPITAL}, 200000000 + n, now(), 'administrator', 'clinic01', 'booked'
      from generate_series(${from}::int, ${to}::int - 1) as n`.execute(db);
  await sql`
    insert into reservation_places
    select ${HOSPITAL}, reservation_number, '0001', visit_date, slot_code, 1, true
      from reservations where institution_code = ${HOSPITAL}
       and reservation_number between 200000000 + ${from}::int and 200000000 + ${to}::int - 1`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
