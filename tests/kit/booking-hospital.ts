// One hospital that has a bit of everything, for tests of bookings. "Now" is Sunday, 2026-11-15 10:00.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { findViolations } from '#server/verify/verify.ts';
import { buildWorld, type WorldSpec } from './booking-world.ts';

export const HOSPITAL = '20000001';
export const SOCIETY = '30000001';
export const DESIRED = '30000002';
export const NO_GUESTS = '30000003';
export const INVISIBLE = '30000004';

const reception = [{ frame: '0001' }];
const plain = { code: '0001', prices: [{ amount: 7700 }], frames: reception };

const SPEC: WorldSpec = {
  institutionCode: HOSPITAL,
  institution: { bookable_from_days: 1, bookable_to_days: 180, no_course_text: 'お電話で\nお尋ねください。' },
  slots: { '09': 540, '10': 600 },
  frames: {
    '0001': { by: 'time' }, // reception
    '0002': { by: 'time' }, // endoscopy
    '0003': { by: 'day', count: 'parts' }, // women's examinations
    '0004': { by: 'day' }, // MRI
    '0005': { by: 'day' }, // a quota
  },
  groups: {
    '0001': { options: { '0001': { initial: true }, '0002': { frame: '0002' }, '0003': { frame: '0002' } } },
    '0002': { multiple: true, options: { '0004': { frame: '0003' }, '0005': { frame: '0003' }, '0006': {} } },
    '0003': { multiple: true, options: { '0007': { frame: '0004' } } },
  },
  clients: {
    [SOCIETY]: {
      insurer_number: '06990014',
      age_basis: 'next_year',
      age_month: 3,
      age_day: 31,
      categories: { '01': '本人', '02': '配偶者' },
    },
    [DESIRED]: { booking_method: 'desired', prices_shown: false },
    [NO_GUESTS]: { guest_booking: false },
    [INVISIBLE]: { usable: false },
  },
  courses: [
    {
      code: '0001',
      prices: [{ amount: 10000 }],
      frames: reception,
      options: [
        { option: '0001', amount: 0 },
        { option: '0002', amount: 5500 },
        { option: '0003', amount: 5500 },
        { option: '0004', amount: 5500, sex: 'female', ages: [40, 99] },
        { option: '0005', amount: 4400, sex: 'female' },
        { option: '0006', amount: 2750 },
        { option: '0007', amount: 27500 },
      ],
    },
    {
      code: '0002',
      prices: [
        { amount: 11000, sex: 'male', ages: [0, 39] },
        { amount: 8800, sex: 'male', ages: [40, 99] },
        { amount: 12100, sex: 'female', ages: [0, 39] },
        { amount: 9900, sex: 'female', ages: [40, 99] },
      ],
      frames: [{ frame: '0001' }, { frame: '0005', sex: 'female' }],
    },
    { code: '0003', prices: [{ amount: 1 }], frames: reception, published: false },
    { code: '0004', prices: [{ amount: 1 }], frames: reception, registration: ['2026-01-01', '2026-11-14'] },
    { code: '0005', prices: [{ amount: 6600 }], frames: [{ frame: '0004' }] },
    { code: '0006', year: 2027, prices: [{ amount: 13000 }], frames: reception },
    {
      client: SOCIETY,
      code: '0001',
      prices: [
        { amount: 5500, category: '01' },
        { amount: 16500, category: '02', ages: [40, 75] },
      ],
      frames: [{ frame: '0001' }, { frame: '0005', category: '01' }],
    },
    { client: DESIRED, ...plain },
    { client: DESIRED, code: '0002', prices: [{ amount: 7700 }], frames: [{ frame: '0004' }] },
    { client: NO_GUESTS, ...plain },
    { client: INVISIBLE, ...plain },
  ],
  capacity: {
    from: '2026-11-15',
    to: '2027-04-30',
    frames: { '0001': { '09': 3, '10': 2 }, '0002': { '09': 1, '10': 1 }, '0003': 4, '0004': 2, '0005': 2 },
  },
  closed: ['2026-12-06', '2026-12-13', '2027-01-01'],
};

export const buildHospital = (db: Db) => buildWorld(db, SPEC);

/** The counters of a day that are not 0, e.g. { '0001/09': 1 }. */
export async function usedOn(db: Db, date: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ key: string; used: number }>`
    select frame_code || '/' || slot_code as key, used from frame_capacities
     where institution_code = ${HOSPITAL} and visit_date = ${date}::date and used > 0 order by 1`.execute(db);
  return Object.fromEntries(rows.map(({ key, used }) => [key, used]));
}

/** Where a counter is not the sum of what reservations hold, or a count not that of the live ones; empty at all times. */
export async function wrongCounters(db: Db): Promise<unknown[]> {
  return findViolations(askOf(db), ['used-places', 'live-counts']);
}

/** Whatever is not as it must be, in one state of the data. */
export const violationsIn = (db: Db): Promise<unknown[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((reading) => findViolations(askOf(reading)));

const askOf = (db: Db) => async (text: string) => (await sql.raw<object>(text).execute(db)).rows;

const WRITTEN = [
  'reservations',
  'reservation_options',
  'reservation_places',
  'reservation_history',
  'examinees',
] as const;
const WRITTEN_TOO = ['examinee_credentials', 'answered_requests', 'outbox_mails'] as const;

/** How many rows there are of everything that a booking writes. */
export async function countWritten(db: Db): Promise<Record<string, number>> {
  const tables = [...WRITTEN, ...WRITTEN_TOO];
  const columns = tables.map((table) => sql`(select count(*) from ${sql.table(table)}) as ${sql.ref(table)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(db);
  return rows[0] ?? {};
}
