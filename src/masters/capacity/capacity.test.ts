// A frame's capacity cell by cell, through the HTTP server, and what an examinee sees of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAdministrator } from '#server/records/institutions.ts';
import { guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, DESIRED, HOSPITAL, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { buildWorld } from '#tests/kit/booking-world.ts';
import { expectTokenNeededFor, invalidAnswer } from '#tests/kit/guards.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';

/** By time and by day. */
const TIMED = '0001';
const DAILY = '0002';
const CLINIC = '10000001';
let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService();
  await buildWorld(service.db, {
    institutionCode: CLINIC,
    slots: { '0B': 540, '0A': 600 },
    frames: { [TIMED]: { by: 'time' }, [DAILY]: { by: 'day', count: 'parts' } },
    courses: [],
    closed: ['2027-01-01'],
  });
  const staff = { institutionCode: CLINIC, displayName: '受付', password: PASSWORD };
  await addAdministrator(service.db, { ...staff, userId: 'clinic01' });
  token = await service.logIn('clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
});
afterAll(() => service.close());

const post = (name: string, form: Record<string, unknown>, as = token) =>
  service.post(`/api/MasterWWKKR/${name}`, form, as);

const show = async (waku: string, calenderYear: number, calenderMonth: number, as = token) =>
  (await post('ChangeDisplay', { waku, calenderYear, calenderMonth }, as)).body;

type Edit = [date: string, tmzn: string, cnt1: number | string, recordStatus?: string];
const sent = (waku: string, edits: Edit[], more: Record<string, unknown> = {}) => ({
  waku,
  calenderYear: 2027,
  calenderMonth: 1,
  dates: edits.map(([date]) => date),
  tmzns: edits.map(([, tmzn]) => tmzn),
  cnt1s: edits.map(([, , cnt1]) => cnt1),
  recordStatuses: edits.map(([, , , status = '12']) => status),
  ...more,
});
const update = (waku: string, edits: Edit[], more?: Record<string, unknown>, as = token) =>
  post('Update', sent(waku, edits, more), as);

const stored = async (frameCode: string) => {
  const rows = await service.db
    .selectFrom('frame_capacities')
    .select(['visit_date', 'slot_code', 'capacity'])
    .where('institution_code', '=', CLINIC)
    .where('frame_code', '=', frameCode)
    .orderBy('visit_date')
    .orderBy('slot_code')
    .execute();
  return rows.map((row) => `${row.visit_date} ${row.slot_code} ${row.capacity}`);
};

