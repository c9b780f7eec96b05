// A frame's capacity on many days at once, through the HTTP server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAdministrator } from '#server/records/institutions.ts';
import { guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { wrongCounters } from '#tests/kit/booking-hospital.ts';
import { buildWorld } from '#tests/kit/booking-world.ts';
import { invalidAnswer } from '#tests/kit/guards.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';

const CLINIC = '10000001';
const TIMED = '0001';
const DAILY = '0002';
/** Twenty slots a day. */
const LONG = '0003';
const SLOTS = Array.from({ length: 20 }, (_, index) => String(30 + index));
let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService();
  await buildWorld(service.db, {
    institutionCode: CLINIC,
    institution: { bookable_from_days: 1, bookable_to_days: 180 },
    slots: Object.fromEntries(SLOTS.map((slot, index) => [slot, 480 + index * 15])),
    frames: { [TIMED]: { by: 'time' }, [DAILY]: { by: 'day' }, [LONG]: { by: 'time' } },
    courses: [{ code: '0001', prices: [{ amount: 10_000 }], frames: [{ frame: TIMED }] }],
    closed: ['2027-01-01', '2027-01-11'],
  });
  const staff = { institutionCode: CLINIC, displayName: '受付', password: PASSWORD };
  await addAdministrator(service.db, { ...staff, userId: 'clinic01' });
  token = await service.logIn('clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
});
afterAll(async () => {
  expect(await wrongCounters(service.db)).toEqual([]);
  await service.close();
});

const range = (from: string, to: string, more: Record<string, unknown> = {}) => {
  const [startYear, startMonth, startDate] = from.split('/').map(Number);
  const [endYear, endMonth, endDate] = to.split('/').map(Number);
  return { startYear, startMonth, startDate, endYear, endMonth, endDate, days: [1, 2, 3, 4, 5, 6, 7], ...more };
};
const register = (form: Record<string, unknown>, as = token) => service.post('/api/MasterWWKKRBulk/Register', form, as);
const bySlot = (counts: Record<string, number | string>) => ({
  tmzns: Object.keys(counts),
  tmznWakuCnt1: Object.values(counts),
});

async function stored(frameCode: string): Promise<Record<string, number>> {
  const rows = await service.db
    .selectFrom('frame_capacities')
    .select(['visit_date', 'slot_code', 'capacity'])
    .where('institution_code', '=', CLINIC)
    .where('frame_code', '=', frameCode)
    .orderBy('visit_date')
    .orderBy('slot_code')
    .execute();
  return Object.fromEntries(rows.map((row) => [`${row.visit_date} ${row.slot_code}`, row.capacity]));
}

test('says what can be chosen', async () => {
  const { body } = await service.post('/api/MasterWWKKRBulk/FirstDisplay', {}, token);
  expect(body).toMatchObject({
    errorCode: 0,
    waku: TIMED,
    listYear: [2025, 2026, 2027, 2028],
    currentDateTime: { YYYY: '2026', MM: '11', DD: '15' },
    wakuList: [{ waku: TIMED, krkb: '2' }, { waku: DAILY, krkb: '1' }, { waku: LONG }],
  });
  expect(body.tmznList).toHaveLength(20);
  expect(body.tmznList[0]).toEqual({ tmzn: '30', znnm: '30', sthm: '8:00' });
  const empty = await service.post('/api/MasterWWKKRBulk/FirstDisplay', {}, otherToken);
  expect(empty.body).toMatchObject({ errorCode: 0, waku: '', wakuList: [], tmznList: [] });
});

