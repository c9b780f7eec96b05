// The CSV download, through the HTTP server: what the lines hold, what is refused, and what is marked.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import iconv from 'iconv-lite';
import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RESERVATION_COLUMNS } from '#booking/records/reservation-columns.ts';
import type { Tables } from '#db/tables.ts';
import type { DownloadStatus } from '#domain/reservation/reservation-status.ts';
import { formatLogDetails } from '#domain/staff/acts.ts';
import { putDownload, putReservation, tokenOfOwner } from '#tests/kit/reservations.ts';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';
import { encodeLines } from '../cp932.ts';
import { ATTRIBUTES, type Attribute } from './contract.ts';

const HOUSE = '10000001';
const OTHER = '10000002';
const GROUP = '0001';
const PATH = '/api/MasterWIGA1/CsvDownload';
const NOT_THERE = { status: 404, body: { errorCode: 16 } };

let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-15T10:20:30+09:00' });
  token = await service.openInstitution(HOUSE, 'clinic01');
  otherToken = await service.openInstitution(OTHER, 'clinic02');
  const own = { institution_code: HOUSE, group_code: GROUP };
  await service.db
    .insertInto('option_groups')
    .values({ ...own, sort: 1, name: '胃の検査', selection: 'multiple' })
    .execute();
  await service.db
    .insertInto('option_items')
    .values([
      { ...own, option_code: '0001', sort: 2, name: '胃部X線', internal_name: '' },
      { ...own, option_code: '0002', sort: 1, name: '胃内視鏡（経鼻）', internal_name: '胃カメラ,経鼻' },
    ])
    .execute();
});
afterAll(() => service.close());

type Change = Partial<Insertable<Tables['reservations']>>;
type Options = Readonly<Record<string, number>>;

async function put(change: Change = {}, options: Options = {}, institution_code = HOUSE): Promise<number> {
  const place = { visitDate: '2026-12-01', slotCode: '03', startMinute: 540 };
  const given = await putReservation(service.db, institution_code, place);
  const number = change.reservation_number ?? given;
  const own = { institution_code, reservation_number: number };
  if (Object.keys(change).length > 0) {
    await service.db
      .updateTable('reservations')
      .set(change)
      .where('institution_code', '=', institution_code)
      .where('reservation_number', '=', given)
      .execute();
  }
  const rows = Object.entries(options).map(([option_code, amount], position) => {
    return { ...own, position, group_code: GROUP, option_code, condition_code: '00', name: `名${option_code}`, amount };
  });
  if (rows.length > 0) await service.db.insertInto('reservation_options').values(rows).execute();
  return number;
}

let patterns = 0;

async function pattern(items: readonly (Attribute | `${number}`)[], institution_code = HOUSE, name = '取込用') {
  const pattern_code = String(++patterns).padStart(3, '0');
  await service.db.insertInto('csv_patterns').values({ institution_code, pattern_code, name }).execute();
  await service.db
    .insertInto('csv_pattern_items')
    .values(
      items.map((item, index) => {
        const isOption = /^\d/.test(item);
        return {
          institution_code,
          pattern_code,
          position: index + 1,
          attribute: isOption ? null : item,
          group_code: isOption ? GROUP : null,
          option_code: isOption ? item : null,
        };
      }),
    )
    .execute();
  return pattern_code;
}

const download = (ptcd: unknown, uknos: readonly unknown[], by: string | undefined = token) =>
  service.post(PATH, { ptcd, uknos }, by);

async function lines(ptcd: string, uknos: readonly number[]): Promise<string[]> {
  const { body } = await download(ptcd, uknos);
  if (body.errorCode !== 0) throw new Error(JSON.stringify(body));
  return body.bodyList;
}

test('whoever has not shown who they are for ten minutes gets no file, and nothing is marked', async () => {
  const number = await put();
  const ptcd = await pattern(['reservation_number']);
  const before = await stateOf(number);
  service.setNow('2026-11-15T10:31:00+09:00');
  const refused = { status: 403, body: { errorCode: 13, isConfirmNeeded: '1' } };
  try {
    expect(await download(ptcd, [number])).toMatchObject(refused);
    expect(await stateOf(number)).toEqual(before);
    token = (await service.post('/api/StaffMe/Confirm', { currentPassword: PASSWORD }, token)).body.access_token;
    expect((await download(ptcd, [number])).body.bodyList).toEqual([String(number)]);
  } finally {
    service.setNow('2026-11-15T10:20:30+09:00');
  }
});

