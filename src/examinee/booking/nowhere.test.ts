// A calendar without any capacity in all its months says so; one that is only full, or empty in this month alone, does not.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FRAMES_WITH_CAPACITY } from '#booking/availability/availability.ts';
import { guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildWorld } from '#tests/kit/booking-world.ts';
import { planOf, settle } from '#tests/kit/plans.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const CLINIC = '20000009';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ env: { AVAILABILITY_REQUESTS_PER_MINUTE: '0' } });
  await buildWorld(service.db, {
    institutionCode: CLINIC,
    institution: { bookable_from_days: 1, bookable_to_days: 120 },
    slots: { '09': 540 },
    frames: { '0001': { by: 'time' }, '0002': { by: 'day' } },
    courses: [{ code: '0001', prices: [{ amount: 1 }], frames: [{ frame: '0001' }, { frame: '0002' }] }],
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.db.deleteFrom('frame_capacities').execute();
  await service.db.deleteFrom('calendar_days').execute();
});

const place = (frame: string, day: string, slot: string, used = 0) =>
  sql`insert into frame_capacities (institution_code, frame_code, visit_date, slot_code, capacity, used)
      values (${CLINIC}, ${frame}, ${day}::date, ${slot}, 1, ${used})`.execute(service.db);

async function show(month: number | null = null) {
  const asked = stepForm(guestForm(CLINIC), { calenderYear: 2026, calenderMonth: month ?? 0, reserveDate: '' });
  const path = month ? 'ChangeCalender' : 'FirstDisplay';
  const { body } = await service.post(`/api/CommonSelectCalender/${path}`, asked);
  expect(body.errorCode).toBe(0);
  return body.isNowhere;
}

test('nothing in any month: nowhere, whichever is shown', async () => {
  expect(await show()).toBe('1');
  expect(await show(12)).toBe('1');
});

test('a day of another month is enough', async () => {
  await place('0001', '2027-02-01', '09');
  await place('0002', '2027-02-01', 'ZZ');
  expect(await show()).toBe('0');
  expect(await show(12)).toBe('0');
});

test('a place that is taken is no reason to send anybody away for good', async () => {
  await place('0001', '2026-12-01', '09', 1);
  await place('0002', '2026-12-01', 'ZZ', 1);
  expect(await show(11)).toBe('0');
  expect(await show(12)).toBe('0');
});

test('one of two frames is nowhere: so is the course', async () => {
  await place('0001', '2027-02-01', '09');
  expect(await show()).toBe('1');
});

test('closed days and days beyond the bookable ones are none', async () => {
  for (const day of ['2027-02-01', '2027-03-31']) {
    await place('0001', day, '09');
    await place('0002', day, 'ZZ');
  }
  expect(await show()).toBe('0');
  await sql`insert into calendar_days values (${CLINIC}, '2027-02-01', 'closed')`.execute(service.db);
  expect(await show()).toBe('1');
});

test('a month with places costs no statement more', async () => {
  await place('0001', '2026-12-01', '09', 1);
  await place('0002', '2026-12-01', 'ZZ');
  await show(12);
  expect(await watchStatements(() => show(12))).toHaveLength(1);
});

test('it is looked up by the institution, the frame and the day', async () => {
  await sql`
    insert into frame_capacities (institution_code, frame_code, visit_date, slot_code, capacity)
    select ${CLINIC}, frame, date '2026-11-15' + n, 'ZZ', 0 from generate_series(1, 3000) n, unnest(array['0001', '0002']) frame`.execute(
    service.db,
  );
  await settle(service.admin);
  const values = [CLINIC, '2026-11-16', '2027-03-15', ['0001', '0002']];
  const plan = await planOf(service.db, 'force_generic_plan', FRAMES_WITH_CAPACITY, values);
  const reads = plan.filter((node) => node['Relation Name'] === 'frame_capacities');
  expect(reads.map((node) => [node['Node Type'].replace(' Only', ''), node['Index Name']])).toEqual([
    ['Index Scan', 'frame_capacities_pkey'],
  ]);
});
