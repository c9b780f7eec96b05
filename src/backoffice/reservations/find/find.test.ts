// Finding anyone, through the HTTP server: who is found by what, what is told of them, and what nobody is told.
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from '#db/tables.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';

const [HOME, AWAY] = ['50000001', '50000002'];
const NOW = '2026-11-17T10:00:00+09:00';
const [FIND, INSIDE] = ['/api/Desk/Find', '/api/Desk/FindInside'];

let service: TestService;
let token: string;
let awayToken: string;

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  await service.openInstitution(HOME, 'clerk001');
  awayToken = await service.openInstitution(AWAY, 'clerk002');
  token = await openClerk(
    service.db,
    { institutionCode: HOME, userId: 'viewer01', role: 'viewer' },
    new Date('2026-11-17T09:00:00+09:00'),
  );
});
afterAll(() => service.close());

type Columns = Updateable<Tables['reservations']>;

const names = (family_name: string, given_name: string, family_kana: string, given_kana: string): Columns => ({
  family_name,
  given_name,
  family_kana,
  given_kana,
});
const AKIKO = names('佐藤', '亜希子', 'サトウ', 'アキコ');

async function put(columns: Columns, institutionCode = HOME): Promise<number> {
  const number = await putReservation(service.db, institutionCode, {
    visitDate: '2026-11-18',
    slotCode: '01',
    startMinute: 540,
  });
  await service.db
    .updateTable('reservations')
    .set(columns)
    .where('institution_code', '=', institutionCode)
    .where('reservation_number', '=', number)
    .execute();
  return number;
}

/** As staff do on its detail. */
async function correct(number: number, phone: string): Promise<void> {
  await service.db
    .updateTable('reservations')
    .set({ phone })
    .where('institution_code', '=', HOME)
    .where('reservation_number', '=', number)
    .execute();
  await service.db
    .insertInto('reservation_history')
    .values({
      institution_code: HOME,
      reservation_number: number,
      at: new Date(NOW),
      actor_kind: 'administrator',
      actor_id: 'clerk001',
      act: 'corrected',
    })
    .execute();
}

const ask = async (find: string, path = FIND, by = token) => (await service.post(path, { find }, by)).body;

interface FoundPerson {
  name: string;
  btdyYear: number;
  reserveList: { ukno: number }[];
}
const peopleIn = (body: { personList: FoundPerson[] }) => body.personList.map(({ name }) => name);
const numbersIn = (body: { personList: FoundPerson[] }) =>
  body.personList.map(({ reserveList }) => reserveList.map(({ ukno }) => ukno));

test('given a reservation, when its number is typed, then it is the one to open, whatever its date and status', async () => {
  const old = await put({ ...names('古川', '一', 'フルカワ', 'ハジメ'), visit_date: '2019-05-07', status: 'deleted' });
  expect(await ask(String(old))).toMatchObject({ errorCode: 0, ukno: old, kind: 'number', isMore: '0' });
  const wide = String(old).replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  expect((await ask(wide)).ukno).toBe(old);
  for (const status of ['replaced_unconfirmed', 'replaced_confirmed', 'cancelled', 'cancel_confirmed'] as const) {
    const number = await put({ ...names('古川', '二', 'フルカワ', 'ジロウ'), status });
    const body = await ask(String(number));
    expect([body.ukno, numbersIn(body)[0]?.includes(number)]).toEqual([number, true]);
  }
});

test('given 佐藤 亜希子, when ｻﾄｳ, さとう, サトウ or 佐藤 is searched, then the same people come, in the same order', async () => {
  await put({ ...AKIKO, birth_date: '1974-03-08' });
  await put({ ...names('佐藤', '健一', 'サトウ', 'ケンイチ'), birth_date: '1968-07-21' });
  await put({ ...AKIKO, birth_date: '1959-01-02' });
  await put({ ...names('加藤', '誠', 'カトウ', 'マコト') });
  const answers = await Promise.all(['ｻﾄｳ', 'さとう', 'サトウ', '佐藤', 'Ｓａｔｏ'].map((text) => ask(text)));
  const found = answers
    .slice(0, 4)
    .map(({ personList }) => personList.map(({ name, btdyYear }: FoundPerson) => `${name} ${btdyYear}`));
  expect(found[0]).toEqual(['佐藤　亜希子 1959', '佐藤　亜希子 1974', '佐藤　健一 1968']);
  expect(found).toEqual([found[0], found[0], found[0], found[0]]);
  expect(answers.map(({ kind }) => kind)).toEqual(['kana', 'kana', 'kana', 'name', 'name']);
  // Names that are written in kana are found by it too.
  await put({ ...names('さくら', 'はな', 'サクラ', 'ハナ') });
  expect(peopleIn(await ask('サクラ'))).toEqual(['さくら　はな']);
  expect(peopleIn(await ask('さくら はな'))).toEqual(['さくら　はな']);
});