const stateOf = (number: number) =>
  service.db
    .selectFrom('reservations as r')
    .select([
      'version',
      'updated_at',
      'status',
      sql.raw<DownloadStatus>(RESERVATION_COLUMNS.downloadStatus.sql).as('download_status'),
    ])
    .where('institution_code', '=', HOUSE)
    .where('reservation_number', '=', number)
    .executeTakeFirstOrThrow();

const recorded = () =>
  service.db
    .selectFrom('csv_downloads as d')
    .select(['at', 'administrator_id', 'pattern_code'])
    .select(
      sql<number[]>`
        array(select reservation_number from csv_download_rows r
               where (r.institution_code, r.download_id) = (d.institution_code, d.download_id)
               order by reservation_number)`.as('numbers'),
    )
    .where('institution_code', '=', HOUSE)
    .orderBy('download_id')
    .execute();

const historyOf = async (number: number) =>
  (await service.post('/api/MasterWIGA1Detail/FirstDisplay', { ukno: number }, token)).body.historyList;

const DEMO: readonly Attribute[] = [
  ...(['reservation_number', 'replaces_number', 'status_code', 'status', 'fiscal_year', 'visit_date'] as const),
  ...(['start_time', 'patient_number', 'kana_name', 'name', 'birth_date', 'sex', 'age', 'client_code'] as const),
  ...(['client_name', 'insurer_number', 'card_symbol', 'card_number', 'category_name', 'company_name'] as const),
  ...(['employee_number', 'course_code', 'course_name', 'course_amount', 'total_amount', 'postal_code'] as const),
  ...(['prefecture', 'city', 'street', 'phone', 'mail', 'remarks', 'registered_on', 'updated_on'] as const),
];

test('the file of the demo pattern, byte for byte', async () => {
  await put({ reservation_number: 200_000_001, patient_number: '0012' }, { '0002': 5500 });
  const person = {
    family_name: '髙﨑',
    given_name: '①～－',
    family_kana: 'タカサキ',
    given_kana: 'イチ',
    sex: 'male' as const,
    postal_code: '1000001',
    prefecture: '東京都',
    city: '千代田区千代田',
    street: '1−1〜2',
    phone: '045-000-0123',
    company_name: '㈱白鷺野 "食品", 横浜',
    remarks: '一行目\n二行目',
    client_code: '30000001',
    client_name: '東丘精機健康保険組合',
    insurer_number: '06990014',
    card_symbol: '=1+1',
    card_number: '＋12',
    category_name: '被保険者（本人）',
    employee_number: '@00123',
  };
  await put(
    {
      ...person,
      reservation_number: 200_000_002,
      replaces: 200_000_001,
      status: 'changed',
      course_amount: 8800,
      total_amount: 14300,
      prices_shown: false,
      created_at: new Date('2026-11-14T15:30:00Z'),
      updated_at: new Date('2026-11-15T14:59:59Z'),
    },
    { '0001': 0, '0002': 5500 },
  );
  const ptcd = await pattern([...DEMO, '0002', '0001'], HOUSE, '健診システム/取込用');
  const { body } = await download(ptcd, [200_000_002, 200_000_001]);
  expect(body.fileName).toBe('医療機関10000001_健診システム_取込用_20261115_102030.csv');
  const golden = new URL('golden.csv', import.meta.url);
  const { bytes, lost } = encodeLines([body.header, ...body.bodyList]);
  expect([...lost]).toEqual([]);
  const stored = readFileSync(golden);
  expect(Buffer.compare(Buffer.from(bytes), stored)).toBe(0);
  expect(iconv.decode(stored, 'cp932').split('\r\n')).toEqual([
    '予約番号,変更元予約番号,予約状況コード,予約状況,年度,受診日,受付時間,患者番号,カナ氏名,氏名,生年月日,性別,年齢,クライアントコード,クライアント名,保険者番号,被保険者等記号,被保険者等番号,対象者区分,会社名,社員番号,コースコード,コース名,コース料金,合計金額,郵便番号,住所1,住所2,住所3,電話番号,メール,備考,登録日,更新日,"胃カメラ,経鼻",胃部X線',
    '200000002,200000001,22,変更未確認,2026,2026/12/01,9:00,,タカサキ　イチ,髙﨑　①～－,1980/01/01,男,46,30000001,東丘精機健康保険組合,06990014,\'=1+1,\'＋12,被保険者（本人）,"㈱白鷺野 ""食品"", 横浜",\'@00123,0001,ドック,8800,14300,100-0001,東京都,千代田区千代田,1－1～2,045-000-0123,hanako@example.jp,一行目 二行目,2026/11/15,2026/11/15,5500,0',
    '200000001,,21,新規未確認,2026,2026/12/01,9:00,0012,ケンシン　ハナコ,健診　花子,1980/01/01,女,46,00000000,個人,,,,,,,0001,ドック,0,0,,,,,,hanako@example.jp,,2026/11/01,2026/11/01,5500,',
    '',
  ]);
});

