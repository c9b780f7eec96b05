// A month's capacity copied to other months, through the HTTP server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAdministrator } from '#server/records/institutions.ts';
import { guestForm } from '#tests/kit/booking-forms.ts';
import { wrongCounters } from '#tests/kit/booking-hospital.ts';
import { buildWorld } from '#tests/kit/booking-world.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';

const CLINIC = '10000001';
const [TIMED, DAILY, EMPTY] = ['0001', '0002', '0003'];
let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  await buildWorld(service.db, {
    institutionCode: CLINIC,
    institution: { bookable_from_days: 1, bookable_to_days: 180 },
    slots: { '30': 480, '31': 540 },
    frames: { [TIMED]: { by: 'time' }, [DAILY]: { by: 'day' }, [EMPTY]: { by: 'day' } },
    courses: [{ code: '0001', prices: [{ amount: 10_000 }], frames: [{ frame: TIMED }] }],
    closed: ['2026-12-14', '2027-01-11'],
  });
  await addAdministrator(service.db, {
    institutionCode: CLINIC,
    displayName: '受付',
    password: PASSWORD,
    userId: 'clinic01',
  });
  token = await service.logIn('clinic01');
  // The Mondays of December: the second is closed, the third has nothing, and each has as many as it is the how-manieth.
  for (const [date, count] of [
    ['2026-12-07', 1],
    ['2026-12-28', 4],
  ] as const) {
    await put(TIMED, date, '30', count);
    await put(TIMED, date, '31', count + 10);
  }
  await put(DAILY, '2026-12-07', 'ZZ', 8);
});
afterAll(async () => {
  expect(await wrongCounters(service.db)).toEqual([]);
  await service.close();
});

const put = (frame_code: string | undefined, visit_date: string, slot_code: string, capacity: number) =>
  service.db
    .insertInto('frame_capacities')
    .values({ institution_code: CLINIC, frame_code: frame_code ?? '', visit_date, slot_code, capacity })
    .execute();

const copy = async (form: Record<string, unknown>, by = token) =>
  (
    await service.post(
      '/api/MasterWWKKRBulk/Copy',
      { wakus: [TIMED], fromYear: 2026, fromMonth: 12, toYears: [2027, 2027], toMonths: [1, 2], ...form },
      by,
    )
  ).body;

async function stored(frameCode: string | undefined, from: string): Promise<Record<string, number>> {
  const rows = await service.db
    .selectFrom('frame_capacities')
    .select(['visit_date', 'slot_code', 'capacity'])
    .where('institution_code', '=', CLINIC)
    .where('frame_code', '=', frameCode ?? '')
    .where('visit_date', '>=', from)
    .orderBy('visit_date')
    .orderBy('slot_code')
    .execute();
  return Object.fromEntries(rows.map((row) => [`${row.visit_date.slice(5)} ${row.slot_code}`, row.capacity]));
}

test('December is copied to January and February: first Monday to first Monday, a closed day is left out, a day with a record stays', async () => {
  await put(TIMED, '2027-01-18', '30', 7);
  const answer = await copy({ wakus: [TIMED, DAILY, EMPTY] });
  // Eight Mondays of the two months but the closed one and the one with a record, and all eight Mondays but the closed one of the other frame.
  expect(answer).toMatchObject({
    errorCode: 0,
    updateCount: 13,
    clampCount: 0,
    lowerList: [],
    skipNames: [`枠${EMPTY}`],
  });
  expect(answer.skipCount).toBe(2 * (31 + 28) - 13);
  expect(await stored(TIMED, '2027-01-01')).toEqual({
    // The first after the first; the third is as far from the second as from the fourth that there is: closed and empty ones are stood in for.
    '01-04 30': 1,
    '01-04 31': 11,
    '01-18 30': 7,
    '01-25 30': 4,
    '01-25 31': 14,
    '02-01 30': 1,
    '02-01 31': 11,
    '02-08 30': 1,
    '02-08 31': 11,
    '02-15 30': 4,
    '02-15 31': 14,
    '02-22 30': 4,
    '02-22 31': 14,
  });
  expect(Object.keys(await stored(DAILY, '2027-01-01'))).toEqual(
    ['01-04', '01-18', '01-25', '02-01', '02-08', '02-15', '02-22'].map((day) => `${day} ZZ`),
  );
  const entry = (await service.readLog()).at(-1);
  expect(entry).toMatchObject({
    act: '21',
    details: { note: 'コピー（2026年12月 → 2027年1月、2027年2月）', count: 13 },
  });
});

test('with 上書き, less than what is taken is refused with its dates, or lowered to it', async () => {
  for (const mail of ['a', 'b', 'c', 'd', 'e'])
    await service.post(
      '/api/Account/CommonGuestNewReserve',
      guestForm(CLINIC, { email1: `${mail}@example.jp`, reserveDate: '2027/01/18', reserveTmzn: '30' }),
    );
  const before = await stored(TIMED, '2027-01-01');
  const form = { isOverwrite: '1', toYears: [2027], toMonths: [1] };
  expect(await copy(form)).toMatchObject({
    errorCode: 14,
    errorMessage: expect.stringContaining('2027/01/18'),
  });
  expect(await stored(TIMED, '2027-01-01')).toEqual(before);
  expect(await copy({ ...form, clamp: '1' })).toMatchObject({
    errorCode: 0,
    updateCount: 3,
    clampCount: 1,
    lowerList: [{ waku: TIMED, date: '2027/01/18', tmzn: '30' }],
  });
  expect(await stored(TIMED, '2027-01-01')).toMatchObject({ '01-18 30': 5, '01-18 31': 14 });
});

test('what is missing is said; a month without any is 13; 受付 may not', async () => {
  expect(await copy({ wakus: [] })).toMatchObject({ errorCode: 12, errorMessage: '予約枠を選択してください。' });
  expect(await copy({ toYears: [], toMonths: [] })).toMatchObject({
    errorCode: 12,
    errorMessage: 'コピー先の月を選択してください。',
  });
  expect(await copy({ wakus: [EMPTY] })).toMatchObject({
    errorCode: 13,
    errorMessage: '2026年12月には枠数が登録されていません。',
  });
  const clerk = await openClerk(
    service.db,
    { institutionCode: CLINIC, userId: 'recep001', role: 'reception' },
    new Date('2026-11-15T09:00:00+09:00'),
  );
  expect((await service.post('/api/MasterWWKKRBulk/Copy', { wakus: [TIMED] }, clerk)).status).toBe(403);
});
