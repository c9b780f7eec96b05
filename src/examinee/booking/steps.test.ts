// The steps before the reservation: what is offered to whom.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, DESIRED, HOSPITAL, INVISIBLE, NO_GUESTS, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  await buildHospital(service.db);
  const { body } = await service.post('/api/Account/CommonGuestNewReserve', guestForm(HOSPITAL));
  token = await service.logIn(body.userId, body.firstPassword);
});
afterAll(() => service.close());

describe('insurance entry', () => {
  const next = '/api/CommonNewHealthInsurance/Next';
  const entry = {
    ircd: HOSPITAL,
    jgcd: SOCIETY,
    hksh: '06990014',
    sex: '2',
    nend: 2026,
    hfkb: '01',
    btdyYear: 1987,
    btdyMonth: 3,
    btdyDate: 31,
  };

  test('offers what can be booked', async () => {
    const { body } = await service.post('/api/CommonNewHealthInsurance/FirstDisplay', { ircd: HOSPITAL });
    expect(body.listJgyo.map(({ jgcd }: { jgcd: string }) => jgcd)).toEqual([SOCIETY, DESIRED, NO_GUESTS]);
    expect(body.listIrks).toContainEqual({ jgcd: SOCIETY, nend: 2026 });
    expect(body.listHfkb).toEqual([
      { jgcd: SOCIETY, hfkb: '01', kbnm: '本人' },
      { jgcd: SOCIETY, hfkb: '02', kbnm: '配偶者' },
    ]);
    expect(body.listBirthYear[0]).toBe(2026);
  });

  test('says whose number is asked for; a client without one takes zeros', async () => {
    const { body } = await service.post('/api/CommonNewHealthInsurance/FirstDisplay', { ircd: HOSPITAL });
    expect(body.listJgyo.slice(0, 2)).toMatchObject([
      { jgcd: SOCIETY, isHkshNeeded: '1' },
      { jgcd: DESIRED, isHkshNeeded: '0' },
    ]);
    const company = { ...entry, jgcd: DESIRED, hksh: '00000000', hfkb: 'Z' };
    expect((await service.post(next, company)).body).toMatchObject({ errorCode: 0, age: 39 });
    expect((await service.post(next, { ...entry, hksh: '00000000' })).body).toMatchObject({ errorCode: 13 });
  });

  test('a client’s own page is shown at its entry and with its courses', async () => {
    const url = 'https://kenpo.example.jp/';
    await service.db.updateTable('clients').set({ url }).where('client_code', '=', SOCIETY).execute();
    const { body } = await service.post('/api/CommonNewHealthInsurance/FirstDisplay', { ircd: HOSPITAL });
    expect(body.listJgyo.slice(0, 2)).toMatchObject([
      { jgcd: SOCIETY, url },
      { jgcd: DESIRED, url: '' },
    ]);
    const asked = { ircd: HOSPITAL, jgcd: SOCIETY, sex: '1', hfkb: '01', age: 40, nend: 2026 };
    expect((await service.post('/api/CommonSelectCourse/FirstDisplay', asked)).body).toMatchObject({ url });
  });

  test('answers the age that counts', async () => {
    expect((await service.post(next, entry)).body).toMatchObject({ errorCode: 0, age: 40 });
  });

  test.each([
    [12, { hksh: '0699001' }, '保険者番号は8桁で入力してください。'],
    [12, { btdyDate: 0 }, '生年月日は年月日をすべて正しく選択してください。'],
    [12, { btdyYear: 1899 }, '生年月日は年月日をすべて正しく選択してください。'],
    [12, { btdyYear: 2027 }, '生年月日は年月日をすべて正しく選択してください。'],
    [12, { sex: '' }, '性別を選択してください。'],
    [
      13,
      { hksh: '01130012' },
      '保険者番号が、選択された健康保険・お勤め先のものと一致しません。もう一度ご確認ください。',
    ],
    // No insurer has it: the check digit is another one.
    [
      13,
      { hksh: '06990015' },
      '保険者番号の数字に入力の誤りがあるようです。お持ちの資格確認書などと見比べて、もう一度ご入力ください。',
    ],
    [
      13,
      { jgcd: INVISIBLE },
      '選択された健康保険・お勤め先では、ただいまご予約いただけません。最初からお手続きください。',
    ],
    [13, { nend: 2027 }, '選択された健康保険・お勤め先では、ただいまご予約いただけません。最初からお手続きください。'],
    [13, { hfkb: '03' }, '対象者区分をもう一度選択してください。'],
  ])('refuses with %i %j', async (errorCode, changes, errorMessage) => {
    expect((await service.post(next, { ...entry, ...changes })).body).toMatchObject({ errorCode, errorMessage });
  });

  test('asks guests to log in where the client wants that', async () => {
    const closed = { ...entry, jgcd: NO_GUESTS, hksh: '12345678', hfkb: 'Z' };
    expect((await service.post(next, closed)).body).toMatchObject({ errorCode: 13, redoStep: 'login' });
    expect((await service.post(next, closed, token)).body).toMatchObject({ errorCode: 0 });
  });
});