test('where a client has no insurer number there is none in the file', async () => {
  const company = { client_code: '30000002', client_name: '白鷺野食品株式会社', insurer_number: '00000000' };
  const { body } = await download(await pattern(['client_name', 'insurer_number']), [await put(company)]);
  expect(body.bodyList).toEqual(['白鷺野食品株式会社,']);
});

test('whoever was booked for by telephone, without account and mail, has neither in the file', async () => {
  const phone = { examinee_id: null, mail: '', origin: 'phone' } as const;
  const ptcd = await pattern(['examinee_number', 'mail', 'origin']);
  expect(await lines(ptcd, [await put(phone)])).toEqual([',,電話']);
});

test('every attribute there is stands in its column', async () => {
  const attributes = Object.keys(ATTRIBUTES) as Attribute[];
  const old = await put({ status: 'replaced_confirmed', slot_code: 'ZZ', start_minute: null });
  const number = await put(
    {
      replaces: old,
      status: 'cancelled',
      desired: true,
      download_status: 'changed',
      category_code: '01',
      course_duration: '約3時間',
      course_items: JSON.stringify([{ name: '診察' }, { name: '血圧' }]),
      course_amount: 100,
      total_amount: 301,
      accepts_mail: false,
      origin: 'phone',
      patient_number: 'K-204118',
      staff_memo: '耳が遠い。\nゆっくりと。',
      course_description: '前日21時以降は絶食\n水は可',
      course_recommended_for: '40歳以上の方',
      tax_display: 'excluded',
      tax_rounding: 'up',
      tax_rate: 8,
      prices_shown: false,
      created_at: new Date('2026-11-01T00:05:00Z'),
    },
    { '0001': 150, '0002': 51 },
  );
  await sql`insert into person_notes (institution_code, folded_kana, birth_date, patient_number, body, updated_at, updated_by)
            select institution_code, folded_kana, birth_date, patient_number, '車いす。' || chr(10) || '左耳。', now(), '' from reservations
             where reservation_number = ${number}`.execute(service.db);
  const own = { institution_code: HOUSE };
  await service.db
    .insertInto('time_slots')
    .values({ ...own, slot_code: '03', name: '朝一番', start_minute: 540 })
    .execute();
  await service.db
    .insertInto('frames')
    .values([
      { ...own, frame_code: '0001', name: 'ドック受付', managed_by: 'time', counted_as: 'persons' },
      { ...own, frame_code: '0002', name: '胃内視鏡', managed_by: 'time', counted_as: 'persons' },
      { ...own, frame_code: '0003', name: '脳MRI', managed_by: 'time', counted_as: 'persons' },
    ])
    .execute();
  const place = {
    ...own,
    reservation_number: number,
    visit_date: '2026-12-01',
    slot_code: '03',
    quantity: 1,
    held: false,
  };
  await service.db
    .insertInto('reservation_places')
    .values([
      { ...place, frame_code: '0002' },
      { ...place, frame_code: '0001' },
      // What is still kept of the reservation that it replaces, and no part of it uses.
      { ...place, frame_code: '0003', origin: 'inherited' },
    ])
    .execute();
  const mark = { ...own, visit_date: '2026-12-01', administrator_id: 'clinic01', at: new Date('2026-11-30T23:51:00Z') };
  await service.db
    .insertInto('reception_marks')
    .values([
      { ...mark, reservation_number: number, state: 'arrived' },
      { ...mark, reservation_number: old, state: 'no_show' },
    ])
    .execute();
  await sql`insert into sendings (institution_code, reservation_number, sent_on, visit_date, parts, sent_by, at)
            values (${HOUSE}, ${number}, '2026-11-18', '2026-12-01', '{course}', '', now())`.execute(service.db);
  const ptcd = await pattern(attributes);
  const { body } = await download(ptcd, [number, old]);
  expect(body.header).toBe(attributes.map((attribute) => ATTRIBUTES[attribute][1]).join(','));
  const [values, before] = body.bodyList.map((line: string) =>
    Object.fromEntries(line.split(',').map((cell, index) => [attributes[index], cell])),
  );
  expect(values).toMatchObject({
    reservation_number: String(number),
    replaces_number: String(old),
    replaced_by_number: '',
    status_code: '91',
    status: '取消未確認',
    slot_code: '03',
    slot_name: '朝一番',
    frames: 'ドック受付、胃内視鏡',
    origin_code: '2',
    origin: '電話',
    reception: '来院',
    received_at: '8:51',
    staff_memo: '耳が遠い。 ゆっくりと。',
    person_note: '車いす。 左耳。',
    sending_status: '発送済み',
    sent_on: '2026/11/18',
    booking_kind: '希望予約',
    download_status_code: '02',
    download_status: '未（変更・取消）',
    registered_at: '2026/11/01 09:05',
    updated_at: '2026/11/01 09:00',
    examinee_number: expect.stringMatching(/^\d+$/),
    family_name: '健診',
    given_name: '花子',
    family_kana: 'ケンシン',
    given_kana: 'ハナコ',
    sex_code: '2',
    accepts_mail: '受け取らない',
    category_code: '01',
    course_internal_name: '',
    course_duration: '約3時間',
    course_description: '前日21時以降は絶食 水は可',
    course_recommended_for: '40歳以上の方',
    course_items: '診察、血圧',
    price_condition_code: '01',
    // In the option step's order, under their internal names.
    option_names: expect.stringContaining('胃カメラ'),
  });
  // 301 yen and 8 percent of them, rounded up.
  expect(body.bodyList[0]).toContain('"胃カメラ,経鼻、胃部X線",201,301,326,税抜,8,表示しない');
  expect(before).toMatchObject({
    replaced_by_number: String(number),
    status: '変更前',
    status_code: '32',
    origin_code: '1',
    origin: 'Web',
    reception: '未受診',
    received_at: '',
    staff_memo: '',
    start_time: '',
  });
});

