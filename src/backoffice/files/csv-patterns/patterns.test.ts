// The CSV patterns, through the HTTP server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectTokenNeededFor, LONG_NAME, ODD_NAME } from '#tests/kit/guards.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const GROUP = '0001';

let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService();
  token = await service.openInstitution('10000001', 'clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
  const own = { institution_code: '10000001', group_code: GROUP };
  await service.db
    .insertInto('option_groups')
    .values({ ...own, sort: 1, name: '胃の検査', selection: 'single' })
    .execute();
  await service.db
    .insertInto('option_items')
    .values([
      { ...own, option_code: '0001', sort: 2, name: '胃部X線', internal_name: '' },
      { ...own, option_code: '0002', sort: 1, name: '胃内視鏡（経鼻）', internal_name: '胃カメラ経鼻' },
    ])
    .execute();
});
afterAll(() => service.close());

const ask = (call: string, form: object = {}, by = token) => service.post(`/api/${call}`, { ...form }, by);
const list = async (by = token) => (await ask('CSVPatternList/FirstDisplay', {}, by)).body.csv1List;
const open = async (ptcd: string) => (await ask('CSVPatternDetail/FirstDisplay', { ptcd })).body;

const NUMBER = { zkkb: '1', zkcd: '0001', opbr: '', opcd: '' };
const NAME = { zkkb: '1', zkcd: '0106', opbr: '', opcd: '' };
const CAMERA = { zkkb: '2', zkcd: '', opbr: GROUP, opcd: '0002' };

function columns(items: readonly (typeof NUMBER)[]) {
  return {
    recordNumbers: items.map((_, index) => index + 1),
    zkkbs: items.map(({ zkkb }) => zkkb),
    zkcds: items.map(({ zkcd }) => zkcd),
    opbrs: items.map(({ opbr }) => opbr),
    opcds: items.map(({ opcd }) => opcd),
  };
}

const pattern = (ptnm: string, items = [NUMBER], more: object = {}) => ({
  ptcd: '000',
  ptnm,
  dffg: '0',
  ...columns(items),
  ...more,
});
const save = (...args: Parameters<typeof pattern>) => ask('CSVPatternDetail/Register', pattern(...args));

async function add(ptnm: string, items = [NUMBER], more: object = {}): Promise<string> {
  const { body } = await save(ptnm, items, more);
  if (body.errorCode !== 0) throw new Error(JSON.stringify(body));
  return body.ptcd;
}

test('a new pattern is empty, and offers every attribute and every option', async () => {
  const body = await open('000');
  expect(body).toMatchObject({ errorCode: 0, ptcd: '000', ptnm: '', dffg: '0', csvOutList: [] });
  const names = body.csvAddList.map(({ name }: { name: string }) => name);
  const demo =
    '予約番号, 変更元予約番号, 予約状況コード, 予約状況, 年度, 受診日, 受付時間, 患者番号, カナ氏名, 氏名, 生年月日, 性別, 年齢, クライアントコード, クライアント名, 保険者番号, 被保険者等記号, 被保険者等番号, 対象者区分, 会社名, 社員番号, コースコード, コース名, コース料金, 合計金額, 郵便番号, 住所1, 住所2, 住所3, 電話番号, メール, 備考, 登録日, 更新日';
  expect(names).toEqual(expect.arrayContaining(demo.split(', ')));
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(body.csvAddList.map(({ recordKey }: { recordKey: number }) => recordKey)).size).toBe(names.length);
  // By the option step's order, under the internal name where there is one.
  expect(body.csvAddList.slice(-2)).toEqual([
    { recordKey: names.length - 1, ...CAMERA, name: '胃カメラ経鼻' },
    { recordKey: names.length, zkkb: '2', zkcd: '', opbr: GROUP, opcd: '0001', name: '胃部X線' },
  ]);
  expect(body.csvAddList[0]).toEqual({ recordKey: 1, ...NUMBER, name: '予約番号' });
});

test('what is saved is what the answer, the detail and the list show, in the order of the arrays', async () => {
  const items = [CAMERA, NUMBER, NAME, NUMBER];
  const saved = await save(ODD_NAME, items, { recordNumbers: [9, 3, 7, 1] });
  const output = items.map((item, index) => ({
    recordNumber: index + 1,
    nbr: index + 1,
    ...item,
    name: ['胃カメラ経鼻', '予約番号', '氏名', '予約番号'][index],
    recordStatus: '0',
  }));
  expect(saved).toMatchObject({ status: 200, body: { errorCode: 0, ptnm: ODD_NAME, dffg: '0', csvOutList: output } });
  expect(saved.body.ptcd).toMatch(/^\d{3}$/);
  expect(await open(saved.body.ptcd)).toEqual(saved.body);
  expect(await list()).toContainEqual({ ptcd: saved.body.ptcd, ptnm: ODD_NAME, dffg: '0' });
  expect(saved.body.csvAddList.length).toBeGreaterThan(output.length);

  const { ptcd, version } = saved.body;
  const again = await save('名前を変更', [NAME], { ptcd, version });
  expect(again.body).toMatchObject({
    errorCode: 0,
    ptcd,
    ptnm: '名前を変更',
    csvOutList: [{ ...NAME, recordNumber: 1 }],
  });
  expect(again.body.version).not.toBe(version);
});

