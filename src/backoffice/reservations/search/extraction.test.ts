// The extraction through the HTTP server: every condition, what each row says, and what is refused.
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from '#db/tables.ts';
import { issueToken } from '#server/access/tokens.ts';
import { putDownload, putReservation } from '#tests/kit/reservations.ts';
import { type Answered, startTestService, type TestService } from '#tests/kit/service.ts';
import { openClerk } from '#tests/kit/staff.ts';

const HOME = '50000001';
const AWAY = '50000002';
const SEARCH = '/api/MasterWIGA1/Search';
const OPEN = '/api/MasterWIGA1/FirstDisplay';

let service: TestService;
let token: string;
let away: string;

async function put(
  institutionCode: string,
  visitDate: string,
  changes: Updateable<Tables['reservations']> = {},
): Promise<number> {
  const number = await putReservation(service.db, institutionCode, { visitDate, slotCode: '01', startMinute: 540 });
  if (Object.keys(changes).length > 0) {
    await service.db
      .updateTable('reservations')
      .set(changes)
      .where('institution_code', '=', institutionCode)
      .where('reservation_number', '=', number)
      .execute();
  }
  return number;
}

const found: Record<string, number> = {};

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-15T10:00:00+09:00' });
  token = await service.openInstitution(HOME, 'clerk001');
  away = await service.openInstitution(AWAY, 'clerk002');
  const own = { institution_code: HOME };
  await service.db
    .insertInto('time_slots')
    .values({ ...own, slot_code: '01', name: '午前', start_minute: 540 })
    .execute();
  await service.db
    .insertInto('frames')
    .values({ ...own, frame_code: '0001', name: '胃カメラ', managed_by: 'time', counted_as: 'persons' })
    .execute();
  await service.db
    .insertInto('option_groups')
    .values({ ...own, group_code: '0001', sort: 1, name: '画像', internal_name: '画像検査', selection: 'multiple' })
    .execute();
  await service.db
    .insertInto('option_items')
    .values([
      { ...own, group_code: '0001', option_code: '0001', sort: 2, name: '胃カメラ検査', internal_name: '胃カメラ' },
      { ...own, group_code: '0001', option_code: '0002', sort: 1, name: '腹部エコー' },
    ])
    .execute();
  await service.db
    .insertInto('csv_patterns')
    .values([
      { ...own, pattern_code: '001', name: '標準' },
      { ...own, pattern_code: '002', name: '請求', is_initial: true },
    ])
    .execute();

  found.plain = await put(HOME, '2026-11-02', {
    family_kana: 'サトウ',
    given_kana: 'ハナコ',
    family_name: '佐藤',
    given_name: '花子',
    created_at: new Date('2026-10-31T15:00:00Z'),
    updated_at: new Date('2026-11-03T14:59:59Z'),
  });
  found.society = await put(HOME, '2026-11-30', {
    client_code: '00000001',
    client_name: '七ツ浜物流 健康保険組合',
    company_name: 'ＡＢＣ 物流',
    card_symbol: '１２-ア',
    patient_number: 'P-100',
    fiscal_year: 2025,
    status: 'confirmed',
    created_at: new Date('2026-09-01T00:00:00Z'),
    updated_at: new Date('2026-09-02T00:00:00Z'),
  });
  await putDownload(service.db, HOME, found.society);
  found.wholeDay = await put(HOME, '2026-12-01', {
    slot_code: 'ZZ',
    start_minute: null,
    status: 'cancelled',
    family_kana: 'ﾊﾞﾊﾞ',
    family_name: '髙﨑',
    origin: 'phone',
    company_name: '100%_の会',
  });
  found.replaced = await put(HOME, '2026-11-20', { status: 'replaced_confirmed' });
  found.changed = await put(HOME, '2027-03-01', {
    status: 'changed',
    replaces: found.replaced,
    download_status: 'changed',
  });
  found.foreign = await put(AWAY, '2026-11-02');
  const part = { ...own, condition_code: '01', amount: 0 };
  await service.db
    .insertInto('reservation_options')
    .values([
      {
        ...part,
        reservation_number: found.plain,
        position: 1,
        group_code: '0001',
        option_code: '0002',
        name: '腹部エコー',
      },
      {
        ...part,
        reservation_number: found.plain,
        position: 2,
        group_code: '0001',
        option_code: '0001',
        name: '胃カメラ検査',
      },
    ])
    .execute();
  const place = { ...own, frame_code: '0001', slot_code: '01', quantity: 1 };
  await service.db
    .insertInto('frame_capacities')
    .values({ ...own, frame_code: '0001', visit_date: '2026-11-20', slot_code: '01', capacity: 1 })
    .execute();
  await service.db
    .insertInto('reservation_places')
    .values([
      { ...place, reservation_number: found.society, visit_date: '2026-11-30', held: false },
      // A wish that was confirmed once, and changed: until staff decide, it holds a place that it does not ask for any more.
      { ...place, reservation_number: found.changed, visit_date: '2026-11-20', held: true, origin: 'inherited' },
    ])
    .execute();
});
afterAll(() => service.close());

