// Staff correct the person of a reservation, through the HTTP server: what is refused, what follows, and what is left alone.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#domain/calendar/plain-date.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { HOSPITAL, SOCIETY, usedOn, wrongCounters } from '#tests/kit/booking-hospital.ts';
import { invalidAnswer } from '#tests/kit/guards.ts';
import { DETAIL, openReservationOffice, type ReservationOffice, WISH } from '#tests/kit/reservation-office.ts';
import { putDownload } from '#tests/kit/reservations.ts';

const CORRECT = '/api/Desk/CorrectPerson';

let office: ReservationOffice;
beforeAll(async () => {
  office = await openReservationOffice();
});
afterAll(async () => {
  expect(await wrongCounters(office.db)).toEqual([]);
  await office.service.close();
});

/** A day of its own for each test, so that places never run out by accident. */
const days = Array.from({ length: 125 }, (_, index) => addDays('2026-11-24', index)).filter(
  (date) => !['2026-12-06', '2026-12-13', '2027-01-01'].includes(date),
);
let day: string;
beforeEach(() => {
  day = days.shift() ?? '';
});
const book = (changes: Form = {}) => office.book({ reserveDate: day.replaceAll('-', '/'), ...changes });
/** 9,900 for women of 40 and more, 12,100 for younger ones, and a frame that only women use. */
const BY_AGE: Form = { kscd: '0002', courseJkcd: '04', sumGkgk: 9900 };
const MEMBER: Form = { jgcd: SOCIETY, hksh: '06990014', inputHfkb: '01', sumGkgk: 5500, cmnm: '東丘精機', syno: 'T-1' };

const show = async (number: number) => (await office.service.post(DETAIL, { ukno: number }, office.token)).body;

/** What the screen would send to correct nothing. */
async function shown(number: number): Promise<Form> {
  const now = await show(number);
  const [zip1 = '', zip2 = ''] = now.zip.split('-');
  const names = [
    'version',
    'nam1',
    'nam2',
    'ryk1',
    'ryk2',
    'tel1',
    'adr1',
    'adr2',
    'adr3',
    'cmnm',
    'hkkg',
    'hkno',
    'syno',
  ];
  const same = Object.fromEntries(names.map((name) => [name, now[name]]));
  return {
    ...same,
    ukno: number,
    zip1,
    zip2,
    inputBtdyYear: now.btdyYear,
    inputBtdyMonth: now.btdyMonth,
    inputBtdyDate: now.btdyDate,
    inputSex: now.sex,
    email1: now.emal,
  };
}
const correct = async (number: number, changes: Form, token = office.token) =>
  (await office.service.post(CORRECT, { ...(await shown(number)), ...changes }, token)).body;
const born = (date: string): Form => {
  const [inputBtdyYear, inputBtdyMonth, inputBtdyDate] = date.split('-').map(Number);
  return { inputBtdyYear, inputBtdyMonth, inputBtdyDate };
};
const lastEntry = async (number: number) => (await show(number)).historyList[0];