test('of two who save from the same state, the later is told', async () => {
  const ptcd = await add('二人');
  const { version } = await open(ptcd);
  expect((await save('先', [NAME], { ptcd, version })).body.errorCode).toBe(0);
  expect(await save('後', [NUMBER], { ptcd, version })).toMatchObject({ status: 200, body: { errorCode: 14 } });
  expect(await open(ptcd)).toMatchObject({ ptnm: '先', csvOutList: [NAME] });
  // Who sends none is not compared.
  expect((await save('あと', [NUMBER], { ptcd })).body.errorCode).toBe(0);
});

test('one pattern at most is the initial one; the one that it was has changed', async () => {
  const first = await add('一つ目', [NUMBER], { dffg: '1' });
  const { version } = await open(first);
  const second = await add('二つ目', [NUMBER], { dffg: '1' });
  const initial = async () =>
    (await list()).filter(({ dffg }: { dffg: string }) => dffg === '1').map(({ ptcd }: { ptcd: string }) => ptcd);
  expect(await initial()).toEqual([second]);
  expect((await save('一つ目', [NUMBER], { ptcd: first, dffg: '1', version })).body.errorCode).toBe(14);
  expect((await save('一つ目', [NUMBER], { ptcd: first, dffg: '1' })).body).toMatchObject({ errorCode: 0, dffg: '1' });
  expect(await initial()).toEqual([first]);
  await save('一つ目', [NUMBER], { ptcd: first, dffg: '0' });
  expect(await initial()).toEqual([]);
  await save('二つ目', [NUMBER], { ptcd: second, dffg: '1' });
  await ask('CSVPatternList/Delete', { ptcd: second });
  expect(await initial()).toEqual([]);
});

test.each([
  ['no item', [], {}, 'CSV出力項目は１項目以上の登録が必要です。'],
  ['too many items', Array(501).fill(NUMBER), {}, 'CSV出力項目は500項目以内で登録してください。'],
  ['no name', [NUMBER], { ptnm: '' }, 'パターン名は必須入力です。'],
  ['a blank name', [NUMBER], { ptnm: '　' }, 'パターン名は必須入力です。'],
  ['a long name', [NUMBER], { ptnm: LONG_NAME.slice(0, 61) }, 'パターン名は60文字以内で入力してください。'],
  ['a name of two lines', [NUMBER], { ptnm: 'a\nb' }, 'パターン名に使用できない文字が入力されています。'],
  ['another flag', [NUMBER], { dffg: '2' }, '初期表示を選択してください。'],
  ['no flag', [NUMBER], { dffg: '' }, '初期表示を選択してください。'],
  ['unequal lists', [NUMBER, NAME], { zkcds: ['0001'] }, 'CSV出力項目の項目の数が一致していません。'],
  ['an unknown attribute', [NUMBER, { ...NAME, zkcd: '9999' }], {}, '2行目の項目を選択してください。'],
  ['no attribute', [{ ...NAME, zkcd: '' }], {}, '1行目の項目が見つかりません。'],
  ['an unknown kind', [{ ...NAME, zkkb: '0' }], {}, '1行目の項目区分を選択してください。'],
  ['an unknown option', [NUMBER, { ...CAMERA, opcd: '0009' }], {}, '2行目の項目が見つかりません。'],
])('refuses %s with code 13, new or not', async (_, items, more, sentence) => {
  const ptcd = await add(`検証${sentence}`);
  const [before, all] = [await open(ptcd), await list()];
  for (const key of ['000', ptcd]) {
    const answer = await save('検証', items, { ptcd: key, ...more });
    expect(answer).toMatchObject({ status: 200, body: { errorCode: 13, errorMessagesList: [sentence] } });
  }
  expect([await open(ptcd), await list()]).toEqual([before, all]);
});

test('500 items and names of 60 characters of any kind are accepted', async () => {
  const body = (await save('👪'.repeat(60), Array(500).fill(CAMERA))).body;
  expect([body.errorCode, body.csvOutList.length]).toEqual([0, 500]);
});