const search = (form: Record<string, unknown>) => service.post(SEARCH, { ircd: HOME, ...form }, token);
const numbers = ({ body }: Answered) => body.searchList.map(({ ukno }: { ukno: number }) => ukno);
const nameOf = (number: number) => Object.entries(found).find(([, each]) => each === number)?.[0];
const names = (answer: Answered) => numbers(answer).map(nameOf);
const date = (what: string, end: 'Start' | 'End', [year, month, day]: readonly number[]) => ({
  [`${what}${end}Year`]: year,
  [`${what}${end}Month`]: month,
  [`${what}${end}Date`]: day,
});

const EVERYTHING = ['plain', 'society', 'wholeDay', 'changed'];

test.each<[string, Record<string, unknown>, string[]]>([
  ['nothing', {}, EVERYTHING],
  [
    'nothing, said in every way',
    { nend: '0', ukno: '', examStartYear: '0', waku: '0000', ykst: '', jgcd: '', csst: '' },
    EVERYTHING,
  ],
  ['visits from', date('exam', 'Start', [2026, 11, 30]), ['society', 'wholeDay', 'changed']],
  ['visits to', date('exam', 'End', [2026, 11, 30]), ['plain', 'society']],
  ['both ends', { ...date('exam', 'Start', [2026, 11, 30]), ...date('exam', 'End', [2026, 11, 30]) }, ['society']],
  [
    'the Tokyo day of registration',
    { ...date('regist', 'Start', [2026, 11, 1]), ...date('regist', 'End', [2026, 11, 1]) },
    EVERYTHING.filter((name) => name !== 'society'),
  ],
  [
    'the Tokyo day of the last change',
    { ...date('update', 'Start', [2026, 11, 3]), ...date('update', 'End', [2026, 11, 3]) },
    ['plain'],
  ],
  ['individuals', { jgcd: '00000000' }, ['plain', 'wholeDay', 'changed']],
  ['a client', { jgcd: '00000001' }, ['society']],
  ['a part of the insurer, without its blank', { jgnm: '浜物流健康' }, ['society']],
  ['a part of the company, in another width', { cmnm: 'abc物' }, ['society']],
  ['% and _ as letters', { cmnm: '%_' }, ['wholeDay']],
  ['a part of the symbol', { hkkg: '12-' }, ['society']],
  ['the whole patient number', { trno: 'P-100' }, ['society']],
  ['the fiscal year', { nend: '2025' }, ['society']],
  ['a frame that its parts use, held or not', { waku: '0001' }, ['society']],
  ['a group of options', { opbr: '0001' }, ['plain']],
  ['an option', { opbr: '0001', opcd: '0001' }, ['plain']],
  ['a status', { ykst: '91' }, ['wholeDay']],
  ['several statuses', { ykst: ['22', '23'] }, ['society', 'changed']],
  ['what was replaced', { ykst: ['31', '32'] }, ['replaced']],
  ['what was never in a file', { csst: '01' }, ['plain', 'wholeDay']],
  ['what has news since', { csst: '02' }, ['changed']],
  ['what is in a file', { csst: '03' }, ['society']],
  ['what no file has yet', { csst: ['01', '02'] }, ['plain', 'wholeDay', 'changed']],
  ['what no file has yet, in a year', { csst: ['01', '02'], nend: '2026', ykst: '21' }, ['plain']],
  ['what was never in a file, or is in one', { csst: ['01', '03'] }, ['plain', 'society', 'wholeDay']],
  ['all three', { csst: ['01', '02', '03', ''] }, EVERYTHING],
  ['replaced ones that no file has', { csst: ['01', '02'], ykst: '32' }, ['replaced']],
  ['how it came', { ykrt: '2' }, ['wholeDay']],
  ['a slot', { tmzn: 'ZZ' }, ['wholeDay']],
  ['kana in half width', { ryak: 'ﾄｳ ﾊﾅ' }, ['plain']],
  ['kana in hiragana', { ryak: 'さとう' }, ['plain']],
  ['kana in full width of what was entered in half', { ryak: 'ババ' }, ['wholeDay']],
  ['a part of the name', { name: '藤　花' }, ['plain']],
  ['a name whose kanji are written otherwise', { name: '高崎' }, ['wholeDay']],
  ['several at once', { jgcd: '00000000', ryak: 'ハナコ', nend: '2026', ykst: '21' }, ['plain']],
])('searches by %s', async (_what, form, expected) => {
  const answer = await search(form);
  expect(answer.body.errorCode).toBe(0);
  expect(names(answer)).toEqual(expected);
  expect(answer.body.rowCount).toBe(expected.length);
});