describe('the scenarios', () => {
  test('given a wrong telephone, when it is corrected, then same number, status and places, history names both, csst 02', async () => {
    const { number, form } = await book();
    await office.update(number, { statusCode: '23' });
    await putDownload(office.db, HOSPITAL, number);
    const used = await usedOn(office.db, day);
    const before = await office.row(number);
    office.service.setNow('2026-11-15T10:20:00+09:00');
    const body = await correct(number, { tel1: '045-000-9999', ryk2: 'アヤコ' });
    office.service.setNow('2026-11-15T10:00:00+09:00');
    expect(body).toMatchObject({
      errorCode: 0,
      version: '3',
      tel1: '045-000-9999',
      nam1: '健診',
      ryk2: 'アヤコ',
      inputBtdyYear: 1980,
      inputSex: '2',
      zip1: '231',
      zip2: '0000',
      email1: form.email1,
    });
    expect(await office.row(number)).toEqual({
      ...before,
      phone: '045-000-9999',
      phone_digits: '0450009999',
      given_kana: 'アヤコ',
      folded_kana: 'ケンシンアヤコ',
      version: 3,
      news_version: 3,
      download_status: 'changed',
      updated_at: new Date('2026-11-15T01:20:00Z'),
    });
    expect(await usedOn(office.db, day)).toEqual(used);
    expect(await lastEntry(number)).toEqual({
      date: '2026/11/15 10:20',
      name: '受付　佐藤',
      text: '受診者情報を訂正：カナ氏名 ケンシン ハナコ → ケンシン アヤコ、電話番号 045-000-0123 → 045-000-9999',
    });
    const { rows } = await sql<{ csst: boolean }>`
      select exists (select from csv_download_rows d where d.reservation_number = r.reservation_number
                        and d.version >= r.news_version) as csst
        from reservations r where reservation_number = ${number}`.execute(office.db);
    expect(rows).toEqual([{ csst: false }]);
  });

  test('given a birth date that stays in its price row, when it is saved, then only date and age change', async () => {
    const { number } = await book(BY_AGE);
    const before = await office.row(number);
    expect(await correct(number, born('1974-03-08'))).toMatchObject({ errorCode: 0, inputBtdyYear: 1974 });
    const { version, updated_at, news_version, download_status, ...after } = await office.row(number);
    expect(after).toEqual({
      ...Object.fromEntries(Object.keys(after).map((name) => [name, before[name]])),
      birth_date: '1974-03-08',
      age: 52,
      age_date: day,
    });
    expect([version, news_version, download_status]).toEqual([2, 2, 'changed']);
  });

  test('given one that moves to another price, when it is saved, then 14, and nothing is written', async () => {
    const { number } = await book(BY_AGE);
    const before = await office.row(number);
    expect(await correct(number, { ...born('1988-03-08'), tel1: '045-000-9999' })).toMatchObject({
      errorCode: 14,
      errorMessagesList: [
        '生年月日を1988/03/08にすると、コースの料金が9,900円から12,100円に変わります。「電話予約」で変更してください。',
      ],
      errorFieldList: ['inputBtdy'],
    });
    expect(await office.row(number)).toEqual(before);
    expect((await show(number)).historyList).toHaveLength(1);
  });

  test('given two clerks on one detail, when the second saves, then 14', async () => {
    const { number } = await book();
    const seen = await shown(number);
    expect(await correct(number, { tel1: '045-000-9999' })).toMatchObject({ errorCode: 0 });
    const second = await office.service.post(CORRECT, { ...seen, adr3: '汐見の丘9' }, office.otherToken);
    expect(second.body).toMatchObject({
      errorCode: 14,
      errorMessagesList: ['ほかの利用者が先に更新しました。最新の内容を読み込み直してください。'],
    });
    expect(await office.row(number)).toMatchObject({ phone: '045-000-9999', street: '汐見の丘1-2-3', version: 2 });
    // At the same moment, too.
    const once = await shown(number);
    const both = await Promise.all([
      office.service.post(CORRECT, { ...once, adr3: '一番町' }, office.token),
      office.service.post(CORRECT, { ...once, adr3: '二番町' }, office.otherToken),
    ]);
    expect(both.map(({ body }) => body.errorCode).sort()).toEqual([0, 14]);
    expect(await office.row(number)).toMatchObject({ version: 3 });
  });
});

test('named fields alone are corrected, and who sends the same again finds it done', async () => {
  const { number } = await book();
  const before = await shown(number);
  const sent = { ...before, tel1: '045-000-9999', adr3: '別の番地', fields: ['tel1'] };
  const first = (await office.service.post(CORRECT, sent, office.token)).body;
  expect(await show(number)).toMatchObject({ tel1: '045-000-9999', adr3: before.adr3 });
  const again = (await office.service.post(CORRECT, sent, office.token)).body;
  expect(again).toMatchObject({ errorCode: 0, version: first.version });
  const other = { ...sent, tel1: '045-000-8888' };
  expect((await office.service.post(CORRECT, other, office.token)).body).toMatchObject({ errorCode: 14 });
  const address = { ...before, zip1: '060', zip2: '0001', version: first.version, fields: ['zip1', 'zip2'] };
  await office.service.post(CORRECT, address, office.token);
  expect(await show(number)).toMatchObject({ zip: '060-0001', tel1: '045-000-9999' });
  const unknown = await office.service.post(CORRECT, { ...sent, fields: ['trno'] }, office.token);
  expect(unknown.body).toMatchObject({ errorCode: 12 });
});

