// The option items master, through the HTTP server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectForeignersRefused, expectTokenNeeded, invalidAnswer, LONG_NAME, ODD_NAME } from '#tests/kit/guards.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { optionItemCalls } from './contract.ts';

const SINGLE = '0001';
const MULTIPLE = '0002';
const FRAME = '0003';

let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService();
  token = await service.openInstitution('10000001', 'clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
  const own = { institution_code: '10000001' };
  await service.db
    .insertInto('option_groups')
    .values([
      { ...own, group_code: SINGLE, sort: 2, name: '胃の検査', selection: 'single' },
      { ...own, group_code: MULTIPLE, sort: 1, name: '血液', selection: 'multiple' },
    ])
    .execute();
  await service.db
    .insertInto('frames')
    .values({ ...own, frame_code: FRAME, name: '胃内視鏡', managed_by: 'time', counted_as: 'persons' })
    .execute();
});
afterAll(() => service.close());

const blank = { groupCode: MULTIPLE, sort: 1, internalName: '', frameCode: null, isInitial: false, sends: false };

async function add(name: string, more: Partial<Omit<typeof blank, 'frameCode'>> = {}) {
  await service.ask(optionItemCalls.register, { ...blank, name, ...more }, token);
  const { rows } = await service.ask(optionItemCalls.list, {}, token);
  const { groupCode, optionCode } = rows.find((row) => row.name === name)!;
  return { groupCode, optionCode };
}

const post = (name: string, form: object) => service.post(`/api/MasterWOPKM/${name}`, { ...form }, token);

test.each([ODD_NAME, LONG_NAME])('%s is what list and detail show, with every field', async (name) => {
  const form = { opbr: SINGLE, sort: 7, opnm: name, nbnm: `${name.slice(2)}内`, waku: FRAME, dffg: '0' };
  expect((await post('Register', form)).body.errorCode).toBe(0);
  const list = await post('List', {});
  const row = list.body.listOPKM.find((each: { OPNM: string }) => each.OPNM === name);
  expect(row).toEqual({
    OPBR: SINGLE,
    BRNM: '胃の検査',
    OPCD: expect.stringMatching(/^\d{4}$/),
    SORT: 7,
    OPNM: name,
    NBNM: form.nbnm,
    WAKU: FRAME,
    WKNM: '胃内視鏡',
    DFFG: '0',
  });
  const detail = await post('Detail', { opbr: SINGLE, opcd: row.OPCD });
  expect(detail.body).toMatchObject({ errorCode: 0, ...form, opcd: row.OPCD, trkb: '1' });
});

test('without a frame, both sides of the wire have it empty', async () => {
  const { optionCode } = await add('枠なし');
  const detail = await post('Detail', { opbr: MULTIPLE, opcd: optionCode });
  expect(detail.body).toMatchObject({ waku: '', dffg: '0', trkb: '2' });
  const list = await post('List', {});
  expect(list.body.listOPKM).toContainEqual(expect.objectContaining({ OPNM: '枠なし', WAKU: '', WKNM: '' }));
});

test('the form is given categories by sort with their method, and frames', async () => {
  expect((await post('RegisterFirstDisplay', {})).body).toMatchObject({
    errorCode: 0,
    listOPBR: [
      { OPBR: MULTIPLE, BRNM: '血液', TRKB: '2' },
      { OPBR: SINGLE, BRNM: '胃の検査', TRKB: '1' },
    ],
    listWAKU: [{ WAKU: FRAME, WKNM: '胃内視鏡' }],
  });
});