test('given 12 people, when kana and birth date are searched, then one comes with her reservations of two clients', async () => {
  for (let n = 1; n <= 11; n++)
    await put({ ...names('渡辺', `恵${n}`, 'ワタナベ', 'メグミ'), birth_date: `19${60 + n}-03-08` });
  const her = { ...names('渡辺', '綾', 'ワタナベ', 'アヤ'), birth_date: '1974-03-08' };
  const first = await put({ ...her, client_name: '東丘精機健康保険組合', visit_date: '2025-11-12' });
  const second = await put({ ...her, visit_date: '2027-02-10', created_at: new Date('2026-11-10T00:00:00Z') });
  const body = await ask('わたなべ S49.3.8');
  expect(body).toMatchObject({ kind: 'date', isMore: '0', ukno: 0 });
  expect(peopleIn(body)).toEqual(['渡辺　綾']);
  expect(body.personList[0]).toMatchObject({ rowCount: 2, jgnm: '個人', age: 52, btdyYear: 1974, ukno: second });
  expect(numbersIn(body)).toEqual([[second, first]]);
  expect(body.personList[0].reserveList[1]).toMatchObject({ jgnm: '東丘精機健康保険組合', ykdy: '2025/11/12' });
  expect((await ask('わたなべ S49.3.9')).errorCode).toBe(13);
});

test('given a new family name and the same patient number, when either is searched, then one group holds both', async () => {
  const before = await put({
    ...names('旧野', '恵', 'フルノ', 'メグミ'),
    birth_date: '1985-05-05',
    patient_number: 'K-1',
    visit_date: '2025-01-10',
    created_at: new Date('2024-12-01T00:00:00Z'),
  });
  const after = await put({
    ...names('新野', '恵', 'ニイノ', 'メグミ'),
    birth_date: '1985-05-05',
    patient_number: 'K-1',
  });
  // What has no number yet belongs to the only one that stands by its name and birth date.
  const without = await put({ ...names('新野', '恵', 'ニイノ', 'メグミ'), birth_date: '1985-05-05' });
  for (const text of ['フルノ', 'ニイノ', '旧野', '新野', 'K-1']) {
    const body = await ask(text);
    expect([text, peopleIn(body), numbersIn(body)]).toEqual([text, ['新野　恵'], [[without, after, before]]]);
    expect(body.personList[0]).toMatchObject({ trno: 'K-1', rowCount: 3 });
  }
});

test('given a telephone corrected on one of two reservations, then the person is shown with the new one, and by which old one they were found', async () => {
  const who = { ...names('訂野', '正', 'テイノ', 'タダシ'), birth_date: '1966-06-06', mail: '' };
  const before = { phone: '045-000-1111', created_at: new Date('2026-11-01T00:00:00Z') };
  const corrected = await put({ ...who, ...before, visit_date: '2026-11-18' });
  const later = await put({
    ...who,
    ...before,
    created_at: new Date('2026-11-05T00:00:00Z'),
    visit_date: '2026-12-18',
  });
  expect((await ask('ていの')).personList[0]).toMatchObject({ ukno: later, matched: [] });
  await correct(corrected, '045-000-2222');
  for (const text of ['045-000-2222', '2222 ていの', 'ていの']) {
    const { personList } = await ask(text);
    expect(personList).toMatchObject([{ ukno: corrected, tel1: '045-000-2222', rowCount: 2, matched: [] }]);
  }
  const { personList } = await ask('045-000-1111');
  expect(personList).toMatchObject([
    { ukno: corrected, tel1: '045-000-2222', matched: [`電話番号 045-000-1111（予約番号 ${later}）`] },
  ]);
});

test('two numbers under one name and birth date are two people, and what has none belongs to neither', async () => {
  const same = { ...names('双葉', '薫', 'フタバ', 'カオル'), birth_date: '1990-09-09' };
  const one = await put({ ...same, patient_number: 'T-1' });
  const other = await put({ ...same, patient_number: 'T-2' });
  const nobodys = await put(same);
  const body = await ask('ふたば');
  expect(body.personList.map(({ trno }: { trno: string }) => trno).toSorted()).toEqual(['', 'T-1', 'T-2']);
  expect(numbersIn(body).flat().toSorted()).toEqual([one, other, nobodys]);
  expect(numbersIn(await ask('T-1'))).toEqual([[one]]);
});