test('a copy has the same items under a name that says so, cut to 60 characters, and is not the initial one', async () => {
  const ptcd = await add(LONG_NAME.slice(0, 60), [CAMERA, NAME], { dffg: '1' });
  const { body } = await ask('CSVPatternList/Copy', { ptcd });
  expect(body).toMatchObject({ errorCode: 0, csv1List: await list() });
  const copy = body.csv1List.at(-1);
  expect(copy).toMatchObject({ ptnm: `${'検'.repeat(56)}のコピー`, dffg: '0' });
  const [original, copied] = [await open(ptcd), await open(copy.ptcd)];
  expect(copied.csvOutList).toEqual(original.csvOutList);
  expect(original.dffg).toBe('1');
});

test('to copy nothing is refused in the words of the specification', async () => {
  for (const form of [{}, { ptcd: '' }]) {
    expect(await ask('CSVPatternList/Copy', form)).toMatchObject({
      status: 200,
      body: { errorCode: 12, errorMessagesList: ['コピーするパターンを選んでください。'] },
    });
  }
});

test('a deleted pattern is gone with its items, and its code is not given to the next one', async () => {
  const ptcd = await add('消える', [CAMERA]);
  const { body } = await ask('CSVPatternList/Delete', { ptcd });
  expect(body.csv1List.map((row: { ptcd: string }) => row.ptcd)).not.toContain(ptcd);
  expect(await ask('CSVPatternDetail/FirstDisplay', { ptcd })).toMatchObject({ status: 404, body: { errorCode: 16 } });
  expect(await add('次')).not.toBe(ptcd);
});

test('codes go round after 999, past those in use, until all are', async () => {
  const only = await service.openInstitution('10000003', 'clinic03');
  const register = async () => (await ask('CSVPatternDetail/Register', pattern('番号'), only)).body;
  expect((await register()).ptcd).toBe('001');
  await service.db
    .updateTable('code_counters')
    .set({ last_number: 998 })
    .where('institution_code', '=', '10000003')
    .where('scope', '=', 'csv-patterns')
    .execute();
  expect([(await register()).ptcd, (await register()).ptcd]).toEqual(['999', '002']);
  const rest = Array.from({ length: 996 }, (_, index) => String(index + 3).padStart(3, '0'));
  await service.db
    .insertInto('csv_patterns')
    .values(rest.map((pattern_code) => ({ institution_code: '10000003', pattern_code, name: '満' })))
    .execute();
  expect(await register()).toMatchObject({ errorCode: 13, errorMessagesList: ['登録できる件数の上限に達しました。'] });
});

test('several who register at once get patterns of their own', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => save(`同時${index}`, [NAME], { dffg: '1' })),
  );
  expect(answers.map(({ body }) => body.errorCode)).toEqual(Array(8).fill(0));
  expect(new Set(answers.map(({ body }) => body.ptcd)).size).toBe(8);
  expect((await list()).filter(({ dffg }: { dffg: string }) => dffg === '1')).toHaveLength(1);
});

test("another institution's patterns are as if they were not there", async () => {
  const ptcd = await add('よその');
  const missing = { status: 404, body: { errorCode: 16 } };
  for (const [call, form] of [
    ['CSVPatternList/Copy', { ptcd }],
    ['CSVPatternList/Delete', { ptcd }],
    ['CSVPatternDetail/FirstDisplay', { ptcd }],
    ['CSVPatternDetail/Register', pattern('奪う', [NUMBER], { ptcd })],
  ] as const) {
    const foreign = await ask(call, form, otherToken);
    expect(foreign, call).toMatchObject(missing);
    for (const nowhere of ['998', 'abc', '9999']) expect(await ask(call, { ...form, ptcd: nowhere })).toEqual(foreign);
    expect(await ask(call, { ...form, ircd: '10000001' }, otherToken)).toMatchObject(missing);
  }
  expect(await list(otherToken)).toEqual([]);
  expect((await open(ptcd)).ptnm).toBe('よその');
  // Nor can an option of theirs be put into one of ours.
  const theirs = await ask('CSVPatternDetail/Register', pattern('混ぜる', [CAMERA]), otherToken);
  expect(theirs.body).toMatchObject({ errorCode: 13, errorMessagesList: ['1行目の項目が見つかりません。'] });
});

test('a pattern that is not saved can be neither copied nor deleted', async () => {
  for (const call of ['CSVPatternList/Copy', 'CSVPatternList/Delete']) {
    expect(await ask(call, { ptcd: '000' })).toMatchObject({ status: 404, body: { errorCode: 16 } });
  }
});

test('every call needs an administrator', async () => {
  await expectTokenNeededFor(service, 'CSVPatternList', ['FirstDisplay', 'Copy', 'Delete']);
  await expectTokenNeededFor(service, 'CSVPatternDetail', ['FirstDisplay', 'Register']);
});
