// The frame, price and option rows of a course, and its examinations, through the HTTP server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SOCIETY } from '#tests/kit/booking-hospital.ts';
import { type CourseOffice, columnsOf, NEW_COURSE, openCourseOffice } from '#tests/kit/course-office.ts';
import { invalidAnswer } from '#tests/kit/guards.ts';
import { watchStatements } from '#tests/kit/statements.ts';

let office: CourseOffice;
beforeAll(async () => {
  office = await openCourseOffice();
  for (const [sort, kmnm] of ['身体計測', '血圧', '心電図'].entries())
    await office.ask('MasterWKKMM/Register', { sort, kmnm });
});
afterAll(() => office.service.close());

const NOT_FOUND = { status: 404, body: { errorCode: 16 } };
type Row = Record<string, string | number>;

/** A course of a society that has the categories 01 and 02. */
const newCourse = async (): Promise<string> =>
  (await office.ask('MasterWIRKS/Register', { ...NEW_COURSE, jgcd: SOCIETY })).key;

const ages = (stag: number, edag: number) => ({ stag, edag });
const added = { jkcd: '00', recordStatus: '13' };
const edited = (jkcd: string) => ({ jkcd, recordStatus: '12' });

const price = (row: Row = {}): Row => ({ ...added, hfkb: 'Z', sex: 'Z', ...ages(0, 999), kngk: 1000, ...row });
const frame = (row: Row = {}): Row => ({ ...added, hfkb: 'Z', sex: 'Z', ...ages(0, 999), waku: '0001', ...row });
const option = (row: Row = {}): Row => ({
  opbr: '0001',
  opcd: '0001',
  ...added,
  sex: 'Z',
  ...ages(0, 999),
  kngk: 500,
  ...row,
});

const SETS = [
  { family: 'MasterWRKKS', list: 'listRkks', row: price, word: '料金で対象者区分、性別、年齢範囲が' },
  { family: 'MasterWKSWK', list: 'listKswk', row: frame, word: '予約枠で対象者区分、性別、年齢範囲が' },
  { family: 'MasterWRKOP', list: 'listRkop', row: option, word: 'オプションで性別、年齢範囲が' },
] as const;

const saved = (body: Record<string, Row[]>, list: string) =>
  (body[list] ?? []).filter(({ recordStatus }) => recordStatus === '0');