test('lines come in the order of the numbers, each once, without the columns that nobody chose', async () => {
  const numbers = [await put(), await put(), await put()] as const;
  const ptcd = await pattern(['reservation_number', 'sex']);
  const [a, b, c] = numbers;
  expect(await lines(ptcd, [c, a, c, b, a])).toEqual([`${c},女`, `${a},女`, `${b},女`]);
});

test('what was written is marked and recorded, and nothing else about it moves', async () => {
  const [fresh, changed, done, other] = [
    await put(),
    await put({ download_status: 'changed' }),
    await put(),
    await put(),
  ] as const;
  await putDownload(service.db, HOUSE, done);
  const before = await Promise.all([fresh, changed, done].map(stateOf));
  const ptcd = await pattern(['reservation_number']);
  await lines(ptcd, [changed, fresh, done]);
  const after = await Promise.all([fresh, changed, done].map(stateOf));
  expect(after).toEqual(before.map((state) => ({ ...state, download_status: 'done' })));
  expect((await stateOf(other)).download_status).toBe('new');
  const now = new Date('2026-11-15T10:20:30+09:00');
  expect((await recorded()).at(-1)).toEqual({
    at: now,
    administrator_id: 'clinic01',
    pattern_code: ptcd,
    numbers: [fresh, changed, done],
  });
  for (const number of [fresh, changed, done]) {
    expect((await historyOf(number))[0]).toEqual({ date: '2026/11/15 10:20', name: '受付　佐藤', text: 'CSV出力' });
  }
  expect(await historyOf(other)).toEqual([]);
});

test('the same rows can be downloaded again', async () => {
  const number = await put();
  const ptcd = await pattern(['reservation_number', 'download_status']);
  expect(await lines(ptcd, [number])).toEqual([`${number},未（新規）`]);
  expect(await lines(ptcd, [number])).toEqual([`${number},済`]);
  expect(await historyOf(number)).toHaveLength(2);
});