describe('a frame managed by day', () => {
  test('gets one count on the weekdays of the range, over a year end; closed days are left out and counted', async () => {
    const { body } = await register(range('2026/12/28', '2027/01/11', { waku: DAILY, wakuCnt1: 8, days: [2, 6] }));
    expect(body).toMatchObject({ errorCode: 0, updateCount: 3, skipCount: 2, clampCount: 0 });
    expect(await stored(DAILY)).toEqual({ '2026-12-28 ZZ': 8, '2027-01-04 ZZ': 8, '2027-01-08 ZZ': 8 });
  });

  test('counts of slots mean nothing to it', async () => {
    const form = range('2027/01/04', '2027/01/04', { waku: DAILY, wakuCnt1: '0', ...bySlot({ '30': 5 }) });
    expect((await register(form)).body).toMatchObject({ errorCode: 0, updateCount: 1 });
    expect(await stored(DAILY)).toMatchObject({ '2027-01-04 ZZ': 0 });
  });

  test('holidays can be meant too, and a leap day', async () => {
    const form = range('2028/02/21', '2028/02/29', { waku: DAILY, wakuCnt1: 3, days: [3], holiday: '1' });
    expect((await register(form)).body.updateCount).toBe(3);
    const dates = Object.keys(await stored(DAILY)).filter((key) => key.startsWith('2028'));
    expect(dates).toEqual(['2028-02-22 ZZ', '2028-02-23 ZZ', '2028-02-29 ZZ']);
  });

  test('without them, holidays that are open are left out and counted', async () => {
    const form = range('2028/05/01', '2028/05/07', { waku: DAILY, wakuCnt1: 3, days: [2, 3, 4, 5, 6] });
    expect((await register(form)).body).toMatchObject({ errorCode: 0, updateCount: 2, skipCount: 0, holidayCount: 3 });
    const dates = Object.keys(await stored(DAILY)).filter((key) => key.startsWith('2028-05'));
    expect(dates).toEqual(['2028-05-01 ZZ', '2028-05-02 ZZ']);
    const again = await register({ ...form, holiday: '1' });
    expect(again.body).toMatchObject({ updateCount: 5, holidayCount: 0 });
    // Whoever takes all places away means every day: nobody is to come on a holiday among them.
    const emptied = await register({ ...form, wakuCnt1: 0 });
    expect(emptied.body).toMatchObject({ updateCount: 5, holidayCount: 0 });
  });

  test('where no day is meant, nothing is written', async () => {
    const form = range('2028/03/06', '2028/03/07', { waku: DAILY, wakuCnt1: 3, days: [1] });
    expect((await register(form)).body).toMatchObject({ errorCode: 0, updateCount: 0, skipCount: 0 });
  });
});

describe('a frame managed by time', () => {
  test('gets a count for each slot that is sent; the others stay', async () => {
    await register(range('2027/03/01', '2027/03/02', { waku: TIMED, ...bySlot({ '30': 2, '31': 3 }) }));
    const { body } = await register(range('2027/03/02', '2027/03/03', { waku: TIMED, ...bySlot({ '31': 0 }) }));
    expect(body).toMatchObject({ errorCode: 0, updateCount: 2 });
    expect(await stored(TIMED)).toEqual({
      '2027-03-01 30': 2,
      '2027-03-01 31': 3,
      '2027-03-02 30': 2,
      '2027-03-02 31': 0,
      '2027-03-03 31': 0,
    });
  });

  test('less than what is taken is refused with dates and counts, all of them, or lowered to it', async () => {
    const book = (email1: string, reserveDate: string) =>
      service.post('/api/Account/CommonGuestNewReserve', guestForm(CLINIC, { email1, reserveDate, reserveTmzn: '30' }));
    for (const [mail, day] of ['2027/03/01', '2027/03/01', '2027/03/02'].entries()) {
      expect((await book(`t${mail}@example.jp`, day)).body.errorCode).toBe(0);
    }
    const before = await stored(TIMED);
    const form = range('2027/03/01', '2027/03/04', { waku: TIMED, ...bySlot({ '30': 0, '31': 9 }) });
    expect((await register(form)).body).toMatchObject({
      errorCode: 14,
      errorMessagesList: [
        '2027/03/01の時間帯:30の枠数は、予約済み数（2）より少なくできません。',
        '2027/03/02の時間帯:30の枠数は、予約済み数（1）より少なくできません。',
      ],
    });
    expect(await stored(TIMED)).toEqual(before);
    expect((await register({ ...form, clamp: '1' })).body).toMatchObject({
      errorCode: 0,
      updateCount: 4,
      skipCount: 0,
      clampCount: 2,
      lowerList: [
        { date: '2027/03/01', tmzn: '30' },
        { date: '2027/03/02', tmzn: '30' },
      ],
    });
    expect(await stored(TIMED)).toMatchObject({
      '2027-03-01 30': 2,
      '2027-03-01 31': 9,
      '2027-03-02 30': 1,
      '2027-03-03 30': 0,
      '2027-03-04 30': 0,
    });
    expect((await book('late@example.jp', '2027/03/01')).body).toMatchObject({ errorCode: 13, redoStep: 'calendar' });
    // A day that loses all of its times is reported as a whole.
    const none = range('2027/03/01', '2027/03/02', {
      waku: TIMED,
      ...bySlot(Object.fromEntries(SLOTS.map((slot) => [slot, 0]))),
      clamp: '1',
    });
    expect((await register(none)).body.lowerList).toEqual([
      { date: '2027/03/01', tmzn: 'ZZ' },
      { date: '2027/03/02', tmzn: 'ZZ' },
    ]);
  });

  test('what is set is seen on the examinee’s calendar at the next look', async () => {
    const look = async () => {
      const form = stepForm(guestForm(CLINIC), { calenderYear: 2027, calenderMonth: 2 });
      return (await service.post('/api/CommonSelectCalender/ChangeCalender', form)).body.reserveData.length;
    };
    expect(await look()).toBe(0);
    await register(range('2027/02/01', '2027/02/28', { waku: TIMED, ...bySlot({ '35': 1, '36': 1 }) }));
    expect(await look()).toBe(56);
    await register(range('2027/02/01', '2027/02/14', { waku: TIMED, ...bySlot({ '35': 0 }) }));
    expect(await look()).toBe(42);
  });
});