describe('what would make another booking of it', () => {
  const refusal = async (number: number, changes: Form) => {
    const { errorCode, errorMessagesList, errorFieldList } = await correct(number, changes);
    expect(errorCode).toBe(14);
    return { sentences: errorMessagesList, fields: errorFieldList };
  };

  test('an option that is not for them', async () => {
    const options = { opbr: ['0002'], opcd: ['0005'], optionJkcd: ['05'], sumGkgk: 14_400 };
    const { number } = await book(options);
    expect(await refusal(number, { inputSex: '1' })).toEqual({
      sentences: ['性別を男性にすると、オプション「オプション0005」は受けられません。「電話予約」で変更してください。'],
      fields: ['inputSex'],
    });
  });

  test('another price and other frames; of two that are corrected, the one that does it', async () => {
    const { number } = await book(BY_AGE);
    expect(await refusal(number, { inputSex: '1', ...born('1974-03-08') })).toEqual({
      sentences: [
        '性別を男性にすると、コースの料金が9,900円から8,800円に変わります。「電話予約」で変更してください。',
        '性別を男性にすると、使用する予約枠が変わります。「電話予約」で変更してください。',
      ],
      fields: ['inputSex'],
    });
    expect((await refusal(number, { inputSex: '1', ...born('1999-03-08') })).fields).toEqual(['inputBtdy', 'inputSex']);
  });

  test('a course that is not for them', async () => {
    const spouse = { hfkb: '02', inputHfkb: '02', courseJkcd: '02', sumGkgk: 16_500, sex: '2', age: 46 };
    const { number } = await book({ ...MEMBER, ...spouse });
    expect(await refusal(number, born('1999-03-08'))).toEqual({
      sentences: ['生年月日を1999/03/08にすると、このコースは受けられません。「電話予約」で変更してください。'],
      fields: ['inputBtdy'],
    });
    // The society counts ages at the end of the next March.
    expect(await correct(number, born('1974-03-08'))).toMatchObject({ errorCode: 0 });
    expect(await office.row(number)).toMatchObject({ age: 53, age_date: '2027-03-31' });
  });

  test('who is not live, whose day is over, and whose course is gone, is a matter of the age alone', async () => {
    const { number } = await book(BY_AGE);
    await office.update(number, { statusCode: '92' });
    expect(await correct(number, { ...born('1988-03-08'), inputSex: '1' })).toMatchObject({ errorCode: 0 });
    expect(await office.row(number)).toMatchObject({ age: 38, sex: 'male', course_amount: 9900 });
    const { number: past } = await book(BY_AGE);
    await sql`update reservations set visit_date = '2026-11-02' where reservation_number = ${past}`.execute(office.db);
    expect(await correct(past, born('1988-03-08'))).toMatchObject({ errorCode: 0 });
    expect(await office.row(past)).toMatchObject({ age: 38, course_amount: 9900 });
    const { number: gone } = await book({ ...WISH, reserveDate: day.replaceAll('-', '/') });
    await sql`update reservations set course_code = '9999' where reservation_number = ${gone}`.execute(office.db);
    expect(await correct(gone, born('1999-03-08'))).toMatchObject({ errorCode: 0 });
    expect(await office.row(gone)).toMatchObject({ age: 27 });
  });
});

describe('what is wrong by itself', () => {
  test.each<[string, Form, string[]]>([
    [
      'what has to be there',
      { nam1: '', nam2: ' ', ryk1: '', ryk2: '', tel1: '', inputSex: '', ...born('0-0-0') },
      [
        '氏名（セイ）は必須入力です。',
        '氏名（メイ）は必須入力です。',
        '氏名（姓）は必須入力です。',
        '氏名（名）は必須入力です。',
        '生年月日は必須入力です。',
        '性別を選択してください。',
        '電話番号は必須入力です。',
      ],
    ],
    ['no such day', born('1974-02-30'), ['生年月日が正しい日付ではありません。']],
    ['a day to come', born('2026-11-16'), ['生年月日が正しい日付ではありません。']],
    ['long ago', born('1899-12-31'), ['生年月日が正しい日付ではありません。']],
    ['hiragana', { ryk1: 'さとう' }, ['氏名（セイ）はカタカナで入力してください。']],
    ['half a postal code', { zip2: '' }, ['郵便番号（後4桁）は必須入力です。']],
    ['no mail address', { email1: 'hanako' }, ['メールアドレスが正しい書式ではありません。']],
    ['letters in the number', { ukno: 'x' }, ['予約番号は半角数字で入力してください。']],
  ])('%s', async (_, changes, sentences) => {
    const { number } = await book();
    const before = await office.row(number);
    expect(await correct(number, changes)).toMatchObject(invalidAnswer(sentences).body);
    expect(await office.row(number)).toEqual(before);
  });
});