test('given the number of another institution, when it is searched, then 13, and nothing tells that it exists', async () => {
  const theirs = await put(AKIKO, AWAY);
  const unknown = await ask('999999999');
  const foreign = await ask(String(theirs));
  expect(foreign).toEqual(unknown);
  expect(foreign).toMatchObject({
    errorCode: 13,
    errorMessage: '該当する方が見つかりません。',
    kind: 'number',
    personList: [],
  });
  expect((await ask(String(theirs), FIND, awayToken)).ukno).toBe(theirs);
});

test('a number that is somebody’s patient number too opens nothing by itself: both are shown', async () => {
  const own = await put(names('番号', '一', 'バンゴウ', 'イチ'));
  const patient = await put({ ...names('番号', '二', 'バンゴウ', 'ニ'), patient_number: String(own) });
  const body = await ask(String(own));
  expect([body.ukno, numbersIn(body)]).toEqual([0, [[own], [patient]]]);
});

test('telephones are found whole, however they were written, or by their beginning; mails whole; patients whole', async () => {
  await put({ ...names('電話', '一', 'デンワ', 'イチ'), phone: '03-5555-0101', mail: 'Denwa.Ichi@Example.jp' });
  await put({ ...names('電話', '二', 'デンワ', 'ニ'), phone: '0355550102', mail: '', patient_number: '035555' });
  expect(peopleIn(await ask('0355550101'))).toEqual(['電話　一']);
  expect(peopleIn(await ask('03-5555-0102'))).toEqual(['電話　二']);
  expect(peopleIn(await ask('03-5555-010'))).toEqual(['電話　一', '電話　二']);
  // A telephone's beginning may be a patient number, and nobody is told twice.
  expect(peopleIn(await ask('035555'))).toEqual(['電話　一', '電話　二']);
  expect(peopleIn(await ask('denwa.ichi@example.jp'))).toEqual(['電話　一']);
  expect((await ask('denwa.ichi@example')).errorCode).toBe(13);
});

test('numbers are found as they are read out, telephones by their last four digits after patient numbers, mails by their beginning', async () => {
  const number = await put(names('声出', '一', 'コエダシ', 'イチ'));
  expect((await ask(String(number).replace(/(...)(...)(...)/, '$1 $2 $3'))).ukno).toBe(number);
  await put({ ...names('下桁', '一', 'シモケタ', 'イチ'), phone: '045-000-2617', mail: 'Shimo.Keta@Example.jp' });
  await put({ ...names('下桁', '二', 'シモケタ', 'ニ'), phone: '090-1111-2617', mail: '' });
  await put({ ...names('和田', '三', 'ワダ', 'サン'), phone: '03-0000-0000', patient_number: '2617' });
  expect(peopleIn(await ask('045 000 2617'))).toEqual(['下桁　一']);
  expect(peopleIn(await ask('2617'))).toEqual(['和田　三', '下桁　一', '下桁　二']);
  expect(peopleIn(await ask('しもけた 2617'))).toEqual(['下桁　一', '下桁　二']);
  expect(peopleIn(await ask('shimo.k'))).toEqual(['下桁　一']);
  expect(peopleIn(await ask('shim しもけた'))).toEqual(['下桁　一']);
  expect((await ask('shi')).errorCode).toBe(13);
});

test('the given name may come first, in kana and as it is written', async () => {
  const born = '1973-07-17';
  await put({ ...names('逆井', '春香', 'サカサイ', 'ハルカ'), birth_date: born });
  for (const text of ['ハルカ サカサイ', '春香 逆井', '昭48.7.17 はるか さかさい']) {
    expect([text, peopleIn(await ask(text))]).toEqual([text, ['逆井　春香']]);
  }
});

test('replaced reservations are left out, and anonymous ones found by their number only', async () => {
  const gone = names('消野', '元', 'キエノ', 'ハジメ');
  const replaced = await put({ ...gone, status: 'replaced_confirmed', birth_date: '1971-01-01' });
  expect(await ask('きえの')).toMatchObject({ errorCode: 13, kind: 'kana', personList: [] });
  expect((await ask(String(replaced))).ukno).toBe(replaced);
  const anonymous = await put({
    ...names('匿名', '', '', ''),
    birth_date: '1933-01-01',
    anonymised_at: new Date(NOW),
    mail: '',
  });
  await put({ ...names('匿名', '', '', ''), birth_date: '1933-01-01', anonymised_at: new Date(NOW), mail: '' });
  expect((await ask('匿名')).errorCode).toBe(13);
  expect((await ask('1933/1/1')).errorCode).toBe(13);
  const body = await ask(String(anonymous));
  expect([body.ukno, numbersIn(body)]).toEqual([anonymous, [[anonymous]]]);
});

