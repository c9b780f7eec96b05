// Closed days, through the HTTP server: a month's days, many at once, and what an examinee sees of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAdministrator } from '#server/records/institutions.ts';
import { guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { expectTokenNeededFor, invalidAnswer } from '#tests/kit/guards.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';

const CLINIC = '10000001';
const OTHER = '10000002';
let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-15T23:30:00+09:00' });
  token = await service.openInstitution(CLINIC, 'clinic01');
  otherToken = await service.openInstitution(OTHER, 'clinic02');
});
afterAll(() => service.close());

const post = (name: string, form: Record<string, unknown>, as = token) =>
  service.post(`/api/MasterWCALM/${name}`, form, as);
const register = (form: Record<string, unknown>, as = token) => service.post('/api/MasterWCALMBulk/Register', form, as);

const showMonth = async (calenderYear: number, calenderMonth: number, as = token) =>
  (await post('ChangeCalender', { calenderYear, calenderMonth }, as)).body;

/** The days that are closed. */
async function closedIn(year: number, month: number, as = token): Promise<number[]> {
  const { calmList } = await showMonth(year, month, as);
  const closed = calmList.filter(({ ckbn }: { ckbn: string }) => ckbn === '1');
  return closed.map(({ date }: { date: string }) => Number(date.slice(8)));
}

type Edit = [date: string, ckbn: string, recordStatus: string];
const sent = (calenderYear: number, calenderMonth: number, edits: Edit[], more: Record<string, unknown> = {}) => ({
  calenderYear,
  calenderMonth,
  dates: edits.map(([date]) => date),
  ckbns: edits.map(([, ckbn]) => ckbn),
  recordStatuses: edits.map(([, , status]) => status),
  ...more,
});

const range = (from: string, to: string, more: Record<string, unknown> = {}) => {
  const [startYear, startMonth, startDate] = from.split('/').map(Number);
  const [endYear, endMonth, endDate] = to.split('/').map(Number);
  return { startYear, startMonth, startDate, endYear, endMonth, endDate, ...more };
};

describe('a month', () => {
  test('is the current one at first, a row for each date, open where nothing was set, with holidays and weekdays', async () => {
    const { body } = await post('FirstDisplay', { ircd: CLINIC, waku: '0000' });
    expect(body).toMatchObject({
      errorCode: 0,
      listYear: [2025, 2026, 2027, 2028],
      currentDateTime: { YYYY: '2026', MM: '11', DD: '15', hh: '23', mm: '30' },
      calenderYear: 2026,
      calenderMonth: 11,
      calenderData: { monthLastDate: 30, firstDayOfWeek: 1, lastDayOfWeek: 2, preMonthDates: [] },
      version: expect.any(String),
    });
    expect(body.calmList).toHaveLength(30);
    expect(body.calmList[2]).toEqual({
      date: '2026/11/03',
      ckbn: '9',
      recordStatus: '1',
      dayOfWeek: 3,
      holidayName: '文化の日',
      reserveCount: 0,
    });
    expect(body.calmList[3]).toMatchObject({ dayOfWeek: 4, holidayName: '' });
  });

  test.each([
    // Four weeks would need a February that starts on a Sunday: 2026 has one.
    [2026, 2, 28, 0, 0],
    [2028, 2, 29, 2, 4],
    [2026, 5, 31, 5, 6],
    [2025, 1, 31, 3, 1],
    [2028, 12, 31, 5, 6],
  ])('%i/%i has its days and the neighbours that fill its weeks', async (year, month, days, before, after) => {
    const { calmList, calenderData } = await showMonth(year, month);
    expect(calmList).toHaveLength(days);
    expect(calmList.at(-1).date).toBe(`${year}/${String(month).padStart(2, '0')}/${days}`);
    expect([calenderData.preMonthDates.length, calenderData.nextMonthDates.length]).toEqual([before, after]);
    expect((before + days + after) % 7).toBe(0);
  });

  test.each([
    [{ calenderYear: 2024, calenderMonth: 12 }, '表示できる期間を超えています。'],
    [{ calenderYear: 2029, calenderMonth: 1 }, '表示できる期間を超えています。'],
    [{ calenderYear: 2026, calenderMonth: 13 }, '月は1から12までの数値で入力してください。'],
    [{ calenderYear: 2026 }, '月は半角数字で入力してください。'],
    [{ calenderYear: 2026, calenderMonth: 1, waku: '0001' }, '休診日は予約枠ごとには設定できません。'],
  ])('%j is refused', async (form, sentence) => {
    expect(await post('ChangeCalender', form)).toMatchObject(invalidAnswer([sentence]));
    expect(await post('Update', form)).toMatchObject(invalidAnswer([sentence]));
  });
});

