// What a browser must not get away with: each refused with its code, and nothing written.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Form, guestForm, stepForm } from '#tests/kit/booking-forms.ts';
import {
  buildHospital,
  countWritten,
  HOSPITAL,
  INVISIBLE,
  NO_GUESTS,
  SOCIETY,
  wrongCounters,
} from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const GUEST = '/api/Account/CommonGuestNewReserve';
const LOGGED_IN = '/api/Account/CommonLoginedNewReserve';
const PREVIEW = '/api/CommonConfirmReserveInfo/FirstDisplay';
const OTHER_HOSPITAL = '20000002';

let service: TestService;
let token: string;
let number: number;

beforeAll(async () => {
  service = await startTestService({ env: { GUEST_RESERVATIONS_PER_MINUTE: '0' } });
  await buildHospital(service.db);
  await service.openInstitution(OTHER_HOSPITAL, 'admin002');
  const { body } = await service.post(GUEST, guestForm(HOSPITAL));
  number = body.ukno;
  token = await service.logIn(body.userId, body.firstPassword);
});
afterAll(async () => {
  expect(await wrongCounters(service.db)).toEqual([]);
  await service.close();
});

/** A woman of the society with an endoscopy and a women's examination; valid as it stands. */
const valid = (changes: Form = {}) =>
  guestForm(HOSPITAL, {
    email1: 'tamper@example.jp',
    sex: '2',
    age: 46,
    inputAge: 46,
    reserveDate: '2026/12/02',
    opbr: ['0001', '0002'],
    opcd: ['0002', '0005'],
    optionJkcd: ['02', '05'],
    sumGkgk: 19_900,
    ...changes,
  });
const member = {
  jgcd: SOCIETY,
  hksh: '06990014',
  hfkb: '01',
  inputHfkb: '01',
  courseJkcd: '01',
  sumGkgk: 5500,
  opbr: [],
  opcd: [],
  optionJkcd: [],
};
const through = (jgcd: string) => ({ ...member, jgcd, hksh: '12345678', hfkb: 'Z', inputHfkb: 'Z', sumGkgk: 7700 });