test.each([
  ['no pattern', '', [123_456_789], ['CSVパターンが未選択です。']],
  ['no row', '001', [], ['現在の検索条件で出力できるレコード数は0件です。']],
  ['an empty row', '001', [''], ['現在の検索条件で出力できるレコード数は0件です。']],
  ['neither', '', [], ['CSVパターンが未選択です。', '現在の検索条件で出力できるレコード数は0件です。']],
])('refuses %s with code 13', async (_, ptcd, uknos, sentences) => {
  expect(await download(ptcd, uknos)).toMatchObject({
    status: 200,
    body: { errorCode: 13, errorMessagesList: sentences },
  });
});

test('one number that is not ours refuses the whole, and nothing is marked', async () => {
  const number = await put();
  const foreign = await put({}, {}, OTHER);
  const ptcd = await pattern(['reservation_number']);
  const foreignPattern = await pattern(['reservation_number'], OTHER);
  const before = await recorded();
  const missing = await download(ptcd, [number, 999_999_999]);
  expect(missing).toMatchObject(NOT_THERE);
  for (const wrong of [foreign, 1, '12345678x', '', '0', '-1', '1e8', '1234567890']) {
    expect(await download(ptcd, [number, wrong]), String(wrong)).toEqual(missing);
  }
  for (const wrong of ['000', '999', 'abc', foreignPattern]) {
    expect(await download(wrong, [number]), wrong).toEqual(missing);
  }
  expect(await download(ptcd, [number], otherToken)).toEqual(missing);
  expect(await download(foreignPattern, [foreign, number], otherToken)).toEqual(missing);
  expect(await stateOf(number)).toMatchObject({ download_status: 'new', version: 1 });
  expect(await historyOf(number)).toEqual([]);
  expect(await recorded()).toEqual(before);
});

test('no token, a dead one, and one of an examinee get nothing', async () => {
  const number = await put();
  const examinee = await tokenOfOwner(service.db, HOUSE, number, new Date('2026-11-15T10:20:00+09:00'));
  for (const wrong of [undefined, 'x'.repeat(43), examinee]) {
    const answer = await service.post(PATH, { ptcd: '001', uknos: [number] }, wrong);
    expect(answer).toMatchObject({ status: 401, body: { errorCode: 15 } });
  }
});

test('a row with news after it was read stays to be fetched, one that was only touched does not', async () => {
  const numbers = [await put(), await put(), await put()] as const;
  const [still, moved, touched] = numbers;
  const ptcd = await pattern(['reservation_number', 'status']);
  let answer: Promise<string[]> | undefined;
  await service.db.transaction().execute(async (holding) => {
    // Nothing can be recorded meanwhile.
    await sql`lock table csv_downloads in share mode`.execute(holding);
    answer = lines(ptcd, numbers);
    await untilWaiting();
    const change = (number: number, news: Change) =>
      service.db
        .updateTable('reservations')
        .set({ version: 2, ...news })
        .where('institution_code', '=', HOUSE)
        .where('reservation_number', '=', number)
        .execute();
    await change(moved, { status: 'cancelled', download_status: 'changed', news_version: 2 });
    await change(touched, { patient_number: 'P-1' });
  });
  expect(await answer).toEqual(numbers.map((number) => `${number},新規未確認`));
  expect((await stateOf(still)).download_status).toBe('done');
  expect((await stateOf(touched)).download_status).toBe('done');
  expect(await stateOf(moved)).toMatchObject({ download_status: 'changed', status: 'cancelled' });
  expect((await recorded()).at(-1)?.numbers).toEqual(numbers);
});

test('somebody who holds a reservation does not hold up the download', async () => {
  const number = await put();
  const ptcd = await pattern(['reservation_number']);
  await service.db.transaction().execute(async (holding) => {
    await sql`select from reservations where institution_code = ${HOUSE} and reservation_number = ${number} for update`.execute(
      holding,
    );
    expect(await lines(ptcd, [number])).toEqual([String(number)]);
    expect((await stateOf(number)).download_status).toBe('done');
  });
});

const until = (isSo: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 60_000, interval: 10 });

const untilWaiting = () =>
  until(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      service.db,
    );
    return Number(rows[0]?.count) > 0;
  });