describe('courses', () => {
  const path = '/api/CommonSelectCourse/FirstDisplay';
  const unknown = { ircd: HOSPITAL, jgcd: '00000000', sex: 'Z', hfkb: 'Z', age: 40 };
  const codes = (body: { listCourse: { kscd: string }[] }) => body.listCourse.map(({ kscd }) => kscd);

  test('the open ones, and both years where both are open', async () => {
    const { body } = await service.post(path, unknown);
    expect(codes(body)).toEqual(['0001', '0002', '0005']);
    expect(body).toMatchObject({
      nend: 2026,
      listNend: [{ nend: 2026 }, { nend: 2027 }],
      kshj: '1',
      taxk: '2',
      ermsList: [],
    });
    expect(codes((await service.post(path, { ...unknown, nend: 2027 })).body)).toEqual(['0006']);
  });

  test('ask somebody unknown who they are only where it matters', async () => {
    const { body } = await service.post(path, unknown);
    expect(body.listCourse.map(({ isPersonNeeded }: { isPersonNeeded: string }) => isPersonNeeded)).toEqual([
      '1',
      '1',
      '0',
    ]);
    expect(body.listCourse[1]).toMatchObject({ jkcd: '02', gkgk: 8800, isFrom: '1' });
    const known = { ...unknown, sex: '2', btdyYear: 1980, btdyMonth: 5, btdyDate: 5 };
    expect((await service.post(path, known)).body.listCourse[1]).toMatchObject({
      jkcd: '04',
      gkgk: 9900,
      isFrom: '0',
      isPersonNeeded: '0',
    });
  });

  test('none: the institution’s words', async () => {
    const spouse = {
      ...unknown,
      jgcd: SOCIETY,
      nend: 2026,
      sex: '2',
      hfkb: '02',
      btdyYear: 2000,
      btdyMonth: 1,
      btdyDate: 1,
    };
    const { body } = await service.post(path, spouse);
    expect(body).toMatchObject({ errorCode: 0, listCourse: [], ermsList: ['お電話で', 'お尋ねください。'] });
  });
});

test('options in groups, those that fit', async () => {
  const ask = (changes: object) =>
    service.post('/api/CommonSelectOption/FirstDisplay', { ...stepForm(guestForm(HOSPITAL)), ...changes });
  const { body } = await ask({});
  expect(body).toMatchObject({ errorCode: 0, course: { kscd: '0001', jkcd: '01', gkgk: 10_000 } });
  expect(body.listOpClass.map(({ trkb }: { trkb: string }) => trkb)).toEqual(['1', '2', '2']);
  expect(body.listOpClass[0].listOpItems[0]).toEqual({
    opcd: '0001',
    opnm: 'オプション0001',
    gkgk: 0,
    fromGkgk: 0,
    jkcd: '01',
    dffg: '1',
    isFrom: '0',
    ykfr: '',
    ykto: '',
  });
  const man = await ask({ sex: '1' });
  expect(man.body.listOpClass[1].listOpItems.map(({ opcd }: { opcd: string }) => opcd)).toEqual(['0006']);
});