describe('refused', () => {
  const NOT_PLACES = '枠数が整数値で入力されていません。';
  const day = (more: Record<string, unknown>) => range('2027/04/01', '2027/04/02', { waku: DAILY, ...more });
  const time = (more: Record<string, unknown>) => range('2027/04/01', '2027/04/02', { waku: TIMED, ...more });

  test.each([
    [day({}), [NOT_PLACES]],
    [day({ wakuCnt1: '1000' }), [NOT_PLACES]],
    [day({ wakuCnt1: '-1' }), [NOT_PLACES]],
    [time({ wakuCnt1: 5 }), [NOT_PLACES]],
    [
      time(bySlot({ '30': '', '31': 'x', '32': 5 })),
      ['時間帯:30の枠数が整数値で入力されていません。', '時間帯:31の枠数が整数値で入力されていません。'],
    ],
    [time(bySlot({ ZZ: 5 })), ['1行目の受付時間がこの予約枠のものではありません。']],
    [time({ tmzns: ['30', '30'], tmznWakuCnt1: [1, 2] }), ['2行目の受付時間が重複しています。']],
    [time({ tmzns: ['30', '31'], tmznWakuCnt1: [1] }), ['受付時間の枠数の項目の数が一致していません。']],
    [day({ wakuCnt1: 1, days: [] }), ['曜日を選択してください。']],
    [day({ wakuCnt1: 1, days: [8] }), ['曜日は1から7までの数値で入力してください。']],
    [day({ wakuCnt1: 1, startMonth: 2, startDate: 30 }), ['開始日は年月日をすべて正しく選択してください。']],
    [day({ wakuCnt1: 1, endYear: 0, endMonth: 0, endDate: 0 }), ['終了日を選択してください。']],
    [day({ wakuCnt1: 1, waku: '' }), ['予約枠を選択してください。']],
    [day({ wakuCnt1: 1, clamp: 'x' }), ['予約済み数まで下げる（Web受付停止）を選択してください。']],
  ])('with 12: %j', async (form, sentences) => {
    const before = [await stored(DAILY), await stored(TIMED)];
    expect(await register(form)).toMatchObject(invalidAnswer(sentences));
    expect([await stored(DAILY), await stored(TIMED)]).toEqual(before);
  });

  test.each([
    [range('2027/04/02', '2027/04/01'), '終了日は開始日以降の日付を選択してください。'],
    [range('2028/12/01', '2029/01/01'), '2025年1月1日から2028年12月31日までの日付を選択してください。'],
    [range('2025/03/01', '2028/03/01'), '期間は3年以内で選択してください。'],
  ])('with 14: %j', async (form, errorMessage) => {
    const before = await stored(DAILY);
    expect((await register({ ...form, waku: DAILY, wakuCnt1: 1 })).body).toMatchObject({ errorCode: 14, errorMessage });
    expect(await stored(DAILY)).toEqual(before);
  });

  test('with 16: an unknown frame, and another institution’s', async () => {
    for (const [form, as] of [
      [day({ wakuCnt1: 1, waku: '9999' }), token],
      [day({ wakuCnt1: 1, waku: '0000' }), token],
      [day({ wakuCnt1: 1 }), otherToken],
      [{ ...day({ wakuCnt1: 1 }), ircd: CLINIC }, otherToken],
    ] as const) {
      expect(await register(form, as)).toMatchObject({ status: 404, body: { errorCode: 16 } });
    }
  });
});

test('a year of 20 slots is written by as many statements as a day is', async () => {
  const watch = (form: Record<string, unknown>, count: number) => {
    const counts = Object.fromEntries(SLOTS.map((slot) => [slot, count]));
    return watchStatements(async () => {
      expect((await register({ ...form, waku: LONG, ...bySlot(counts) })).body.errorCode).toBe(0);
    });
  };
  const forDay = await watch(range('2027/05/01', '2027/05/01'), 3);
  const forYear = await watch(range('2027/01/01', '2027/12/31'), 3);
  expect(forYear).toEqual(forDay);
  expect(forYear.length).toBeLessThan(10);
  const written = await stored(LONG);
  expect([Object.keys(written).length, ...new Set(Object.values(written))]).toEqual([363 * 20, 3]);
  // Again, now that all of it is there, which the database has no statistics about yet.
  expect(await watch(range('2027/01/01', '2027/12/31'), 4)).toEqual(forDay);
  expect([...new Set(Object.values(await stored(LONG)))]).toEqual([4]);
});