test('two downloads of the same rows in opposite orders both succeed', async () => {
  const numbers = await putMany(1200);
  const ptcd = await pattern(['reservation_number']);
  const answers = await Promise.all([lines(ptcd, numbers), lines(ptcd, numbers.toReversed())]);
  expect(answers[0]).toEqual(answers[1]?.toReversed());
  expect((await recorded()).slice(-2).map((row) => row.numbers.length)).toEqual([1200, 1200]);
});

/** Copies of one reservation. */
async function putMany(count: number): Promise<number[]> {
  const model = await put({ street: '汐見の丘一丁目二番三号'.repeat(3) });
  const { rows } = await sql<{ reservation_number: number }>`
    insert into reservations (
           institution_code, examinee_id, status, desired, fiscal_year, client_code, course_code, price_condition_code,
           visit_date, slot_code, client_name, course_name, course_amount, total_amount, tax_display, prices_shown,
           family_name, given_name, family_kana, given_kana, birth_date, age, sex, street, mail, accepts_mail,
           created_at, updated_at)
    select institution_code, examinee_id, status, desired, fiscal_year, client_code, course_code, price_condition_code,
           visit_date, slot_code, client_name, course_name, course_amount, total_amount, tax_display, prices_shown,
           family_name, given_name, family_kana, given_kana, birth_date, age, sex, street, mail, accepts_mail,
           created_at, updated_at
      from reservations, generate_series(1, ${count})
     where institution_code = ${HOUSE} and reservation_number = ${model}
    returning reservation_number`.execute(service.db);
  return rows.map((row) => row.reservation_number);
}

test('many rows are read some at a time, and recorded by two statements', async () => {
  const numbers = await putMany(1200);
  const ptcd = await pattern(['reservation_number', '0001']);
  await lines(ptcd, numbers.slice(0, 1));
  const few = await watchStatements(() => lines(ptcd, numbers.slice(0, 1)));
  const many = await watchStatements(() => lines(ptcd, numbers));
  const readings = (names: string[]) => names.filter((name) => name.startsWith('select r.version')).length;
  expect([readings(few), readings(many)]).toEqual([1, 3]);
  const recordings = (names: string[]) => names.filter((name) => name.startsWith('insert into')).length;
  expect([recordings(few), recordings(many)]).toEqual([2, 2]);
});

async function withAddress<T>(work: (port: number) => Promise<T>): Promise<T> {
  if (!service.app.server.listening) await service.app.listen({ port: 0, host: '127.0.0.1' });
  return work((service.app.server.address() as AddressInfo).port);
}