describe.each(SETS)('$family', ({ family, list, row, word }) => {
  const update = (key: string, rows: Row[], more: object = {}) =>
    office.post(`${family}/Update`, { key, ...columnsOf(rows), ...more });
  const open = (key: string) => office.ask(`${family}/FirstDisplay`, { key });
  const rowsIn = async (key: string) => saved(await open(key), list);
  const conflict = (line: number) => `${line}行目の${word}適切ではありません。`;

  test('begins empty, and says whose it is', async () => {
    const key = await newCourse();
    const body = await open(key);
    expect(body).toMatchObject({
      key,
      jgcd: SOCIETY,
      nend: 2026,
      jgnm: `団体${SOCIETY}`,
      ksnm: '新しいドック',
      version: '1',
    });
    expect(body.listHfkb).toEqual([
      { hfkb: '01', kbnm: '本人' },
      { hfkb: '02', kbnm: '配偶者' },
    ]);
    expect(saved(body, list)).toEqual([]);
  });

  test('added, edited, kept and deleted rows end up as they were sent; codes count on', async () => {
    const key = await newCourse();
    const first = await update(key, [row({ sex: '1', ...ages(0, 39) }), row({ sex: '2', ...ages(0, 39) })]);
    expect(first.body).toMatchObject({ errorCode: 0, version: '2' });
    expect(saved(first.body, list)).toMatchObject([
      { jkcd: '01', sex: '1', stag: 0, edag: 39, recordStatus: '0' },
      { jkcd: '02', sex: '2', stag: 0, edag: 39, recordStatus: '0' },
    ]);
    const second = await update(key, [
      row({ jkcd: '01', recordStatus: '0', stag: 'x' }),
      row({ ...edited('02'), sex: '2', ...ages(40, 74) }),
      row({ jkcd: '77', recordStatus: '13', sex: '2', ...ages(75, 999) }),
      row({ recordStatus: '1', sex: '9' }),
    ]);
    expect(second.body).toMatchObject({ errorCode: 0, version: '3' });
    expect(saved(second.body, list)).toMatchObject([
      { jkcd: '01', sex: '1', stag: 0, edag: 39 },
      { jkcd: '02', sex: '2', stag: 40, edag: 74 },
      { jkcd: '03', sex: '2', stag: 75, edag: 999 },
    ]);
    expect(await open(key)).toEqual(second.body);
    const [, middle] = saved(second.body, list);
    const third = await office.ask(`${family}/Delete`, { key, ...middle });
    expect(saved(third, list).map(({ jkcd }) => jkcd)).toEqual(['01', '03']);
    expect(third.version).toBe('4');
    expect(await office.post(`${family}/Delete`, { key, ...middle })).toMatchObject(NOT_FOUND);
  });

  test('no rows, or none that were touched: nothing happens', async () => {
    const key = await newCourse();
    expect((await update(key, [])).body).toMatchObject({ errorCode: 0, version: '1' });
    expect((await update(key, [row({ recordStatus: '0', stag: 'x' })])).body).toMatchObject({ version: '1' });
    expect(await rowsIn(key)).toEqual([]);
  });

  test('rows for the same person are refused, every one that is written by its number; nothing is saved', async () => {
    const key = await newCourse();
    const rows = [row(ages(0, 39)), row(ages(39, 74)), row(ages(75, 80)), row(ages(0, 74))].map((each, at) => ({
      ...each,
      sex: at === 0 ? '1' : 'Z',
    }));
    expect(await update(key, rows)).toMatchObject(invalidAnswer([conflict(1), conflict(2), conflict(4)]));
    expect(await rowsIn(key)).toEqual([]);
    expect((await update(key, [row(ages(0, 39)), row(ages(40, 74))])).body.errorCode).toBe(0);
    expect(await update(key, [row({ recordStatus: '0' }), row(ages(74, 74))])).toMatchObject(
      invalidAnswer([conflict(2)]),
    );
    const swapped = [row({ ...edited('02'), ...ages(0, 39) }), row({ ...edited('01'), ...ages(40, 74) })];
    expect((await update(key, swapped)).body.errorCode).toBe(0);
    expect(await update(key, [row({ ...edited('01'), ...ages(0, 74) })])).toMatchObject(invalidAnswer([conflict(1)]));
    expect((await rowsIn(key)).map(({ jkcd, stag }) => [jkcd, stag])).toEqual(
      list === 'listRkop'
        ? [
            ['02', 0],
            ['01', 40],
          ]
        : [
            ['01', 40],
            ['02', 0],
          ],
    );
  });

  test('500 rows are saved by as many statements as one, and a 501st in the way of one of them is named', async () => {
    const count = async (rows: Row[]) => {
      const key = await newCourse();
      const statements = await watchStatements(() => office.ask(`${family}/Update`, { key, ...columnsOf(rows) }));
      expect(await rowsIn(key)).toHaveLength(rows.length);
      return { key, statements };
    };
    const one = await count([row(ages(0, 0))]);
    const many = await count(Array.from({ length: 500 }, (_, age) => row(ages(age, age))));
    expect(many.statements).toEqual(one.statements);
    expect(many.statements.length).toBeLessThan(20);
    expect((await rowsIn(many.key)).at(-1)).toMatchObject({ jkcd: 'DW', stag: 499 });
    const sent = [...Array.from({ length: 500 }, () => row({ recordStatus: '0' })), row(ages(250, 250))];
    expect(await update(many.key, sent)).toMatchObject(invalidAnswer([conflict(501)]));
  });

  test('1,295 rows are the most', async () => {
    const key = await newCourse();
    const rows = Array.from({ length: 648 }, (_, age) => row({ sex: '1', ...ages(age, age) }));
    expect((await update(key, rows)).body.errorCode).toBe(0);
    const others = rows.map((each) => ({ ...each, sex: '2' }));
    expect(await update(key, others)).toMatchObject(invalidAnswer(['登録できるのは1,295行までです。']));
    expect((await update(key, others.slice(1))).body.errorCode).toBe(0);
    expect((await rowsIn(key)).map(({ jkcd }) => jkcd)).toContain('ZZ');
  });

  test.each<[string, (rows: Row) => Row[], string[]]>([
    ['ages 0 to 999 and amounts of six digits', (right) => [{ ...right, kngk: 999_999 }], []],
    ['an age above', (right) => [{ ...right, edag: 1000 }], ['1行目の年齢範囲終了は整数値で入力してください。']],
    ['an empty age', (right) => [right, { ...right, stag: '' }], ['2行目の年齢範囲開始は整数値で入力してください。']],
    ['a negative age', (right) => [{ ...right, stag: -1 }], ['1行目の年齢範囲開始は整数値で入力してください。']],
    [
      'both ends the wrong way round',
      (right) => [{ ...right, stag: 40, edag: 39 }],
      ['1行目の年齢範囲は開始が終了以下になるように入力してください。'],
    ],
    ['no sex', (right) => [{ ...right, sex: '0' }], ['1行目の性別を選択してください。']],
    ['no status', (right) => [{ ...right, recordStatus: '9' }], ['1行目の状態を選択してください。']],
    [
      'the same row twice',
      (right) => [right, { ...right, ...edited('01'), ...ages(0, 9) }, { ...right, ...edited('01'), ...ages(20, 29) }],
      ['3行目は同じ行がほかにも送信されています。'],
    ],
  ])('%s', async (name, rowsFrom, sentences) => {
    const key = await newCourse();
    await update(key, [row(ages(100, 199))]);
    const right = row(name === 'the same row twice' ? { recordStatus: '1' } : sentences.length ? {} : edited('01'));
    const before = await open(key);
    const answer = await update(key, rowsFrom(list === 'listKswk' ? right : { ...right, kngk: right.kngk ?? 0 }));
    if (sentences.length === 0) expect(answer.body.errorCode).toBe(0);
    else {
      expect(answer).toMatchObject(invalidAnswer(sentences));
      expect(await open(key)).toEqual(before);
    }
  });

  test('arrays of unequal length are refused as a whole', async () => {
    const key = await newCourse();
    const label = { listRkks: '料金', listKswk: '予約枠', listRkop: 'オプション' }[list];
    const answer = await update(key, [row()], { stags: [0, 1] });
    expect(answer).toMatchObject(invalidAnswer([`${label}の項目の数が一致していません。`]));
  });

  test('a row that is not there, a course that is not there, another institution’s: answered alike', async () => {
    const key = await newCourse();
    await update(key, [row(ages(0, 9))]);
    expect(await update(key, [row({ ...edited('02'), ...ages(10, 19) })])).toMatchObject(NOT_FOUND);
    const form = { ...columnsOf([row(ages(20, 29))]), ...row(), jkcd: '01', key };
    for (const call of ['FirstDisplay', 'Update', 'Delete']) {
      const other = { ...form, nend: 2027, key: key.replace('2026', '2027') };
      expect(await office.post(`${family}/${call}`, other)).toMatchObject(NOT_FOUND);
      expect(await office.post(`${family}/${call}`, { ...form, nend: 2027 })).toMatchObject(NOT_FOUND);
      const path = `/api/${family}/${call}`;
      expect(await office.service.post(path, form, office.foreignToken)).toMatchObject(NOT_FOUND);
      for (const dead of [undefined, 'x'.repeat(43)]) {
        expect(await office.service.post(path, form, dead)).toMatchObject({ status: 401, body: { errorCode: 15 } });
      }
    }
    expect(await rowsIn(key)).toHaveLength(1);
  });
});