describe('calendar', () => {
  const form = (changes: object = {}) => ({ ...stepForm(guestForm(HOSPITAL)), reserveDate: '', ...changes });

  test('opens at the first month that can be booked, with the rest of its weeks', async () => {
    const { body } = await service.post('/api/CommonSelectCalender/FirstDisplay', form());
    expect(body).toMatchObject({ calenderYear: 2026, calenderMonth: 11, krkb: '2', clnd: '1', caln: '1' });
    expect(body).toMatchObject({ ykfr: '2026/11/16', ykto: '2027/03/31' });
    expect(body.currentDateTime).toEqual({ YYYY: '2026', MM: '11', DD: '15', hh: '10', mm: '00' });
    expect(body.calenderData).toMatchObject({ monthLastDate: 30, firstDayOfWeek: 1, lastDayOfWeek: 2 });
    expect(body.calmData).toHaveLength(35);
    expect(body.reserveData[0]).toEqual({ date: '2026/11/16', tmzn: '09', sthm: '9:00' });
    expect(body.reserveData).toHaveLength(30);
  });

  test.each([
    ['three months back', 2026, 8, 0],
    ['four months back', 2026, 7, 12],
    ['six months ahead', 2027, 5, 0],
    ['seven months ahead', 2027, 6, 12],
  ])('%s', async (_, calenderYear, calenderMonth, errorCode) => {
    const answer = await service.post(
      '/api/CommonSelectCalender/ChangeCalender',
      form({ calenderYear, calenderMonth }),
    );
    expect(answer.body.errorCode).toBe(errorCode);
  });

  test('never opens at a month that cannot be shown', async () => {
    const opened = async (changes: object) => {
      const { body } = await service.post('/api/CommonSelectCalender/FirstDisplay', form(changes));
      return [body.calenderYear, body.calenderMonth];
    };
    // A day chosen before may lie anywhere; bookable days may begin beyond what the calendar reaches.
    expect(await opened({ reserveDate: '2028/02/01' })).toEqual([2027, 5]);
    expect(await opened({ reserveDate: '2025/02/01' })).toEqual([2026, 8]);
    const begin = (bookable_from_days: number, bookable_to_days: number) =>
      service.db.updateTable('institutions').set({ bookable_from_days, bookable_to_days }).execute();
    await begin(260, 500);
    expect(await opened({ nend: 2027, kscd: '0006' })).toEqual([2027, 5]);
    await begin(1, 180);
  });

  test('days of the next fiscal year belong to its courses', async () => {
    const april = { calenderYear: 2027, calenderMonth: 4 };
    const ask = (changes: object) =>
      service.post('/api/CommonSelectCalender/ChangeCalender', form({ ...april, ...changes }));
    expect((await ask({})).body.reserveData).toEqual([]);
    expect((await ask({ nend: 2027, kscd: '0006' })).body.reserveData).toHaveLength(60);
  });

  test('a closed day says so, and a holiday as well', async () => {
    const ask = (calenderYear: number, calenderMonth: number) =>
      service.post('/api/CommonSelectCalender/ChangeCalender', form({ calenderYear, calenderMonth }));
    expect((await ask(2026, 12)).body.calmData).toContainEqual({ date: '2026/12/06', ckbn: '1', state: 'closed' });
    expect((await ask(2027, 1)).body.calmData).toContainEqual({ date: '2027/01/01', ckbn: '1', state: 'holiday' });
  });

  test('slots of today that have begun are not offered', async () => {
    await service.db.updateTable('institutions').set({ bookable_from_days: 0 }).execute();
    const times = async (now: string) => {
      service.setNow(now);
      const { body } = await service.post('/api/CommonSelectCalender/FirstDisplay', form());
      return body.reserveData
        .filter(({ date }: { date: string }) => date === '2026/11/16')
        .map(({ sthm }: { sthm: string }) => sthm);
    };
    expect(await times('2026-11-16T08:59:00+09:00')).toEqual(['9:00', '10:00']);
    expect(await times('2026-11-16T09:00:00+09:00')).toEqual(['10:00']);
    expect(await times('2026-11-16T10:30:00+09:00')).toEqual([]);
    service.setNow('2026-11-15T10:00:00+09:00');
    await service.db.updateTable('institutions').set({ bookable_from_days: 1 }).execute();
  });

  test('is limited for one address beyond what a person needs', async () => {
    const limited = await startTestService({ env: { AVAILABILITY_REQUESTS_PER_MINUTE: '2' } });
    try {
      await buildHospital(limited.db);
      const ask = () => limited.post('/api/CommonSelectCalender/FirstDisplay', form());
      expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('input', () => {
  const path = '/api/CommonInputReserveInfo/Check';
  const input = () => {
    const { inputSex, inputBtdyYear, inputBtdyMonth, inputBtdyDate, inputHfkb, ...rest } = guestForm(HOSPITAL);
    const person = { sex: inputSex, btdyYear: inputBtdyYear, btdyMonth: inputBtdyMonth, btdyDate: inputBtdyDate };
    return { ...rest, ...person, hfkb: inputHfkb, email2: rest.email1 };
  };

  test('answers the age on the visit day', async () => {
    expect((await service.post(path, input())).body).toMatchObject({ errorCode: 0, age: 46 });
    expect((await service.post(path, { ...input(), btdyYear: 1979, btdyMonth: 12, btdyDate: 1 })).body.age).toBe(47);
  });

  test('refuses a birth date that the reservation would refuse', async () => {
    for (const btdyYear of [1899, 2027]) {
      expect((await service.post(path, { ...input(), btdyYear })).body).toMatchObject({ errorCode: 12 });
    }
  });

  test('tells all that is wrong at once, in the order of the page, whatever the browser says about checking', async () => {
    const wrong = { ryk1: '', nam1: '', nam1IsErrorCheck: 0, sex: '', zip1: '12', email2: 'other@example.jp' };
    const { body } = await service.post(path, { ...input(), ...wrong });
    expect(body).toMatchObject({ errorCode: 12 });
    expect(body.errorMessagesList).toEqual([
      '氏名（セイ）は必須入力です。',
      '氏名（姓）は必須入力です。',
      '性別を選択してください。',
      '郵便番号（前3桁）が適正な文字数ではありません。',
      'メールアドレスとメールアドレス（確認用）に入力されている内容が相違しています。',
    ]);
  });

  test('asks guests for the street, and whoever is logged in for less', async () => {
    const check = async (token?: string) =>
      (await service.post(path, { ...input(), adr3: '' }, token)).body.errorMessagesList;
    expect(await check()).toEqual(['番地・建物名は必須入力です。']);
    expect(await check(token)).toEqual([]);
  });

  test('names the street with the rest, in the order of the page', async () => {
    const { body } = await service.post(path, { ...input(), nam1: '', adr3: '', tel1: 'x' });
    expect(body.errorMessagesList).toEqual([
      '氏名（姓）は必須入力です。',
      '番地・建物名は必須入力です。',
      '電話番号が正しい書式ではありません。',
    ]);
  });
});