describe('a month', () => {
  test('is the current one of the first frame at first, every day and slot, empty where nothing was set', async () => {
    const { body } = await post('FirstDisplay', { ircd: CLINIC });
    expect(body).toMatchObject({
      errorCode: 0,
      waku: TIMED,
      krkb: '2',
      ccd1: '1',
      calenderYear: 2026,
      calenderMonth: 11,
      listYear: [2025, 2026, 2027, 2028],
      calmData: { minYear: 2025, minMonth: 1, minDate: 1, maxYear: 2028, maxMonth: 12, maxDate: 31 },
      currentDateTime: { YYYY: '2026', MM: '11', DD: '15', hh: '10', mm: '00' },
      calenderData: { monthLastDate: 30, firstDayOfWeek: 1, lastDayOfWeek: 2 },
      wakuList: [
        { waku: TIMED, wknm: '枠0001', krkb: '2', ccd1: '1' },
        { waku: DAILY, wknm: '枠0002', krkb: '1', ccd1: '2' },
      ],
      // In the order of the day, not of their codes.
      tmznList: [
        { tmzn: '0B', znnm: '0B', sthm: '9:00' },
        { tmzn: '0A', znnm: '0A', sthm: '10:00' },
      ],
      wkkrListOfDate: [],
      version: expect.any(String),
    });
    expect(body.wkkrListOfTime).toHaveLength(60);
    expect(body.wkkrListOfTime[1]).toEqual({
      date: '2026/11/01',
      tmzn: '0A',
      cnt1: 0,
      takenCount: 0,
      recordStatus: '1',
    });
    expect(body.calmList[2]).toEqual({ date: '2026/11/03', ckbn: '9', recordStatus: '1', holidayName: '文化の日' });
  });

  test('of a frame managed by day has a cell a day, closed days too', async () => {
    const month = await show(DAILY, 2027, 1);
    expect(month).toMatchObject({ krkb: '1', ccd1: '2', wkkrListOfTime: [] });
    expect(month.wkkrListOfDate).toHaveLength(31);
    expect(month.wkkrListOfDate[0]).toEqual({ date: '2027/01/01', cnt1: 0, takenCount: 0, recordStatus: '1' });
    expect(month.calmList[0]).toEqual({ date: '2027/01/01', ckbn: '1', recordStatus: '0', holidayName: '元日' });
  });

  test.each([
    [2026, 2, 28],
    [2028, 2, 29],
    [2025, 1, 31],
    [2028, 12, 31],
  ])('%i/%i is as long as it is', async (year, month, days) => {
    expect((await show(DAILY, year, month)).wkkrListOfDate).toHaveLength(days);
    expect((await show(TIMED, year, month)).wkkrListOfTime).toHaveLength(days * 2);
  });

  test('of an institution without any frame is empty', async () => {
    const { body } = await post('FirstDisplay', {}, otherToken);
    expect(body).toMatchObject({
      errorCode: 0,
      waku: '',
      krkb: '',
      ccd1: '',
      wakuList: [],
      tmznList: [],
      wkkrListOfDate: [],
      wkkrListOfTime: [],
    });
  });

  test.each([
    [{ calenderYear: 2024, calenderMonth: 12 }, '表示できる期間を超えています。'],
    [{ calenderYear: 2029, calenderMonth: 1 }, '表示できる期間を超えています。'],
    [{ calenderYear: 2027, calenderMonth: 0 }, '月は1から12までの数値で入力してください。'],
    [{ calenderYear: 2027, calenderMonth: 1, waku: '' }, '予約枠を選択してください。'],
    [{ calenderYear: 2027, calenderMonth: 1, waku: '1' }, '予約枠が適正な文字数ではありません。'],
  ])('%j is refused', async (form, sentence) => {
    for (const name of ['ChangeDisplay', 'Update']) {
      expect(await post(name, { waku: DAILY, ...form })).toMatchObject(invalidAnswer([sentence]));
    }
  });

  test('of an unknown frame is not there', async () => {
    for (const waku of ['0000', '9999', 'abcd']) {
      expect(await post('ChangeDisplay', { waku, calenderYear: 2027, calenderMonth: 1 })).toMatchObject({
        status: 404,
        body: { errorCode: 16 },
      });
      expect(await update(waku, [])).toMatchObject({ status: 404, body: { errorCode: 16 } });
    }
  });
});