const good = { opbr: MULTIPLE, sort: '1', opnm: 'a', nbnm: '', waku: '', dffg: '0' };
const wrong: [object, string[]][] = [
  [{ sort: '' }, ['並びは半角数字で入力してください。']],
  [{ sort: '１' }, ['並びは半角数字で入力してください。']],
  [{ sort: '-1' }, ['並びは半角数字で入力してください。']],
  [{ sort: '100' }, ['並びは0から99までの数値で入力してください。']],
  [{ opnm: '' }, ['名称は必須入力です。']],
  [{ opnm: 'あ'.repeat(121) }, ['名称は120文字以内で入力してください。']],
  [{ nbnm: 'あ'.repeat(121) }, ['内部名称は120文字以内で入力してください。']],
  [{ waku: '9999' }, ['予約枠を選択してください。']],
  [{ dffg: '1' }, ['オプション分類「血液」は複数選択のため、初期値は設定できません。']],
  [{ sort: 'x', opnm: '' }, ['並びは半角数字で入力してください。', '名称は必須入力です。']],
];
test.each(wrong)('refuses %j with code 12, at registration and at update', async (change, sentences) => {
  const { optionCode } = await add(`項目 ${JSON.stringify(change).slice(0, 60)}`);
  const before = await service.ask(optionItemCalls.list, {}, token);
  for (const name of ['Register', 'Update']) {
    const answer = await post(name, { opcd: optionCode, ...good, ...change });
    expect(answer).toMatchObject(invalidAnswer(sentences));
  }
  expect(await service.ask(optionItemCalls.list, {}, token)).toEqual(before);
});

test.each(['', '9999'])('a registration in category "%s" asks for the category', async (opbr) => {
  expect(await post('Register', { ...good, opbr })).toMatchObject(
    invalidAnswer(['オプション分類を選択してください。']),
  );
});

test('an update changes every value but the category, and the list goes by category, sort, code', async () => {
  const first = await add('順1', { sort: 90 });
  const second = await add('順2', { sort: 90 });
  const other = await add('別の分類', { groupCode: SINGLE, sort: 0 });
  const codes = [first, second, other].map(({ groupCode, optionCode }) => groupCode + optionCode);
  const order = async () => {
    const { rows } = await service.ask(optionItemCalls.list, {}, token);
    return rows.map(({ groupCode, optionCode }) => groupCode + optionCode).filter((code) => codes.includes(code));
  };
  expect(await order()).toEqual(codes);
  const values = {
    groupCode: MULTIPLE,
    sort: 8,
    name: '順2改',
    internalName: '内',
    frameCode: FRAME,
    isInitial: false,
    sends: true,
  };
  await service.ask(optionItemCalls.update, { ...second, ...values, version: null }, token);
  expect(await order()).toEqual([codes[1], codes[0], codes[2]]);
  expect(await service.ask(optionItemCalls.open, second, token)).toMatchObject({
    record: values,
    selection: 'multiple',
  });
  await post('Update', { ...good, opcd: second.optionCode, opnm: '送るかどうかは送らない' });
  expect(await service.ask(optionItemCalls.open, second, token)).toMatchObject({ record: { sends: true } });
  const moved = await post('Update', { ...good, opbr: SINGLE, opcd: '9999' });
  expect(moved).toMatchObject({ status: 404, body: { errorCode: 16 } });
});

test('a single-choice category has one initial value at most, and the refusal names it', async () => {
  const x = { ...good, opbr: SINGLE, opnm: '胃部X線', dffg: '1' };
  expect((await post('Register', x)).body.errorCode).toBe(0);
  const sentence =
    'オプション分類「胃の検査」の初期値は「胃部X線」に設定されています。先に「胃部X線」の初期値を外してください。';
  const second = await post('Register', { ...x, opnm: '胃内視鏡(経鼻)' });
  expect(second.body).toMatchObject({ errorCode: 13, errorMessage: sentence, errorMessagesList: [sentence] });
  const { optionCode } = await add('胃内視鏡(経口)', { groupCode: SINGLE });
  const changed = await post('Update', { ...x, opcd: optionCode, opnm: '胃内視鏡(経口)' });
  expect(changed.body).toMatchObject({ errorCode: 13, errorMessage: sentence });

  const { rows } = await service.ask(optionItemCalls.list, {}, token);
  const initial = rows.find((row) => row.isInitial)!;
  expect(initial.name).toBe('胃部X線');
  expect((await post('Update', { ...x, opcd: initial.optionCode, opnm: '胃部X線検査' })).body.errorCode).toBe(0);
  expect((await post('Update', { ...x, opcd: initial.optionCode, dffg: '0' })).body.errorCode).toBe(0);
  expect((await post('Update', { ...x, opcd: optionCode, opnm: '胃内視鏡(経口)' })).body.errorCode).toBe(0);
});