test('of a person come the twenty newest visits, and how many there are', async () => {
  const often = { ...names('常連', '太郎', 'ジョウレン', 'タロウ'), birth_date: '1950-02-02' };
  for (let n = 1; n <= 23; n++) await put({ ...often, visit_date: `2026-10-${String(n).padStart(2, '0')}` });
  const { personList } = await ask('じょうれん');
  expect([personList[0].rowCount, personList[0].reserveList.length]).toEqual([23, 20]);
  expect(personList[0].reserveList[0].ykdy).toBe('2026/10/23');
});

test('what was typed is told when nothing can be looked for by it', async () => {
  expect(await ask('')).toMatchObject({ errorCode: 12, errorMessage: '検索する内容を入力してください。' });
  expect(await ask(' 　')).toMatchObject({ errorCode: 12, errorMessage: '検索する内容を入力してください。' });
  expect(await ask('さ')).toMatchObject({ errorCode: 12, errorMessage: 'カナは2文字以上で入力してください。' });
  expect(await ask('さ'.repeat(61))).toMatchObject({ errorCode: 12 });
  expect(await ask('森')).toMatchObject({ errorCode: 13, kind: 'name' });
});

test('the middle of kana and names is looked into apart', async () => {
  await put({ ...names('中島', '花子', 'ナカジマ', 'ハナコ'), birth_date: '1977-07-07' });
  expect(await ask('じまはな')).toMatchObject({ errorCode: 13, kind: 'kana' });
  const inside = await ask('じまはな', INSIDE);
  expect(inside).toMatchObject({ errorCode: 0, kind: 'kana', ukno: 0, isMore: '0' });
  expect(peopleIn(inside)).toEqual(['中島　花子']);
  expect(peopleIn(await ask('島花', INSIDE))).toEqual(['中島　花子']);
  expect(peopleIn(await ask('島花 じま', INSIDE))).toEqual(['中島　花子']);
  expect(await ask('島花 じろう', INSIDE)).toMatchObject({ errorCode: 13, kind: 'kana', personList: [] });
  expect(await ask('じまはな S52.7.7', INSIDE)).toMatchObject({ errorCode: 13, kind: 'date', personList: [] });
  expect(await ask('', INSIDE)).toMatchObject({ errorCode: 12 });
});

test('渡邊 typed finds 渡辺, 渡邊 and 渡邉 in one list; 高崎 finds 髙﨑', async () => {
  const shapes = [...'辺邊邉'].map((shape, at) => [`渡${shape}`, ['一子', '二子', '三子'][at]!] as const);
  for (const [family, given] of shapes)
    await put({ ...names(family, given, 'ワタナベ', given), birth_date: '1971-01-01' });
  await put({ ...names('髙﨑', '花', 'タカサキ', 'ハナ'), birth_date: '1972-02-02' });
  const watanabe = shapes.map(([family, given]) => `${family}　${given}`);
  for (const typed of ['渡邊', '渡辺', '渡邉'])
    expect(peopleIn(await ask(typed))).toEqual(expect.arrayContaining(watanabe));
  expect(peopleIn(await ask('渡邊 二子'))).toEqual(['渡邊　二子']);
  expect(peopleIn(await ask('二子 渡邉'))).toEqual(['渡邊　二子']);
  expect(peopleIn(await ask('高崎'))).toEqual(['髙﨑　花']);
  expect(peopleIn(await ask('崎花', INSIDE))).toEqual(['髙﨑　花']);
  // What the database takes for signs of its own is a letter here.
  for (const sign of ['%', '_', '\\']) expect(await ask(`渡${sign}`, INSIDE)).toMatchObject({ errorCode: 13 });
});

test('the access log holds by what it was searched, and nothing of what was typed', async () => {
  await ask('さとう S49.3.8');
  const entry = (await service.readLog()).findLast(({ act }) => act === '11');
  expect(entry?.details).toEqual({ conditions: ['カナ氏名', '生年月日'], count: 1 });
  expect(JSON.stringify(entry)).not.toMatch(/さとう|サトウ|1974|S49/);
});