describe('an update', () => {
  test('writes the rows that were edited and no others, and answers the month', async () => {
    const { body } = await post(
      'Update',
      sent(2026, 12, [
        ['2026/12/29', '1', '13'],
        ['2026/12/30', '1', '1'],
        ['2026/12/31', '1', '0'],
        ['not a day', 'x', '1'],
        ['2026/12/28', '9', '13'],
      ]),
    );
    expect(body).toMatchObject({ errorCode: 0, calenderMonth: 12, reserveCount: 0 });
    expect(body.calmList.slice(27)).toMatchObject([
      { date: '2026/12/28', ckbn: '9', recordStatus: '0' },
      { date: '2026/12/29', ckbn: '1', recordStatus: '0' },
      { date: '2026/12/30', ckbn: '9', recordStatus: '1' },
      { date: '2026/12/31', ckbn: '9', recordStatus: '1' },
    ]);
    await post('Update', sent(2026, 12, [['2026/12/29', '9', '12']]));
    expect(await closedIn(2026, 12)).toEqual([]);
  });

  test('of nothing changes nothing', async () => {
    const before = await showMonth(2026, 12);
    const { body } = await post('Update', { calenderYear: 2026, calenderMonth: 12 });
    expect(body).toEqual({ ...before, reserveCount: 0, reserveDateList: [] });
  });

  test('counts the live reservations on the days that it closes, once', async () => {
    const visit = { slotCode: 'ZZ', startMinute: 0 };
    for (const visitDate of ['2027-02-01', '2027-02-01', '2027-02-02', '2027-02-03']) {
      await putReservation(service.db, CLINIC, { visitDate, ...visit });
    }
    const gone = await putReservation(service.db, CLINIC, { visitDate: '2027-02-01', ...visit });
    await service.db
      .updateTable('reservations')
      .set({ status: 'cancelled' })
      .where('reservation_number', '=', gone)
      .execute();
    expect((await showMonth(2027, 2)).calmList.slice(0, 4)).toMatchObject(
      [2, 1, 1, 0].map((reserveCount) => ({ reserveCount })),
    );
    const close = (...days: string[]) =>
      post(
        'Update',
        sent(
          2027,
          2,
          days.map((day): Edit => [`2027/02/${day}`, '1', '12']),
        ),
      );
    expect((await close('01')).body).toMatchObject({ reserveCount: 2, reserveDateList: ['2027/02/01'] });
    expect((await close('01', '02')).body).toMatchObject({ reserveCount: 1, reserveDateList: ['2027/02/02'] });
    const bulk = await register(range('2027/02/01', '2027/02/03', { days: [1, 2, 3, 4, 5, 6, 7] }));
    // Two of the three were closed before.
    expect(bulk.body).toMatchObject({ errorCode: 0, updateCount: 1, reserveCount: 1, reserveDateList: ['2027/02/03'] });
    const { reservations } = await service.db
      .selectFrom('reservations')
      .select((eb) => eb.fn.countAll<number>().as('reservations'))
      .where('status', '=', 'new')
      .executeTakeFirstOrThrow();
    expect(reservations).toBe(4);
  });

  test.each<[string, Edit[], string[]]>([
    ['a day of another month', [['2027/04/01', '1', '13']], ['1行目の日付が表示している月の日ではありません。']],
    [
      'a day twice',
      [
        ['2027/03/01', '1', '13'],
        ['2027/03/01', '9', '13'],
      ],
      ['2行目の日付が重複しています。'],
    ],
    ['no day', [['2027/02/30', '1', '12']], ['1行目の日付が正しい書式ではありません。']],
    ['neither open nor closed', [['2027/03/01', '2', '12']], ['1行目の区分を選択してください。']],
    ['no status there is', [['2027/03/01', '1', '9']], ['1行目の状態を選択してください。']],
  ])('refuses %s, and writes nothing', async (_, edits, sentences) => {
    const answer = await post('Update', sent(2027, 3, [['2027/03/31', '1', '13'], ...edits]));
    expect(answer).toMatchObject(
      invalidAnswer(sentences.map((text) => text.replace(/^\d/, (row) => String(+row + 1)))),
    );
    expect(await closedIn(2027, 3)).toEqual([]);
  });

  test('refuses columns of different lengths', async () => {
    const form = { ...sent(2027, 3, [['2027/03/31', '1', '13']]), ckbns: [] };
    expect(await post('Update', form)).toMatchObject(invalidAnswer(['休診日の項目の数が一致していません。']));
  });

  test('of days that another clerk has changed since is refused with their dates; other days are not concerned', async () => {
    const { version } = await showMonth(2027, 5);
    const first = await post(
      'Update',
      sent(
        2027,
        5,
        [
          ['2027/05/06', '1', '13'],
          ['2027/05/07', '1', '13'],
        ],
        { version },
      ),
    );
    expect(first.body.errorCode).toBe(0);
    const second = await post(
      'Update',
      sent(
        2027,
        5,
        [
          ['2027/05/10', '1', '13'],
          ['2027/05/07', '1', '13'],
          ['2027/05/06', '9', '12'],
        ],
        { version },
      ),
    );
    expect(second.body).toMatchObject({
      errorCode: 14,
      errorMessage:
        '2027/05/06、2027/05/07は、ほかの利用者が先に更新しました。最新の内容を確認してから、もう一度更新してください。',
    });
    expect(await closedIn(2027, 5)).toEqual([6, 7]);
    expect((await post('Update', sent(2027, 5, [['2027/05/10', '1', '13']], { version }))).body.errorCode).toBe(0);
    const fresh = { version: first.body.version };
    expect((await post('Update', sent(2027, 5, [['2027/05/06', '9', '12']], fresh))).body.errorCode).toBe(0);
    // A version of another month, or of nobody's, vouches for nothing.
    const { version: june } = await showMonth(2027, 6);
    for (const wrong of [june, '1', '2027-05:ZZ:']) {
      const answer = await post('Update', sent(2027, 5, [['2027/05/20', '1', '13']], { version: wrong }));
      expect(answer.body).toMatchObject({ errorCode: 14 });
    }
  });
});