describe('an update', () => {
  test('writes the cells that were edited and no others, and answers the month', async () => {
    const { body } = await update(TIMED, [
      ['2027/01/04', '0A', 5, '13'],
      ['2027/01/05', '0B', '007', '12'],
      ['2027/01/06', '0A', 6, '1'],
      ['2027/01/07', '0A', 'x', '0'],
      ['', '', '', '9'],
    ]);
    expect(body).toMatchObject({ errorCode: 0, calenderMonth: 1, clampCount: 0 });
    expect(body.wkkrListOfTime.filter(({ recordStatus }: { recordStatus: string }) => recordStatus === '0')).toEqual([
      { date: '2027/01/04', tmzn: '0A', cnt1: 5, takenCount: 0, recordStatus: '0' },
      { date: '2027/01/05', tmzn: '0B', cnt1: 7, takenCount: 0, recordStatus: '0' },
    ]);
    expect(await stored(TIMED)).toEqual(['2027-01-04 0A 5', '2027-01-05 0B 7']);
    await update(DAILY, [['2027/01/04', 'ZZ', 999, '13']]);
    await update(DAILY, [['2027/01/04', 'ZZ', 0]]);
    expect(await stored(DAILY)).toEqual(['2027-01-04 ZZ 0']);
  });

  test('of nothing changes nothing', async () => {
    const before = await show(TIMED, 2027, 1);
    expect((await update(TIMED, [])).body).toEqual({ ...before, clampCount: 0, lowerList: [] });
  });

  test('may be about the past, and about a leap day', async () => {
    for (const [calenderYear, calenderMonth, date] of [
      [2025, 1, '2025/01/01'],
      [2028, 2, '2028/02/29'],
      [2028, 12, '2028/12/31'],
    ] as const) {
      const answer = await update(DAILY, [[date, 'ZZ', 1, '13']], { calenderYear, calenderMonth });
      expect(answer.body.errorCode).toBe(0);
      expect((await show(DAILY, calenderYear, calenderMonth)).wkkrListOfDate).toContainEqual(
        expect.objectContaining({ date, cnt1: 1 }),
      );
    }
  });

  test.each(['', '1000', '-1', '1.5', '１', 'abc', ' 1'])('refuses %j places, by its day and slot', async (cnt1) => {
    expect(await update(DAILY, [['2027/01/15', 'ZZ', cnt1]])).toMatchObject(
      invalidAnswer(['2027/01/15の枠0002の枠数が整数値で入力されていません。']),
    );
    expect(
      await update(TIMED, [
        ['2027/01/15', '0A', cnt1],
        ['2027/01/16', '0B', cnt1],
      ]),
    ).toMatchObject(
      invalidAnswer([
        '2027/01/15の時間帯:0Aの枠数が整数値で入力されていません。',
        '2027/01/16の時間帯:0Bの枠数が整数値で入力されていません。',
      ]),
    );
  });

  test.each<[string, Edit[], string]>([
    ['a day of another month', [['2027/02/01', 'ZZ', 1]], '2行目の日付が表示している月の日ではありません。'],
    ['no day', [['2027/01/32', 'ZZ', 1]], '2行目の日付が正しい書式ではありません。'],
    ['a slot of the other kind', [['2027/01/20', '0A', 1]], '2行目の受付時間がこの予約枠のものではありません。'],
    ['no slot', [['2027/01/20', '', 1]], '2行目の受付時間は必須入力です。'],
    ['a cell twice', [['2027/01/21', 'ZZ', 1]], '2行目の日付と受付時間が重複しています。'],
    ['no status there is', [['2027/01/20', 'ZZ', 1, '7']], '2行目の状態を選択してください。'],
  ])('refuses %s, and writes nothing', async (_, edits, sentence) => {
    const before = await stored(DAILY);
    const answer = await update(DAILY, [['2027/01/21', 'ZZ', 3], ...edits]);
    expect(answer).toMatchObject(invalidAnswer([sentence]));
    expect(await stored(DAILY)).toEqual(before);
  });

  test('of a frame managed by time takes its slots only', async () => {
    for (const slot of ['ZZ', '0C']) {
      expect(await update(TIMED, [['2027/01/20', slot, 1]])).toMatchObject(
        invalidAnswer(['1行目の受付時間がこの予約枠のものではありません。']),
      );
    }
  });

  test('refuses columns of different lengths', async () => {
    const form = { ...sent(DAILY, [['2027/01/21', 'ZZ', 3]]), cnt1s: [3, 4] };
    expect(await post('Update', form)).toMatchObject(invalidAnswer(['枠数の項目の数が一致していません。']));
  });

  test('of a closed day is refused by its date, and nothing is saved; what was there can be taken away', async () => {
    const before = await stored(DAILY);
    const answer = await update(DAILY, [
      ['2027/01/01', 'ZZ', 3],
      ['2027/01/22', 'ZZ', 3],
    ]);
    expect(answer.body).toMatchObject({
      errorCode: 13,
      errorMessage: '2027/01/01は休診日のため、0以外の枠数を登録できません。',
    });
    expect(await stored(DAILY)).toEqual(before);
    expect((await update(DAILY, [['2027/01/01', 'ZZ', 0]])).body).toMatchObject({ errorCode: 0 });
    expect(await stored(DAILY)).toContainEqual(expect.stringContaining('2027-01-01 ZZ 0'));
  });
});