test('a number finds what was replaced too, and only whole', async () => {
  expect(names(await search({ ukno: String(found.replaced) }))).toEqual(['replaced']);
  expect((await search({ ukno: String(found.plain).slice(0, 8) })).body.errorCode).toBe(12);
  expect((await search({ ukno: '0' })).body.errorCode).toBe(12);
  expect((await search({ trno: 'P-10' })).body.errorCode).toBe(13);
});

test('where a number is given, every other condition is ignored', async () => {
  const ranges = { ...date('exam', 'Start', [2020, 2, 2]), ...date('exam', 'End', [2020, 1, 1]) };
  const others = {
    ...ranges,
    ykst: '99',
    csst: '03',
    ykrt: '3',
    ryak: 'ナイ',
    opcd: '0001',
    nend: '1999',
    waku: '0009',
  };
  expect(names(await search({ ...others, ukno: String(found.plain) }))).toEqual(['plain']);
  const opened = await service.post(OPEN, { ircd: HOME, ...others, ukno: String(found.replaced) }, token);
  expect(names(opened)).toEqual(['replaced']);
  const entry = (await service.readLog()).at(-1);
  expect(entry?.details).toMatchObject({ conditions: ['予約番号'], count: 1 });
});

test('says of each row what the list shows', async () => {
  const { body } = await search({ ukno: String(found.plain) });
  expect(body.searchList).toEqual([
    {
      ukno: found.plain,
      ykdy: '2026/11/02',
      yktm: '9:00',
      tmzn: '01',
      znnm: '午前',
      name: '佐藤　花子',
      ryak: 'サトウ　ハナコ',
      jgnm: '個人',
      ksNbnm: 'ドック',
      opkmNbnms: ['腹部エコー', '胃カメラ'],
      crdt: '2026/11/01',
      updt: '2026/11/03',
      ykst: '21',
      strYkst: '新規未確認',
      csst: '01',
      strCsst: '未（新規）',
      version: '1',
      ykrt: '1',
      issn: '0',
      ismm: '0',
      isrm: '0',
      isdp: '0',
      rvst: '0',
      hasMail: '1',
    },
  ]);
  const day = await search({ ukno: String(found.wholeDay) });
  expect(day.body.searchList[0]).toMatchObject({
    yktm: '',
    znnm: '',
    tmzn: 'ZZ',
    opkmNbnms: [],
    strYkst: '取消未確認',
  });
  const moved = await search({ ukno: String(found.changed) });
  expect(moved.body.searchList[0]).toMatchObject({ strYkst: '変更未確認', strCsst: '未（変更・取消）' });
});

test('finds nothing with its own sentence', async () => {
  const answer = await search({ jgcd: '99999999' });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    errorCode: 13,
    errorMessagesList: ['該当するデータがありません。'],
    searchList: [],
  });
});

test('finds too much with its own sentence', async () => {
  const { config } = service;
  config.extractionRows = 3;
  try {
    const sentence = '検索結果が3件を超えました。検索条件を追加して絞り込んでください。';
    expect((await search({})).body).toMatchObject({ errorCode: 13, errorMessagesList: [sentence], searchList: [] });
    const opened = await service.post(OPEN, { ircd: HOME, nend: '2026', ykst: ['21', '22', '23', '91', '32'] }, token);
    expect(opened.body).toMatchObject({ errorCode: 0, notice: sentence, rowCount: 0, searchList: [] });
    expect((await search({ nend: '2026' })).body.searchList).toHaveLength(3);
  } finally {
    config.extractionRows = 100_000;
  }
});