const cases: [string, Form, Form][] = [
  ['the amount', { sumGkgk: 1 }, { redoStep: 'confirm' }],
  ['no amount at all', { sumGkgk: '' }, { redoStep: 'confirm' }],
  ['the price row', { courseJkcd: '02' }, { redoStep: 'confirm' }],
  ['an option row', { optionJkcd: ['02', '04'] }, { redoStep: 'confirm' }],
  ['the age of the steps', { age: 30 }, { redoStep: 'input' }],
  ['the age of the form', { inputAge: 39 }, { redoStep: 'input' }],
  ['the sex of the steps', { sex: '1' }, { redoStep: 'input' }],
  ['the sex of the form, so that an option no longer fits', { inputSex: '1', sex: '1' }, { redoStep: 'option' }],
  ['no sex', { inputSex: '' }, { errorMessage: '性別を選択してください。' }],
  ['a category where there are none', { inputHfkb: '01' }, { redoStep: 'insurance' }],
  ['the category of the form', { ...member, inputHfkb: '02' }, { redoStep: 'input' }],
  ['an unknown category', { ...member, hfkb: '09', inputHfkb: '09' }, { redoStep: 'insurance' }],
  ['no category', { ...member, hfkb: 'Z', inputHfkb: 'Z' }, { errorMessage: '対象者区分を選択してください。' }],
  ['the insurer number', { ...member, hksh: '06990015' }, { redoStep: 'insurance' }],
  ['no consent', { doui: '2' }, { errorMessage: '利用規約・個人情報の取り扱いへの同意が必要です。' }],
  [
    'two options of a single-choice group',
    { opbr: ['0001', '0001'], opcd: ['0002', '0003'], optionJkcd: ['02', '03'], sumGkgk: 21_000 },
    { redoStep: 'option' },
  ],
  [
    'the same option twice',
    { opbr: ['0002', '0002'], opcd: ['0005', '0005'], optionJkcd: ['05', '05'], sumGkgk: 18_800 },
    { redoStep: 'option' },
  ],
  [
    'an option of nowhere',
    { opbr: ['0001'], opcd: ['0099'], optionJkcd: ['01'], sumGkgk: 10_000 },
    { redoStep: 'option' },
  ],
  ['a day outside the fiscal year', { reserveDate: '2027/04/05' }, { redoStep: 'calendar' }],
  ['another fiscal year', { nend: 2027 }, { redoStep: 'course' }],
  ['a closed day', { reserveDate: '2026/12/06' }, { redoStep: 'calendar' }],
  ['a day before the window', { reserveDate: '2026/11/15' }, { redoStep: 'calendar' }],
  ['a day after the window', { reserveDate: '2027/05/20', nend: 2026 }, { redoStep: 'calendar' }],
  ['a day in the past', { reserveDate: '2026/11/01' }, { redoStep: 'calendar' }],
  ['no such day', { reserveDate: '2026/02/30' }, { errorMessage: '受診日が正しい書式ではありません。' }],
  ['a slot of nowhere', { reserveTmzn: '11' }, { redoStep: 'calendar' }],
  ['the whole day where a time is needed', { reserveTmzn: 'ZZ' }, { redoStep: 'calendar' }],
  [
    'a day without capacity',
    { reserveDate: '2027/05/03', kscd: '0006', nend: 2027, sumGkgk: 13_000, opbr: [], opcd: [], optionJkcd: [] },
    { redoStep: 'calendar' },
  ],
  ['an unpublished course', { kscd: '0003', sumGkgk: 1, opbr: [], opcd: [], optionJkcd: [] }, { redoStep: 'course' }],
  [
    'a course whose registration is over',
    { kscd: '0004', sumGkgk: 1, opbr: [], opcd: [], optionJkcd: [] },
    { redoStep: 'course' },
  ],
  ['a course of nowhere', { kscd: '0099' }, { redoStep: 'course' }],
  ['a client of nowhere', { ...member, jgcd: '39999999' }, { redoStep: 'insurance' }],
  ['an invisible client', through(INVISIBLE), { redoStep: 'insurance' }],
  ['a client that takes no guests', through(NO_GUESTS), { redoStep: 'login' }],
  [
    'a birth date in the future',
    { inputBtdyYear: 2030 },
    { errorMessage: '生年月日は年月日をすべて正しく選択してください。' },
  ],
  ['too long a name', { nam1: 'あ'.repeat(31) }, { errorMessage: '氏名（姓）は30文字以内で入力してください。' }],
  [
    'a name that is an address',
    { nam1: 'https://example.com' },
    { errorMessage: '氏名（姓）に使用できない文字が入力されています。' },
  ],
  [
    'a given name that is an address',
    { nam2: 'example.com' },
    { errorMessage: '氏名（名）に使用できない文字が入力されています。' },
  ],
  ['letters as kana', { ryk1: 'Kenshin' }, { errorMessage: '氏名（セイ）はカタカナで入力してください。' }],
  ['a made-up prefecture', { adr1: '江戸県' }, { errorMessage: '都道府県を選択してください。' }],
  ['a phone number that is none', { tel1: '1' }, { errorMessage: '電話番号が正しい書式ではありません。' }],
  ['too long an employee number', { syno: '1'.repeat(21) }, { errorMessage: '社員番号の入力文字数が多すぎます。' }],
  ['a sex of nowhere', { inputSex: '9' }, { errorMessage: '性別を選択してください。' }],
  ['a sex of nowhere at the steps', { sex: '9' }, { errorMessage: '性別を選択してください。' }],
  ['a wish for mails of nowhere', { dmkb: '7' }, { errorMessage: '健診のご案内メールを選択してください。' }],
  ['no wish about mails', { dmkb: '' }, { errorMessage: '健診のご案内メールを選択してください。' }],
  ['options in lists of unequal length', { opcd: ['0002'] }, { errorCode: 13 }],
  ['a short request id', { requestId: 'abc' }, { errorMessage: '受付IDが正しくありません。' }],
];

describe('refused with 13, and nothing written:', () => {
  let before: Record<string, number>;
  beforeEach(async () => {
    before = await countWritten(service.db);
  });

  test.each(cases)('%s', async (_, changes, expected) => {
    const { status, body } = await service.post(GUEST, valid(changes));
    expect(body).toMatchObject({ errorCode: 13, ...expected });
    expect(status).toBe(200);
    expect(await countWritten(service.db)).toEqual(before);
  });

  test('every empty field of an empty form, told at once', async () => {
    const empty = Object.fromEntries(
      ['nam1', 'nam2', 'ryk1', 'ryk2', 'zip1', 'adr3', 'tel1', 'email1'].map((key) => [key, '']),
    );
    const { body } = await service.post(GUEST, valid({ ...empty, doui: '' }));
    expect(body.errorMessagesList).toHaveLength(9);
  });

  test('what is missing together with what is malformed, in the order of the page', async () => {
    const wrong = { ryk1: '', nam1: '', inputSex: '', zip1: '12', tel1: 'abc', doui: '2' };
    const { body } = await service.post(GUEST, valid(wrong));
    expect(body.errorMessagesList).toEqual([
      '氏名（セイ）は必須入力です。',
      '氏名（姓）は必須入力です。',
      '性別を選択してください。',
      '郵便番号（前3桁）が適正な文字数ではありません。',
      '電話番号が正しい書式ではありません。',
      '利用規約・個人情報の取り扱いへの同意が必要です。',
    ]);
  });
});