describe('two clerks at one month', () => {
  test('the later is told which of the sent cells have changed, and nothing of it is saved', async () => {
    const { version } = await show(TIMED, 2027, 1);
    const first = await update(
      TIMED,
      [
        ['2027/01/12', '0A', 4],
        ['2027/01/13', '0B', 4],
      ],
      { version },
    );
    expect(first.body).toMatchObject({ errorCode: 0, version: (await show(TIMED, 2027, 1)).version });
    const before = await stored(TIMED);
    const second = await update(
      TIMED,
      [
        ['2027/01/13', '0B', 9],
        ['2027/01/12', '0A', 9],
        ['2027/01/14', '0A', 9],
      ],
      { version },
    );
    expect(second.body).toMatchObject({
      errorCode: 14,
      errorMessage:
        '2027/01/12、2027/01/13は、ほかの利用者が先に更新しました。最新の内容を確認してから、もう一度更新してください。',
    });
    expect(await stored(TIMED)).toEqual(before);
    // Neither another slot of the same day, nor another frame, nor who sends no version.
    expect((await update(TIMED, [['2027/01/12', '0B', 9]], { version })).body.errorCode).toBe(0);
    expect((await update(TIMED, [['2027/01/12', '0A', 9]])).body.errorCode).toBe(0);
    const { version: daily } = await show(DAILY, 2027, 1);
    expect((await update(DAILY, [['2027/01/12', 'ZZ', 9]], { version: daily })).body.errorCode).toBe(0);
  });

  test('a slot that came in between does not concern the cells of the others', async () => {
    const { version } = await show(TIMED, 2027, 1);
    const own = { institution_code: CLINIC };
    await service.db
      .insertInto('time_slots')
      .values({ ...own, slot_code: '0C', name: '昼', start_minute: 570 })
      .execute();
    expect((await update(TIMED, [['2027/01/25', '0A', 2]], { version })).body.errorCode).toBe(0);
    expect((await update(TIMED, [['2027/01/25', '0C', 2]], { version })).body.errorCode).toBe(14);
    await service.db.deleteFrom('time_slots').where('slot_code', '=', '0C').execute();
  });

  test('a version of another month or frame, or of nobody’s, vouches for nothing', async () => {
    const others = [await show(DAILY, 2027, 2), await show(TIMED, 2027, 1)].map(({ version }) => version);
    for (const version of [...others, '1', `${DAILY} 2027-01:ZZ:`]) {
      expect((await update(DAILY, [['2027/01/26', 'ZZ', 1]], { version })).body.errorCode).toBe(14);
    }
  });
});