describe('in bulk', () => {
  test('says what can be chosen', async () => {
    const { body } = await service.post('/api/MasterWCALMBulk/FirstDisplay', {}, token);
    expect(body).toMatchObject({
      errorCode: 0,
      listYear: [2025, 2026, 2027, 2028],
      currentDateTime: { YYYY: '2026', MM: '11', DD: '15' },
    });
  });

  test('closes the weekdays of a range, over a year end', async () => {
    const { body } = await register(range('2027/12/26', '2028/01/09', { days: ['1', '7'] }));
    expect(body).toMatchObject({ errorCode: 0, updateCount: 5, reserveCount: 0 });
    expect([await closedIn(2027, 12), await closedIn(2028, 1)]).toEqual([[26], [1, 2, 8, 9]]);
    const again = await register(range('2027/12/26', '2028/01/10', { days: ['1', '2', '7'] }));
    expect(again.body, 'the Mondays are new').toMatchObject({ errorCode: 0, updateCount: 3 });
    const nothing = await register(range('2027/12/26', '2028/01/10', { days: ['1', '2', '7'] }));
    expect(nothing.body).toMatchObject({ errorCode: 0, updateCount: 0 });
  });

  test('closes national holidays beside weekdays or alone, and a leap day', async () => {
    const holidays = await register(range('2028/05/01', '2028/05/31', { holiday: '1' }));
    expect(holidays.body).toMatchObject({ errorCode: 0, updateCount: 3 });
    expect(await closedIn(2028, 5)).toEqual([3, 4, 5]);
    const both = await register(range('2028/02/20', '2028/02/29', { days: [3], holiday: '1' }));
    expect(both.body.updateCount).toBe(3);
    expect(await closedIn(2028, 2)).toEqual([22, 23, 29]);
  });

  test('where no such day lies in the range, nothing is written', async () => {
    expect((await register(range('2028/03/06', '2028/03/07', { days: [1] }))).body).toMatchObject({
      errorCode: 0,
      updateCount: 0,
    });
  });

  test.each([
    [12, range('2027/02/30', '2027/03/01', { days: [1] }), '開始日は年月日をすべて正しく選択してください。'],
    [12, range('2027/02/28', '2027/02/29', { days: [1] }), '終了日は年月日をすべて正しく選択してください。'],
    [12, range('0/0/0', '2027/03/01', { days: [1] }), '開始日を選択してください。'],
    [12, range('2027/03/01', '2027/00/01', { days: [1] }), '終了日は年月日をすべて正しく選択してください。'],
    [12, range('2027/03/01', '2027/03/02'), '曜日を選択してください。'],
    [12, range('2027/03/01', '2027/03/02', { days: [0] }), '曜日は1から7までの数値で入力してください。'],
    [12, range('2027/03/01', '2027/03/02', { days: [1, 8] }), '曜日は1から7までの数値で入力してください。'],
    [12, range('2027/03/01', '2027/03/02', { days: ['x'] }), '曜日は半角数字で入力してください。'],
    [12, range('2027/03/01', '2027/03/02', { holiday: '0' }), '曜日を選択してください。'],
    [14, range('2027/03/02', '2027/03/01', { days: [1] }), '終了日は開始日以降の日付を選択してください。'],
    [
      14,
      range('2024/12/31', '2025/01/01', { days: [1] }),
      '2025年1月1日から2028年12月31日までの日付を選択してください。',
    ],
    [
      14,
      range('2028/12/31', '2029/01/01', { days: [1] }),
      '2025年1月1日から2028年12月31日までの日付を選択してください。',
    ],
    [14, range('2025/01/01', '2028/01/01', { days: [1] }), '期間は3年以内で選択してください。'],
  ])('refuses with %i: %j', async (errorCode, form, errorMessage) => {
    const before = await service.db.selectFrom('calendar_days').selectAll().execute();
    expect((await register(form)).body).toMatchObject({ errorCode, errorMessage, errorMessagesList: [errorMessage] });
    expect(await service.db.selectFrom('calendar_days').selectAll().execute()).toEqual(before);
  });

  test('three whole years are not too many', async () => {
    expect((await register(range('2025/01/02', '2028/01/01', { days: [1] }), otherToken)).body).toMatchObject({
      errorCode: 0,
      updateCount: 156,
    });
  });
});