test('two registrations with the initial value at once: one of them gets it', async () => {
  await service.db.updateTable('option_items').set({ is_initial: false }).execute();
  const answers = await Promise.all(
    ['甲', '乙', '丙', '丁'].map((opnm) => post('Register', { ...good, opbr: SINGLE, opnm, dffg: '1' })),
  );
  expect(answers.map(({ body }) => body.errorCode).sort()).toEqual([0, 13, 13, 13]);
});

test('an item in use is not deleted, and the answer says by what; an unused one is', async () => {
  const key = await add('腫瘍マーカー');
  const own = { institution_code: '10000001', group_code: key.groupCode, option_code: key.optionCode };
  const course = { institution_code: '10000001', client_code: '00000000', fiscal_year: 2026, course_code: '0001' };
  await service.db
    .insertInto('courses')
    .values({ ...course, name: 'ドック', registration_from: '2026-02-01', registration_to: '2027-03-15' })
    .execute();
  const row = { ...course, ...own, age_from: 18, age_to: 99, amount: 6600 };
  await service.db
    .insertInto('course_options')
    .values([
      { ...row, condition_code: '01', sex: 'male' },
      { ...row, condition_code: '02', sex: 'female' },
    ])
    .execute();
  const number = await putReservation(service.db, '10000001', {
    visitDate: '2026-12-01',
    slotCode: '01',
    startMinute: 540,
  });
  await service.db
    .insertInto('reservation_options')
    .values({ ...own, reservation_number: number, position: 1, condition_code: '01', name: 'x', amount: 0 })
    .execute();
  const pattern = { institution_code: '10000001', pattern_code: '001' };
  await service.db
    .insertInto('csv_patterns')
    .values({ ...pattern, name: 'p' })
    .execute();
  await service.db
    .insertInto('csv_pattern_items')
    .values({ ...pattern, ...own, position: 1 })
    .execute();
  const answer = await post('Delete', { opbr: key.groupCode, opcd: key.optionCode });
  expect(answer.body).toMatchObject({
    errorCode: 13,
    errorMessage:
      'オプション項目「腫瘍マーカー」は使用中のため削除できません（コースのオプション 2件、予約 1件、CSVパターンの項目 1件）。',
  });
  for (const table of ['course_options', 'reservation_options', 'csv_pattern_items'] as const) {
    await service.db.deleteFrom(table).execute();
  }
  const { rows } = await service.ask(optionItemCalls.remove, { ...key, version: null }, token);
  expect(rows.some((each) => each.name === '腫瘍マーカー')).toBe(false);
  expect((await add('次の項目')).optionCode > key.optionCode).toBe(true);
});

test('another institution sees nothing of it, and nobody without a token', async () => {
  const { groupCode, optionCode } = await add('自院だけ');
  expect((await service.ask(optionItemCalls.list, {}, otherToken)).rows).toEqual([]);
  const form = { ...good, opbr: groupCode, opcd: optionCode };
  await expectForeignersRefused(service, 'MasterWOPKM', form, otherToken);
  expect(await service.post('/api/MasterWOPKM/Register', form, otherToken)).toMatchObject(
    invalidAnswer(['オプション分類を選択してください。']),
  );
  expect((await service.ask(optionItemCalls.open, { groupCode, optionCode }, token)).record.name).toBe('自院だけ');
  await expectTokenNeeded(service, 'MasterWOPKM', ['RegisterFirstDisplay']);
});