test.each<[string, Record<string, unknown>, number, string]>([
  ['a year with decimals', { nend: '2026.5' }, 12, '年度は整数で入力してください。'],
  ['no year', { nend: 'abc' }, 12, '年度は整数で入力してください。'],
  ['half a date', { examStartYear: '2026' }, 12, '受診日（開始）は年月日をすべて正しく選択してください。'],
  ['no day', date('update', 'End', [2026, 2, 30]), 12, '予約更新日（終了）は年月日をすべて正しく選択してください。'],
  [
    'an option without its group',
    { opcd: '0001' },
    12,
    'オプション項目を指定する場合はオプション分類を選択してください。',
  ],
  ['a long symbol', { hkkg: 'a'.repeat(16) }, 12, '被保険者等記号は15文字以内で入力してください。'],
  ['a long patient number', { trno: '1'.repeat(11) }, 12, '患者番号は10文字以内で入力してください。'],
  ['a long number', { ukno: '1234567890' }, 12, '予約番号が正しくありません。'],
  ['a status that is none', { ykst: '24' }, 12, '予約状況を選択してください。'],
  ['a client of no shape', { jgcd: 'x' }, 12, 'クライアントが適正な文字数ではありません。'],
  [
    'an end before its start',
    { ...date('exam', 'Start', [2026, 11, 2]), ...date('exam', 'End', [2026, 11, 1]) },
    14,
    '受診日の終了日は開始日以降の日付を選択してください。',
  ],
])('refuses %s', async (_what, form, errorCode, sentence) => {
  const answer = await search(form);
  expect(answer.body).toMatchObject({ errorCode, errorMessagesList: [sentence] });
});

test('opens with the visits of this month, and what can be chosen', async () => {
  const { body } = await service.post(OPEN, { ircd: HOME }, token);
  expect(names({ status: 200, body })).toEqual(['plain', 'society']);
  expect(body).toMatchObject({
    errorCode: 0,
    nend: 2026,
    examStartYear: 2026,
    examStartMonth: 11,
    examStartDate: 1,
    examEndDate: 30,
    yearList: [2025, 2026, 2027, 2028],
    jgyoList: [{ jgcd: '00000000', jgnm: expect.any(String), jgry: '' }],
    tmznList: [{ tmzn: '01', znnm: '午前' }],
    opbrList: [{ opbr: '0001', nbnm: '画像検査' }],
    opkmList: [
      { opbr: '0001', opcd: '0002', nbnm: '腹部エコー' },
      { opbr: '0001', opcd: '0001', nbnm: '胃カメラ' },
    ],
    wakuList: [{ waku: '0001', wknm: '胃カメラ' }],
    csvPtList: [
      { ptcd: '001', ptnm: '標準' },
      { ptcd: '002', ptnm: '請求' },
    ],
    firstChoicePtcd: '002',
    notice: '',
  });
  const none = await service.post(OPEN, { ircd: HOME, jgcd: '99999999' }, token);
  expect(none.body).toMatchObject({ errorCode: 0, searchList: [], examStartYear: 0 });
});

test('a 閲覧 account finds the same, and has no pattern to save a file with', async () => {
  const viewer = await openClerk(
    service.db,
    { institutionCode: HOME, userId: 'look0001', role: 'viewer' },
    new Date('2026-11-15T10:00:00+09:00'),
  );
  const { body } = await service.post(OPEN, { ircd: HOME }, viewer);
  expect(names({ status: 200, body })).toEqual(['plain', 'society']);
  expect(body).toMatchObject({ errorCode: 0, csvPtList: [], firstChoicePtcd: '' });
});

test('the years begin with the oldest reservation', async () => {
  const old = await put(AWAY, '2019-04-01');
  expect((await service.post(OPEN, { ircd: AWAY }, away)).body.yearList).toEqual([
    2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028,
  ]);
  expect((await service.post(SEARCH, { ircd: AWAY, ukno: String(old) }, away)).body.errorCode).toBe(0);
});

test("nobody finds another institution's reservations", async () => {
  const theirs = await search({ ukno: String(found.foreign) });
  const none = await search({ ukno: '999999999' });
  expect(theirs).toEqual(none);
  const { examinee_id: examineeId } = await service.db
    .selectFrom('examinees')
    .select('examinee_id')
    .where('institution_code', '=', HOME)
    .limit(1)
    .executeTakeFirstOrThrow();
  const person = { kind: 'examinee', institutionCode: HOME, examineeId } as const;
  const examinee = await issueToken(service.db, person, new Date('2026-11-15T10:00:00+09:00'));
  for (const path of [SEARCH, OPEN]) {
    expect((await service.post(path, { ircd: AWAY }, token)).body.errorCode).toBe(16);
    expect(await service.post(path, { ircd: HOME })).toMatchObject({ status: 401, body: { errorCode: 15 } });
    expect(await service.post(path, { ircd: HOME }, examinee)).toMatchObject({ status: 401, body: { errorCode: 15 } });
    expect(await service.post(path, { ircd: HOME }, 'dead')).toMatchObject({ status: 401, body: { errorCode: 15 } });
  }
});