const requestTo = (port: number, headers: http.OutgoingHttpHeaders) =>
  http.request({
    port,
    method: 'POST',
    path: PATH,
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}`, ...headers },
  });

test('who goes away in the middle has downloaded nothing, and the access log tells what was to come and what has left', async () => {
  const numbers = await putMany(1500);
  const ptcd = await pattern(Array(300).fill('street'));
  const before = await recorded();
  const logged = (await service.readLog()).length;
  await withAddress(async (port) => {
    const body = new URLSearchParams([
      ['ptcd', ptcd],
      ...numbers.map((number) => ['uknos', String(number)]),
    ]).toString();
    const request = requestTo(port, { 'content-length': body.length, 'accept-encoding': 'identity' });
    request.end(body);
    const response = await new Promise<http.IncomingMessage>((resolve) => request.once('response', resolve));
    expect(response.statusCode).toBe(200);
    await new Promise((resolve) => response.once('data', resolve));
    response.pause();
    // Committed, and not only waiting to be written, while the file is on its way.
    const { rows } = await sql<{ details: object }>`select details from access_log order by ctid`.execute(service.db);
    expect(rows.slice(logged)).toEqual([{ details: { note: '開始', count: 1500 } }]);
    request.destroy();
  });
  await until(async () => (await service.readLog()).length === logged + 2);
  const [begun, ended] = (await service.readLog()).slice(logged);
  expect([begun?.act, begun?.outcome, ended?.act, ended?.outcome]).toEqual(['14', 'ok', '14', 'failed']);
  const { count: left } = ended!.details as { count: number };
  expect(formatLogDetails(ended?.details as object)).toBe(`中断　${left.toLocaleString('ja-JP')}件`);
  expect([left > 0, left < 1500]).toEqual([true, true]);
  // Nothing of it is under way any more.
  await until(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(service.db);
    return Number(rows[0]?.count) === 0;
  });
  expect(await recorded()).toEqual(before);
  const { rows } = await sql<{ status: string }>`
    select distinct ${sql.raw(RESERVATION_COLUMNS.downloadStatus.sql)} as status from reservations r
     where institution_code = ${HOUSE} and reservation_number = any(${numbers})`.execute(service.db);
  expect(rows).toEqual([{ status: 'new' }]);
});

test('100,000 numbers fit; a body of more than 2 MiB is refused, and one of 10 MB before it has come', async () => {
  const numbers = Array.from({ length: 100_000 }, (_, index) => 800_000_000 + index);
  const ptcd = await pattern(['reservation_number']);
  expect(await download(ptcd, numbers)).toMatchObject(NOT_THERE);
  const tooLong = await service.post(PATH, { ptcd, uknos: numbers, junk: 'x'.repeat(1024 * 1024) }, token);
  expect(tooLong).toMatchObject({ status: 413, body: { errorCode: 11 } });
  await withAddress(async (port) => {
    const request = requestTo(port, { 'content-length': 10_000_000 });
    request.on('error', () => {});
    request.write('uknos=');
    const response = await new Promise<http.IncomingMessage>((resolve) => request.once('response', resolve));
    expect(response.statusCode).toBe(413);
    request.destroy();
  });
});

const formerFiles = async () => (await service.post('/api/MasterWIGA1/CsvFiles', {}, token)).body.fileList;

test('the file of 9:00 is lost: 「前回のファイル」 gives the same numbers in the same order with today’s amounts, and counts as a file', async () => {
  await service.db.updateTable('csv_downloads').set({ numbers: [] }).execute();
  const [one, gone, other] = [await put(), await put(), await put()];
  const ptcd = await pattern(['reservation_number', 'total_amount', 'download_status'], HOUSE, '会計');
  await download(ptcd, [other, gone, one]);
  const files = await formerFiles();
  const file = { date: '2026/11/15 10:20', ptcd, ptnm: '会計', count: 3 };
  expect(files).toMatchObject([file]);
  const { downloadId } = files[0];
  await service.db
    .updateTable('reservations')
    .set({ total_amount: 20900, version: 2, download_status: 'changed', news_version: 2 })
    .where('reservation_number', '=', other)
    .execute();
  await service.db
    .updateTable('reservations')
    .set({ anonymised_at: new Date() })
    .where('reservation_number', '=', gone)
    .execute();
  const again = () => service.post(PATH, { ptcd, downloadId }, token);
  const amountOf = async (number: number) => (await lines(ptcd, [number]))[0];
  const { body } = await again();
  expect(body).toMatchObject({ errorCode: 0, uknos: [other, one] });
  expect(body.bodyList[0]).toMatch(new RegExp(`^${other},20900,`));
  expect(body.bodyList[1]).toMatch(new RegExp(`^${one},`));
  expect(await amountOf(other)).toBe(`${other},20900,済`);
  expect((await recorded()).slice(-2)).toMatchObject([{ numbers: [one, other] }, { numbers: [other] }]);
  expect(await formerFiles()).toMatchObject([{ count: 1 }, { ...file, count: 2 }, file]);
  const entries = (await service.readLog()).filter(
    ({ act, subject }) => act === '14' && subject === '会計（前回のファイル）',
  );
  expect(entries.map(({ details }) => details)).toEqual([
    { note: '開始', count: 2 },
    { note: '完了', count: 2 },
  ]);

  // Not theirs, not of this pattern, of a pattern that is gone, too old.
  expect(await service.post(PATH, { ptcd, downloadId }, otherToken)).toMatchObject(NOT_THERE);
  expect(await service.post(PATH, { ptcd: await pattern(['name']), downloadId }, token)).toMatchObject(NOT_THERE);
  await service.db
    .updateTable('csv_downloads')
    .set({ at: new Date('2026-10-14T00:00:00Z') })
    .where('download_id', '=', downloadId)
    .execute();
  expect(await again()).toMatchObject(NOT_THERE);
  expect(await formerFiles()).toHaveLength(2);
  await service.db.deleteFrom('csv_patterns').where('pattern_code', '=', ptcd).execute();
  expect(await formerFiles()).toEqual([]);
});