describe('categories', () => {
  test.each(SETS.slice(0, 2))(
    '$family: different ones side by side, everybody beside none',
    async ({ family, row, word }) => {
      const key = await newCourse();
      const save = (rows: Row[]) => office.post(`${family}/Update`, { key, ...columnsOf(rows) });
      expect((await save([row({ hfkb: '01' }), row({ hfkb: '02' })])).body.errorCode).toBe(0);
      expect(await save([row()])).toMatchObject(invalidAnswer([`1行目の${word}適切ではありません。`]));
      const unknown = await save([row({ hfkb: '03', ...edited('01') }), row({ hfkb: '1', ...edited('02') })]);
      expect(unknown.body.errorMessagesList).toEqual(['2行目の対象者区分を選択してください。']);
      expect(await save([row({ hfkb: '03', ...edited('01') })])).toMatchObject(
        invalidAnswer(['1行目の対象者区分を選択してください。']),
      );
      // An edit may move a row to another category.
      expect(
        (await save([row({ hfkb: 'Z', ...edited('01') }), row({ hfkb: '02', ...edited('02'), ...ages(0, 0) })])).body
          .errorCode,
      ).toBe(12);
    },
  );

  test('amounts: absurd ones get the sentence of the specification', async () => {
    const key = await newCourse();
    for (const kngk of ['-1', '1000000', '99999999999999999999', '1.5', '', '１００']) {
      for (const [family, row] of [
        ['MasterWRKKS', price],
        ['MasterWRKOP', option],
      ] as const) {
        const answer = await office.post(`${family}/Update`, { key, ...columnsOf([row({ kngk })]) });
        expect(answer).toMatchObject(invalidAnswer(['1行目の合計金額は整数値で入力してください。']));
      }
    }
  });
});