test('the form that all of these were made from is valid', async () => {
  expect((await service.post(GUEST, valid())).body).toMatchObject({ errorCode: 0 });
  expect((await service.post(GUEST, valid({ ...member, email1: 'm@example.jp' }))).body).toMatchObject({
    errorCode: 0,
  });
});

test.each([
  ['a sex of nowhere', { sex: '9' }],
  ['options in lists of unequal length', { opcds: ['0002'] }],
])('the steps refuse with 12: %s', async (_, changes) => {
  for (const path of [PREVIEW, '/api/CommonSelectCalender/FirstDisplay']) {
    const { body } = await service.post(path, stepForm(valid(), changes));
    expect(body).toMatchObject({ errorCode: 12 });
  }
});

describe('whose data it is', () => {
  test('an institution of nowhere', async () => {
    const answer = await service.post(GUEST, valid({ ircd: '29999999', email1: 'x@example.jp' }));
    expect(answer).toMatchObject({ status: 404, body: { errorCode: 16 } });
    const entry = { ...stepForm(valid()), ircd: '29999999', hksh: '12345678', sex: '1' };
    for (const call of ['FirstDisplay', 'Next']) {
      const answer = await service.post(`/api/CommonNewHealthInsurance/${call}`, entry);
      expect(answer, call).toMatchObject({ status: 404, body: { errorCode: 16 } });
    }
  });

  test('another institution’s', async () => {
    const foreign = await service.post(LOGGED_IN, valid({ ircd: OTHER_HOSPITAL }), token);
    expect(foreign).toMatchObject({ status: 404, body: { errorCode: 16 } });
    const guest = await service.post(GUEST, valid({ ircd: OTHER_HOSPITAL, email1: 'y@example.jp' }));
    expect(guest.body).toMatchObject({ errorCode: 13, redoStep: 'course' });
  });

  test('no token, a dead token', async () => {
    expect(await service.post(LOGGED_IN, valid())).toMatchObject({ status: 401, body: { errorCode: 15 } });
    expect(await service.post(LOGGED_IN, valid(), 'dead')).toMatchObject({ status: 401, body: { errorCode: 15 } });
    expect(await service.post(PREVIEW, stepForm(valid()), 'dead')).toMatchObject({
      status: 401,
      body: { errorCode: 15 },
    });
  });

  test('what can be no key is never a success', async () => {
    const ask = { ircd: HOSPITAL, jgcd: '00000000', nend: 2026, kscd: '0001' };
    const codeOf = async (path: string, form: Record<string, unknown>) =>
      (await service.post(`/api/${path}/FirstDisplay`, form)).body.errorCode;
    expect(await codeOf('CommonInputReserveInfo', { ...ask, kscd: 'zz' })).toBe(12);
    expect(await codeOf('CommonInputReserveInfo', { ...ask, kscd: '9999' })).toBe(13);
    expect(await codeOf('CommonInputReserveInfo', { ...ask, my_ukno: '12345678' })).toBe(12);
    expect(await codeOf('CommonInputReserveInfo', { ...ask, my_ukno: '0' })).toBe(0);
    expect(await codeOf('CommonReserveResult', { ukno: '12345678' })).toBe(12);
    expect(await codeOf('CommonReserveResult', { ukno: '0' })).toBe(12);
  });

  test('a reservation number gives nothing to who does not own it', async () => {
    const ask = { ircd: HOSPITAL, jgcd: '00000000', nend: 2026, kscd: '0001', trsq: 1, my_ukno: number };
    const entry = '/api/CommonInputReserveInfo/FirstDisplay';
    expect((await service.post(entry, ask)).body).toMatchObject({ errorCode: 0, nam1: '', tel1: '', email1: '' });
    expect((await service.post(entry, ask, token)).body).toMatchObject({ nam1: '健診', zip1: '231', sex: '2' });
    const result = await service.post('/api/CommonReserveResult/FirstDisplay', { ukno: number });
    expect(result.body).toMatchObject({ errorCode: 0, mem4List: [] });
    // Somebody else's own place does not count as free: the day has one endoscopy, and it is taken.
    const scope = { opbr: ['0001'], opcd: ['0002'], optionJkcd: ['02'], sumGkgk: 15_500, reserveDate: '2026/12/10' };
    const { body } = await service.post(GUEST, guestForm(HOSPITAL, { ...scope, email1: 'owner@example.jp' }));
    const days = async (bearer?: string) => {
      const form = stepForm(guestForm(HOSPITAL, scope), { my_ukno: body.ukno });
      const answer = await service.post('/api/CommonSelectCalender/FirstDisplay', form, bearer);
      return JSON.stringify(answer.body.reserveData).includes('"2026/12/10","tmzn":"09"');
    };
    expect(await days()).toBe(false);
    expect(await days(token)).toBe(false);
    expect(await days(await service.logIn(body.userId, body.firstPassword))).toBe(true);
  });
});
