// Clerks and examinees at the same cells at once: nothing is lost, nothing oversold, and nobody waits without need.
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wrongCounters } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openBench } from '#tests/torture/bench.ts';
import { rangeForm } from '#tests/torture/calendar-acts.ts';
import { bookAnyone, countDeadlocks, openRaceGround } from '#tests/torture/races.ts';

const CLINIC = '60000001';
const OTHER = '60000002';
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
let home: TestService;
let bench: Awaited<ReturnType<typeof openBench>>;
let staff: string;

beforeAll(async () => {
  home = await startTestService();
  bench = await openBench(home.connection);
  await openRaceGround(bench, CLINIC, 20);
  await openRaceGround(bench, OTHER, 20);
  staff = await bench.staffTokenFor(CLINIC);
});
afterAll(async () => {
  await bench?.close();
  await home?.close();
});

const post = async (name: string, form: Record<string, unknown>) =>
  (await bench.post(`/api/${name}`, form, staff)).body;
const MONTH = { calenderYear: 2026, calenderMonth: 12 };

interface Cell {
  date: string;
  tmzn: string;
  cnt1: number;
  takenCount: number;
}

async function look(waku: string, date: string, tmzn: string): Promise<Cell & { version: string }> {
  const { wkkrListOfTime, version } = await post('MasterWWKKR/ChangeDisplay', { waku, ...MONTH });
  const cell = (wkkrListOfTime as Cell[]).find((each) => each.date === date && each.tmzn === tmzn)!;
  return { ...cell, version: version as string };
}

test('clerks who each add one to what they see lose none of their additions, while others book', async () => {
  const [date, tmzn] = ['2026/12/10', '09'];
  const before = (await look('0001', date, tmzn)).cnt1;
  const addOne = async (): Promise<number> => {
    for (let attempt = 1; ; attempt++) {
      const { cnt1, version } = await look('0001', date, tmzn);
      const form = { dates: [date], tmzns: [tmzn], cnt1s: [cnt1 + 1], recordStatuses: ['12'] };
      const { errorCode } = await post('MasterWWKKR/Update', { waku: '0001', ...MONTH, ...form, version });
      if (errorCode === 0) return attempt;
      expect(errorCode).toBe(14);
    }
  };
  const clerks = Array.from({ length: 5 }, async () => {
    let tries = 0;
    for (let round = 0; round < 4; round++) tries += await addOne();
    return tries;
  });
  const bookings = Array.from({ length: 10 }, () => bookAnyone(bench, CLINIC, '2026-12-10'));
  const tries = (await Promise.all(clerks)).reduce((sum, each) => sum + each, 0);
  for (const { body } of await Promise.all(bookings)) expect(body.errorCode).toBe(0);
  expect(await look('0001', date, tmzn)).toMatchObject({ cnt1: before + 20, takenCount: 10 });
  // Else nobody was in anybody's way, and this has shown nothing.
  expect(tries).toBeGreaterThan(20);
});

test('while places are lowered to what is taken, every booking is counted or refused', async () => {
  const lower = (waku: string) =>
    post('MasterWWKKRBulk/Register', {
      waku,
      ...rangeForm('2026-12-14', '2026-12-18', EVERY_DAY),
      clamp: '1',
      tmzns: ['09', '10', '11'],
      tmznWakuCnt1: [0, 0, 0],
    });
  for (const day of ['2026-12-14', '2026-12-15', '2026-12-16', '2026-12-17', '2026-12-18']) {
    const bookings = Array.from({ length: 12 }, () => bookAnyone(bench, CLINIC, day));
    const lowered = await Promise.all([lower('0001'), lower('0001'), lower('0002')]);
    for (const { errorCode } of lowered) expect(errorCode).toBe(0);
    const booked = (await Promise.all(bookings)).filter(({ body }) => body.errorCode === 0).length;
    expect(await look('0001', day.replaceAll('-', '/'), '09')).toMatchObject({ cnt1: booked, takenCount: booked });
    await post('MasterWWKKRBulk/Register', {
      waku: '0001',
      ...rangeForm('2026-12-14', '2026-12-18', EVERY_DAY),
      clamp: '1',
      tmzns: ['09'],
      tmznWakuCnt1: [20],
    });
  }
  expect(await wrongCounters(bench.service.db)).toEqual([]);
  expect(await countDeadlocks(bench.service.db)).toBe(0);
});

/** Makes the moment between looking and writing a long one. */
async function withSlowWrites(table: string, work: () => Promise<void>): Promise<void> {
  const db = home.admin;
  await sql`
    create function doze() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return null; end $$`.execute(
    db,
  );
  await sql`
    create trigger doze before insert on ${sql.table(table)} for each statement execute function doze()`.execute(db);
  try {
    await work();
  } finally {
    await sql`drop function doze cascade`.execute(db);
  }
}