test('another institution has a calendar of its own', async () => {
  expect(await closedIn(2028, 5)).toEqual([3, 4, 5]);
  expect(await closedIn(2028, 5, otherToken)).toEqual([]);
  for (const [path, form] of [
    ['MasterWCALM/FirstDisplay', {}],
    ['MasterWCALM/ChangeCalender', { calenderYear: 2028, calenderMonth: 5 }],
    ['MasterWCALM/Update', sent(2028, 5, [['2028/05/03', '9', '12']])],
    ['MasterWCALMBulk/FirstDisplay', {}],
    ['MasterWCALMBulk/Register', range('2028/05/01', '2028/05/31', { days: [1] })],
  ] as const) {
    const answer = await service.post(`/api/${path}`, { ...form, ircd: CLINIC }, otherToken);
    expect(answer, path).toMatchObject({ status: 404, body: { errorCode: 16 } });
  }
  expect(await closedIn(2028, 5)).toEqual([3, 4, 5]);
});

test('without a token, or with a dead one, nothing is answered', async () => {
  await expectTokenNeededFor(service, 'MasterWCALM', ['FirstDisplay', 'ChangeCalender', 'Update']);
  await expectTokenNeededFor(service, 'MasterWCALMBulk', ['FirstDisplay', 'Register']);
});

test('what is closed here is closed for examinees at their next look, and open again when it is opened', async () => {
  await buildHospital(service.db);
  await addAdministrator(service.db, {
    institutionCode: HOSPITAL,
    userId: 'hosp0001',
    displayName: '受付',
    password: PASSWORD,
  });
  const staff = await service.logIn('hosp0001');
  const look = async () => {
    const form = stepForm(guestForm(HOSPITAL), { calenderYear: 2027, calenderMonth: 2 });
    const { body } = await service.post('/api/CommonSelectCalender/ChangeCalender', form);
    const day = body.calmData.find(({ date }: { date: string }) => date === '2027/02/10');
    const places = body.reserveData.filter(({ date }: { date: string }) => date === '2027/02/10');
    return [day.ckbn, day.state, places.length];
  };
  expect(await look()).toEqual(['9', 'open', 2]);
  await post('Update', sent(2027, 2, [['2027/02/10', '1', '13']]), staff);
  expect(await look()).toEqual(['1', 'closed', 0]);
  const booking = guestForm(HOSPITAL, { reserveDate: '2027/02/10' });
  expect((await service.post('/api/Account/CommonGuestNewReserve', booking)).body.redoStep).toBe('calendar');
  await post('Update', sent(2027, 2, [['2027/02/10', '9', '12']]), staff);
  expect(await look()).toEqual(['9', 'open', 2]);
  await register(range('2027/02/01', '2027/02/28', { days: [4] }), staff);
  expect(await look()).toEqual(['1', 'closed', 0]);
});