describe('frames', () => {
  const save = (key: string, rows: Row[]) => office.post('MasterWKSWK/Update', { key, ...columnsOf(rows) });

  test('several frames at once, each of them once; a frame is needed', async () => {
    const key = await newCourse();
    const { body } = await save(key, [frame(), frame({ waku: '0002' }), frame({ waku: '0005', hfkb: '01' })]);
    expect(body).toMatchObject({
      errorCode: 0,
      listKswk: [{ wknm: '枠0001' }, { wknm: '枠0002' }, { wknm: '枠0005', hfkb: '01' }],
    });
    expect(body.listWaku).toHaveLength(5);
    expect(body.listWaku[0]).toEqual({ waku: '0001', wknm: '枠0001' });
    for (const waku of ['0000', '', '9999', '1']) {
      const answer = await save(key, [frame({ waku, ...ages(1, 1) })]);
      expect(answer, waku).toMatchObject(invalidAnswer(['1行目の予約枠を選択してください。']));
    }
  });
});

describe('options', () => {
  const save = (key: string, rows: Row[], hfkb?: string) =>
    office.post('MasterWRKOP/Update', { key, ...columnsOf(rows), ...(hfkb === undefined ? {} : { hfkb }) });
  const search = (key: string, hfkb: string) => office.ask('MasterWRKOP/Search', { key, hfkb });

  test('every option has a row, a blank one where none is saved, in the order of the specification', async () => {
    const key = await newCourse();
    const rows = [
      option({ opbr: '0002', opcd: '0004', sex: '2', ...ages(40, 49) }),
      option({ opbr: '0002', opcd: '0004', sex: '1', ...ages(0, 9) }),
      option({ opbr: '0002', opcd: '0004', sex: '2', ...ages(0, 39) }),
      option({ opbr: '0002', opcd: '0004', ...ages(50, 999) }),
    ];
    const { body } = await save(key, rows);
    expect(body.errorCode).toBe(0);
    const short = ({ opcd, jkcd, sex, stag, edag, kngk, recordStatus }: Row) =>
      [opcd, jkcd, sex, stag, edag, kngk, recordStatus].join(' ');
    expect(body.listRkop.map(short)).toEqual([
      ...['0001', '0002', '0003'].map((opcd) => `${opcd} 00 Z 0 999 0 1`),
      '0004 04 Z 50 999 500 0',
      '0004 02 1 0 9 500 0',
      '0004 03 2 0 39 500 0',
      '0004 01 2 40 49 500 0',
      ...['0005', '0006', '0007'].map((opcd) => `${opcd} 00 Z 0 999 0 1`),
    ]);
    expect(body.listRkop[0]).toMatchObject({ opbr: '0001', brnm: '分類0001', opnm: 'オプション0001' });
    expect(await search(key, '')).toEqual(body);
    expect(await search(key, 'Z')).toEqual(body);
  });

  test('a category’s rows are its own, but nobody may fit two rows of one option', async () => {
    const key = await newCourse();
    expect((await save(key, [option({ kngk: 1 })], '01')).body).toMatchObject({ errorCode: 0, hfkb: '01' });
    expect((await save(key, [option({ kngk: 2 })], '02')).body.errorCode).toBe(0);
    const wrong = invalidAnswer(['2行目のオプションで性別、年齢範囲が適切ではありません。']);
    const refused = await save(key, [option({ recordStatus: '1' }), option({ ...ages(5, 5) })], 'Z');
    expect(refused).toMatchObject(wrong);
    // The sentence is the same as ever; what stands in the way on a screen of its own is reported beside it.
    expect(refused.body.errorDetailsList).toEqual([
      '対象者区分「本人」の行（0〜999歳）、対象者区分「配偶者」の行（0〜999歳）と重なっています。',
    ]);
    const twice = await save(key, [option({ sex: '2', ...ages(5, 5) }), option({ ...ages(5, 5) })], 'Z');
    expect(twice.body.errorMessagesList).toHaveLength(2);
    expect(twice.body.errorDetailsList).toHaveLength(2);
    await save(key, [option({ opcd: '0002', sex: '2', ...ages(40, 49) })], 'Z');
    const among = await save(key, [option({ opcd: '0002' }), option({ opcd: '0002', ...ages(45, 60) })], '01');
    expect(among.body.errorDetailsList?.[1]).toBe('対象者区分「共通」の行（女性、40〜49歳）と重なっています。');
    expect((await search(key, '01')).listRkop[0]).toMatchObject({ jkcd: '01', kngk: 1 });
    expect((await search(key, '02')).listRkop[0]).toMatchObject({ jkcd: '02', kngk: 2 });
    expect((await search(key, 'Z')).listRkop[0]).toMatchObject({ jkcd: '00', recordStatus: '1' });
    // The row of one category is not there for the other.
    expect(await save(key, [option({ ...edited('02'), kngk: 9 })], '01')).toMatchObject(NOT_FOUND);
    const own = { opbr: '0001', opcd: '0001', jkcd: '02' };
    expect(await office.post('MasterWRKOP/Delete', { key, ...own, hfkb: '01' })).toMatchObject(NOT_FOUND);
    expect((await office.ask('MasterWRKOP/Delete', { key, ...own, hfkb: '02' })).listRkop[0]).toMatchObject({
      jkcd: '00',
    });
  });

  test('an unknown option or category is refused', async () => {
    const key = await newCourse();
    const right = option({ opbr: '0001', opcd: '0002' });
    const answer = await save(key, [right, option({ opbr: '0002', opcd: '0001' })]);
    expect(answer).toMatchObject(invalidAnswer(['2行目のオプションを選択してください。']));
    const unknown = invalidAnswer(['対象者区分を選択してください。']);
    expect(await save(key, [right], '09')).toMatchObject(unknown);
    expect(await office.post('MasterWRKOP/Search', { key, hfkb: '09' })).toMatchObject(unknown);
    expect(await office.post('MasterWRKOP/FirstDisplay', { key, hfkb: 'zz' })).toMatchObject(unknown);
  });
});