describe('with bookings', () => {
  let staff: string;
  const edit = (waku: string, edits: Edit[], more: Record<string, unknown> = {}) =>
    update(waku, edits, { calenderMonth: 2, ...more }, staff);
  const look = async (kscd = '0001') => {
    const form = stepForm(guestForm(HOSPITAL, { kscd }), { calenderYear: 2027, calenderMonth: 2 });
    const { body } = await service.post('/api/CommonSelectCalender/ChangeCalender', form);
    const of = ({ date }: { date: string }) => date === '2027/02/10';
    return [body.calmData.find(of).state, body.reserveData.filter(of).map(({ tmzn }: { tmzn: string }) => tmzn)];
  };
  const book = (email1: string, more: Record<string, unknown> = {}) =>
    service.post(
      '/api/Account/CommonGuestNewReserve',
      guestForm(HOSPITAL, { email1, reserveDate: '2027/02/10', ...more }),
    );

  beforeAll(async () => {
    await buildHospital(service.db);
    await addAdministrator(service.db, {
      institutionCode: HOSPITAL,
      userId: 'hosp0001',
      displayName: '受付',
      password: PASSWORD,
    });
    staff = await service.logIn('hosp0001');
  });

  test('what is changed is seen on the examinee’s calendar at the next look', async () => {
    expect(await look()).toEqual(['open', ['09', '10']]);
    await edit('0001', [['2027/02/10', '09', 0]]);
    expect(await look()).toEqual(['open', ['10']]);
    await edit('0001', [['2027/02/10', '10', 0]]);
    expect((await look())[1]).toEqual([]);
    expect((await book('none@example.jp')).body).toMatchObject({ errorCode: 13, redoStep: 'calendar' });
    await edit('0001', [['2027/02/10', '09', 2]]);
    expect(await look()).toEqual(['open', ['09']]);
  });

  test('less than what is taken is refused by day, slot and count, or lowered to it', async () => {
    for (const mail of ['a@example.jp', 'b@example.jp']) expect((await book(mail)).body.errorCode).toBe(0);
    expect((await look())[1]).toEqual([]);
    const refusal = await edit('0001', [
      ['2027/02/10', '09', 1],
      ['2027/02/11', '09', 7],
    ]);
    expect(refusal.body).toMatchObject({
      errorCode: 13,
      errorMessage: '2027/02/10の時間帯:09の枠数は、予約済み数（2）より少なくできません。',
    });
    const cell = async (date: string) => {
      const { wkkrListOfTime } = await show('0001', 2027, 2, staff);
      const found = wkkrListOfTime.find(
        (each: { date: string; tmzn: string }) => each.date === date && each.tmzn === '09',
      );
      return [found.cnt1, found.takenCount];
    };
    expect(await cell('2027/02/11')).toEqual([3, 0]);
    await edit('0001', [['2027/02/10', '09', 5]]);
    expect(await cell('2027/02/10')).toEqual([5, 2]);
    const lowered = await edit(
      '0001',
      [
        ['2027/02/10', '09', 0],
        ['2027/02/11', '09', 1],
      ],
      { clamp: '1' },
    );
    // Where fewer were asked for than there were, taken or not: who is booked there may have to be told.
    expect(lowered.body).toMatchObject({
      errorCode: 0,
      clampCount: 1,
      lowerList: [
        { date: '2027/02/10', tmzn: '09' },
        { date: '2027/02/11', tmzn: '09' },
      ],
    });
    expect([await cell('2027/02/10'), await cell('2027/02/11')]).toEqual([
      [2, 2],
      [1, 0],
    ]);
    expect((await look())[1]).toEqual([]);
    expect(await wrongCounters(service.db)).toEqual([]);
  });

  test('who only wishes for a place that was lowered may have to be reported as well, and nobody else', async () => {
    const lower = async (count: number) =>
      (await edit('0001', [['2027/02/15', '10', count]], { clamp: '1' })).body.lowerList;
    await edit('0001', [['2027/02/15', '10', 3]]);
    expect(await lower(2)).toEqual([]);
    const wish = { jgcd: DESIRED, sumGkgk: 7700, reserveDate: '2027/02/15', reserveTmzn: '10' };
    expect((await book('wish@example.jp', wish)).body.errorCode).toBe(0);
    expect(await lower(0)).toEqual([{ date: '2027/02/15', tmzn: '10' }]);
  });

  test('the sentence about a frame managed by day says its name', async () => {
    const mri = { kscd: '0005', reserveTmzn: 'ZZ', sumGkgk: 6600 };
    expect((await book('c@example.jp', mri)).body.errorCode).toBe(0);
    expect((await edit('0004', [['2027/02/10', 'ZZ', 0]])).body).toMatchObject({
      errorCode: 13,
      errorMessage: '2027/02/10の枠0004の枠数は、予約済み数（1）より少なくできません。',
    });
  });

  test('a frame that is booked keeps its management; one that is not starts empty by time', async () => {
    const change = (waku: string, krkb: string) =>
      service.post('/api/MasterWWAKU/Update', { waku, wknm: '枠', krkb, ccd1: '1' }, staff);
    expect((await change('0004', '2')).body).toMatchObject({ errorCode: 13 });
    expect((await show('0005', 2027, 2, staff)).wkkrListOfDate[9]).toMatchObject({ cnt1: 2, recordStatus: '0' });
    const { version } = await show('0005', 2027, 2, staff);
    expect((await change('0005', '2')).body.errorCode).toBe(0);
    const month = await show('0005', 2027, 2, staff);
    expect(month).toMatchObject({ krkb: '2', wkkrListOfDate: [] });
    expect(month.wkkrListOfTime).toHaveLength(56);
    expect(month.wkkrListOfTime.every(({ cnt1 }: { cnt1: number }) => cnt1 === 0)).toBe(true);
    // Whoever still has the calendar by day on the screen can't save it.
    expect(await edit('0005', [['2027/02/10', 'ZZ', 4]], { version })).toMatchObject(
      invalidAnswer(['1行目の受付時間がこの予約枠のものではありません。']),
    );
    expect((await edit('0005', [['2027/02/10', '09', 4, '13']])).body.errorCode).toBe(0);
    expect((await change('0005', '1')).body.errorCode).toBe(0);
    expect((await edit('0005', [['2027/02/10', 'ZZ', 4]], { version })).body.errorCode).toBe(14);
  });
});

test('another institution finds nothing of it', async () => {
  const before = await stored(DAILY);
  for (const [name, form] of [
    ['ChangeDisplay', { waku: DAILY, calenderYear: 2027, calenderMonth: 1 }],
    ['Update', sent(DAILY, [['2027/01/28', 'ZZ', 1]])],
  ] as const) {
    expect(await post(name, form, otherToken), name).toMatchObject({ status: 404, body: { errorCode: 16 } });
  }
  expect(await post('FirstDisplay', { ircd: CLINIC }, otherToken)).toMatchObject({ status: 404 });
  expect(await stored(DAILY)).toEqual(before);
});

test('without a token, or with a dead one, nothing is answered', async () => {
  await expectTokenNeededFor(service, 'MasterWWKKR', ['FirstDisplay', 'ChangeDisplay', 'Update']);
  await expectTokenNeededFor(service, 'MasterWWKKRBulk', ['FirstDisplay', 'Register']);
});