test.each([
  {
    what: 'a cell that has no record',
    table: 'frame_capacities',
    look: { path: 'MasterWWKKR/ChangeDisplay', form: { waku: '0002', calenderYear: 2028, calenderMonth: 2 } },
    update: 'MasterWWKKR/Update',
    edit: { dates: ['2028/02/29'], tmzns: ['09'], cnt1s: ['5'], recordStatuses: ['13'] },
  },
  {
    what: 'a day that has no record',
    table: 'calendar_days',
    look: { path: 'MasterWCALM/ChangeCalender', form: { calenderYear: 2028, calenderMonth: 2 } },
    update: 'MasterWCALM/Update',
    edit: { dates: ['2028/02/29'], ckbns: ['1'], recordStatuses: ['13'] },
  },
])(
  'of clerks who change $what at once, one is first and the others are told',
  async ({ table, look, update, edit }) => {
    const { version } = await post(look.path, look.form);
    await withSlowWrites(table, async () => {
      const answers = await Promise.all([1, 2, 3].map(() => post(update, { ...look.form, ...edit, version })));
      expect(answers.map(({ errorCode }) => errorCode).sort()).toEqual([0, 14, 14]);
    });
  },
);

test('nobody takes a place between the look at what is taken and the lowering to it', async () => {
  const date = '2027-01-06';
  expect((await bookAnyone(bench, CLINIC, date)).body.errorCode).toBe(0);
  await withSlowWrites('frame_capacities', async () => {
    const lowering = post('MasterWWKKRBulk/Register', {
      waku: '0001',
      ...rangeForm(date, date, EVERY_DAY),
      clamp: '1',
      tmzns: ['09'],
      tmznWakuCnt1: [0],
    });
    await someoneWaits('PgSleep');
    const tooLate = await bookAnyone(bench, CLINIC, date);
    expect(await lowering).toMatchObject({ errorCode: 0, clampCount: 1 });
    expect(tooLate.body).toMatchObject({ errorCode: 13, redoStep: 'calendar' });
  });
  const { wkkrListOfTime } = await post('MasterWWKKR/ChangeDisplay', {
    waku: '0001',
    calenderYear: 2027,
    calenderMonth: 1,
  });
  expect(wkkrListOfTime).toContainEqual(expect.objectContaining({ date: '2027/01/06', cnt1: 1, takenCount: 1 }));
});

test('a bulk edit that is held up holds up neither other frames, nor other days of its own, nor other institutions', async () => {
  const holder = new pg.Client(home.connection);
  await holder.connect();
  try {
    await holder.query('begin');
    const cell = `institution_code = $1 and frame_code = '0001' and visit_date = '2027-01-20' and slot_code = '10'`;
    await holder.query(`select from frame_capacities where ${cell} for update`, [CLINIC]);
    const edit = post('MasterWWKKRBulk/Register', {
      waku: '0001',
      ...rangeForm('2027-01-15', '2027-01-25', EVERY_DAY),
      tmzns: ['09', '10', '11'],
      tmznWakuCnt1: [7, 7, 7],
    });
    await someoneWaits();
    const others = await Promise.all([
      bookAnyone(bench, CLINIC, '2027-01-20', { kscd: '0002' }),
      bookAnyone(bench, CLINIC, '2027-01-26'),
      bookAnyone(bench, OTHER, '2027-01-20'),
    ]);
    expect(others.map(({ body }) => body.errorCode)).toEqual([0, 0, 0]);
    // Its own frame's days are held until it is done.
    const own = bookAnyone(bench, CLINIC, '2027-01-19');
    await holder.query('rollback');
    expect(await edit).toMatchObject({ errorCode: 0, updateCount: 11 });
    expect((await own).body.errorCode).toBe(0);
  } finally {
    await holder.end();
  }
});

test('bookings do not wait for a clerk who closes days and is held up', async () => {
  const sunday = '2027-02-07';
  await post('MasterWCALMBulk/Register', rangeForm(sunday, sunday, [1]));
  const holder = new pg.Client(home.connection);
  await holder.connect();
  try {
    await holder.query('begin');
    const day = 'institution_code = $1 and day = $2';
    await holder.query(`update calendar_days set status = 'open' where ${day}`, [CLINIC, sunday]);
    const closing = post('MasterWCALMBulk/Register', rangeForm('2027-02-01', '2027-02-28', [1]));
    await someoneWaits();
    const bookings = [bookAnyone(bench, CLINIC, '2027-02-02'), bookAnyone(bench, OTHER, '2027-02-02')];
    for (const { body } of await Promise.all(bookings)) expect(body.errorCode).toBe(0);
    await holder.query('commit');
    expect(await closing).toMatchObject({ errorCode: 0, updateCount: 4 });
  } finally {
    await holder.end();
  }
});

/** For a lock, or asleep. */
async function someoneWaits(event: 'Lock' | 'PgSleep' = 'Lock'): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const { rows } = await sql`
      select from pg_stat_activity where ${event} in (wait_event_type, wait_event) and datname = current_database()`.execute(
      bench.service.db,
    );
    if (rows.length > 0) return;
    await wait(10);
  }
  throw new Error('nobody waits');
}