describe('what is left alone', () => {
  test('nothing corrected: no entry, no new version', async () => {
    const { number } = await book();
    const before = await office.row(number);
    expect(await correct(number, {})).toMatchObject({ errorCode: 0, version: '1' });
    expect(await office.row(number)).toEqual(before);
    expect((await show(number)).historyList).toHaveLength(1);
  });

  test('the account, and mails that wait; without an address no more are written', async () => {
    const { number, form } = await book();
    const accountOf = async () =>
      office.db
        .selectFrom('examinees')
        .selectAll()
        .where('examinee_id', '=', await office.ownerOf(number))
        .execute();
    const mails = () =>
      office.db
        .selectFrom('outbox_mails')
        .select(['recipient', 'kind'])
        .where('reservation_number', '=', number)
        .execute();
    const [account, waiting] = [await accountOf(), await mails()];
    expect(waiting.map(({ recipient }) => recipient)).toEqual([form.email1, form.email1]);
    expect(await correct(number, { email1: '', nam1: '佐藤', ...born('1979-01-01') })).toMatchObject({ errorCode: 0 });
    expect(await accountOf()).toEqual(account);
    await office.update(number, { statusCode: '23', isSendMail: '1' });
    expect(await mails()).toEqual(waiting);
    expect(await lastCorrection(number)).toContain(`メール ${form.email1} → （なし）`);
  });

  const lastCorrection = async (number: number) =>
    (await show(number)).historyList.find(({ text }: { text: string }) => text.includes('訂正')).text;

  test('card and employee’s number are a society’s: whoever pays alone has none, whatever was sent', async () => {
    const { number } = await book();
    expect(await correct(number, { hkkg: '2041', hkno: '118', syno: 'T-9', cmnm: '汐見商会' })).toMatchObject({
      errorCode: 0,
      hkkg: '',
      hkno: '',
      syno: '',
      cmnm: '汐見商会',
    });
    expect(await lastCorrection(number)).toBe('受診者情報を訂正：会社名 （なし） → 汐見商会');
    const { number: member } = await book(MEMBER);
    expect(await correct(member, { hkkg: '2041', hkno: '118', syno: 'T-9' })).toMatchObject({ errorCode: 0 });
    expect(await lastCorrection(member)).toBe(
      '受診者情報を訂正：記号 （なし） → 2041、番号 （なし） → 118、社員番号 T-1 → T-9',
    );
    expect(await office.row(member)).toMatchObject({ insurer_number: '06990014', category_code: '01' });
  });

  test('the access log tells what was corrected, not how it reads: it outlives the person’s data', async () => {
    const { number } = await book();
    await correct(number, { tel1: '045-000-9999', nam2: '亜紀子' });
    const [change] = await office.db
      .selectFrom('access_log')
      .selectAll()
      .where('act', '=', '13')
      .where('subject', '=', String(number))
      .execute();
    expect(change).toMatchObject({ user_id: 'clerk001', details: { note: '受診者の訂正（氏名・電話番号）' } });
  });
});

describe('which may be corrected', () => {
  test('every status but what a change has replaced', async () => {
    const booking = await book();
    const { number } = booking;
    for (const statusCode of ['22', '23', '91', '92', '99', '21']) {
      await office.update(number, { statusCode });
      expect(await correct(number, { adr3: `${statusCode}番地` }), statusCode).toMatchObject({ errorCode: 0 });
    }
    const { number: next } = await office.change(booking, {});
    const before = await office.row(number);
    expect(await correct(number, { adr3: '汐見の丘9' })).toMatchObject({
      errorCode: 14,
      errorMessagesList: [
        `この予約は変更されています。変更後の予約（予約番号${next}）を開いて、もう一度お手続きください。`,
      ],
    });
    expect(await office.row(number)).toEqual(before);
  });

  test('a visit that is over, but nobody who was forgotten', async () => {
    const { number } = await book();
    await sql`update reservations set visit_date = '2024-05-05' where reservation_number = ${number}`.execute(
      office.db,
    );
    expect(await correct(number, { adr3: '汐見の丘9' })).toMatchObject({ errorCode: 0 });
    const seen = await shown(number);
    await sql`select anonymise_reservations(${HOSPITAL}, array[${number}::integer], now())`.execute(office.db);
    expect((await office.service.post(CORRECT, { ...seen, version: '' }, office.token)).body).toMatchObject({
      errorCode: 14,
      errorMessagesList: ['この予約は保存期間を過ぎ、匿名化されています。'],
    });
  });

  test('no other institution’s, of which nothing is learned', async () => {
    const { number } = await book();
    const foreign = await office.service.openInstitution('20000002', 'foreign1');
    const seen = await shown(number);
    const answer = await office.service.post(CORRECT, seen, foreign);
    expect(answer).toMatchObject({ status: 404, body: { errorCode: 16 } });
    expect(await office.service.post(CORRECT, { ...seen, ukno: 999_999_999 }, foreign)).toEqual(answer);
  });
});

// The last one: it leaves other masters behind.
test('masters as they are now: a price that was raised since is no other row, an option that is gone is not asked for', async () => {
  const options = { opbr: ['0001'], opcd: ['0002'], optionJkcd: ['02'], sumGkgk: 15_500 };
  const { number } = await book(options);
  await sql`update course_prices set amount = 11000 where institution_code = ${HOSPITAL} and course_code = '0001'
               and client_code = '00000000'`.execute(office.db);
  await sql`delete from course_options where institution_code = ${HOSPITAL} and course_code = '0001'
               and option_code = '0002'`.execute(office.db);
  expect(await correct(number, born('1999-03-08'))).toMatchObject({ errorCode: 0 });
  expect(await office.row(number)).toMatchObject({ age: 27, course_amount: 10_000, total_amount: 15_500 });
});