describe('examinations', () => {
  const open = (key: string) => office.ask('MasterWIRKM/FirstDisplay', { key });
  const save = (key: string, rows: Row[], more: object = {}) =>
    office.post('MasterWIRKM/Update', { key, ...columnsOf(rows), ...more });
  const item = (kmcd: string, jskb: string, recordStatus = '13'): Row => ({ kmcd, jskb, recordStatus });

  test('all of the master are listed; what is set is contained, what is unset is not', async () => {
    const key = await newCourse();
    expect(await open(key)).toMatchObject({
      key,
      jgnm: `団体${SOCIETY}`,
      ksnm: '新しいドック',
      version: '1',
      listIrkm: [
        { kmcd: '0001', kmnm: '身体計測', jskb: '9', recordStatus: '1' },
        { kmcd: '0002', kmnm: '血圧', jskb: '9', recordStatus: '1' },
        { kmcd: '0003', kmnm: '心電図', jskb: '9', recordStatus: '1' },
      ],
    });
    const extents = ({ listIrkm }: { listIrkm: Row[] }) => listIrkm.map((row) => `${row.jskb}/${row.recordStatus}`);
    const first = await save(key, [item('0001', '1'), item('0002', '2', '12'), item('0003', '1', '1')]);
    expect(extents(first.body)).toEqual(['1/0', '2/0', '9/1']);
    const second = await save(key, [item('0002', '9', '12'), item('0001', '2', '13')]);
    expect(extents(second.body)).toEqual(['2/0', '9/1', '9/1']);
    expect(second.body.version).toBe('3');
    expect(await open(key)).toEqual(second.body);
    expect((await save(key, [])).body).toEqual(second.body);
  });

  test.each<[Row[], string[]]>([
    [[item('0001', '1'), item('0001', '2', '12')], ['2行目の検査項目が重複しています。']],
    [[item('0001', '1'), item('0009', '1')], ['2行目の検査項目を選択してください。']],
    [[item('', '1')], ['1行目の検査項目を選択してください。']],
    [[item('0001', '3')], ['1行目の実施区分を選択してください。']],
    [[item('0001', '1', '2')], ['1行目の状態を選択してください。']],
  ])('%j is refused, and nothing is saved', async (rows, sentences) => {
    const key = await newCourse();
    const before = await open(key);
    expect(await save(key, rows)).toMatchObject(invalidAnswer(sentences));
    expect(await open(key)).toEqual(before);
  });

  test('uneven arrays, no such course, somebody else’s, no token', async () => {
    const key = await newCourse();
    const uneven = await save(key, [item('0001', '1')], { jskbs: ['1', '1'] });
    expect(uneven).toMatchObject(invalidAnswer(['検査項目の項目の数が一致していません。']));
    for (const call of ['FirstDisplay', 'Update']) {
      const form = { key, ...columnsOf([item('0001', '1')]) };
      expect(await office.post(`MasterWIRKM/${call}`, { ...form, kscd: '9999' })).toMatchObject(NOT_FOUND);
      const path = `/api/MasterWIRKM/${call}`;
      expect(await office.service.post(path, form, office.foreignToken)).toMatchObject(NOT_FOUND);
      expect(await office.service.post(path, form)).toMatchObject({ status: 401, body: { errorCode: 15 } });
    }
  });
});
