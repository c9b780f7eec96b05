// The examination items master, through the HTTP server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectForeignersRefused, expectTokenNeeded, invalidAnswer, LONG_NAME, ODD_NAME } from '#tests/kit/guards.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { examItemCalls } from './contract.ts';

let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService();
  token = await service.openInstitution('10000001', 'clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
});
afterAll(() => service.close());

async function add(name: string, sort = 1): Promise<string> {
  await service.ask(examItemCalls.register, { sort, name }, token);
  const { rows } = await service.ask(examItemCalls.list, {}, token);
  return rows.find((row) => row.name === name)!.itemCode;
}

/** Two courses, of which one includes the item and one says that it does not. */
async function putIntoCourses(itemCode: string): Promise<void> {
  for (const [courseCode, extent] of [
    ['0001', 'part'],
    ['0002', 'none'],
  ] as const) {
    const course = {
      institution_code: '10000001',
      client_code: '00000000',
      fiscal_year: 2026,
      course_code: courseCode,
    };
    await service.db
      .insertInto('courses')
      .values({ ...course, name: 'ドック', registration_from: '2026-02-01', registration_to: '2027-03-15' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await service.db
      .insertInto('course_items')
      .values({ ...course, item_code: itemCode, extent })
      .execute();
  }
}

test.each([ODD_NAME, LONG_NAME, '🩺'.repeat(120)])('%s is what list and detail show', async (name) => {
  const itemCode = await add(name, 7);
  const list = await service.post('/api/MasterWKKMM/List', { ircd: '10000001' }, token);
  expect(list.body.errorCode).toBe(0);
  expect(list.body.listKKMM).toContainEqual({ KMCD: itemCode, SORT: 7, KMNM: name });
  const detail = await service.post('/api/MasterWKKMM/Detail', { kmcd: itemCode }, token);
  expect(detail.body).toMatchObject({ errorCode: 0, singleKKMM: { KMCD: itemCode, SORT: 7, KMNM: name } });
});

test.each([
  [{ sort: '1', kmnm: '' }, ['名称は必須入力です。']],
  [{ sort: '1', kmnm: '　' }, ['名称は必須入力です。']],
  [{ sort: '1', kmnm: 'あ'.repeat(121) }, ['名称は120文字以内で入力してください。']],
  [{ sort: '1', kmnm: 'a\nb' }, ['名称に使用できない文字が入力されています。']],
  [{ sort: '', kmnm: 'a' }, ['並びは半角整数で入力してください。']],
  [{ sort: '１', kmnm: 'a' }, ['並びは半角整数で入力してください。']],
  [{ sort: '1.5', kmnm: 'a' }, ['並びは半角整数で入力してください。']],
  [{ sort: '-1', kmnm: 'a' }, ['並びは半角整数で入力してください。']],
  [{ sort: '100', kmnm: 'a' }, ['並びは0から99までの数値で入力してください。']],
  [{}, ['並びは半角整数で入力してください。', '名称は必須入力です。']],
])('refuses %j with code 12, at registration and at update', async (form, sentences) => {
  const itemCode = await add(`検査 ${JSON.stringify(form).slice(0, 60)}`);
  const before = await service.ask(examItemCalls.list, {}, token);
  for (const name of ['Register', 'Update']) {
    const answer = await service.post(`/api/MasterWKKMM/${name}`, { kmcd: itemCode, ...form }, token);
    expect(answer).toMatchObject(invalidAnswer(sentences));
  }
  expect(await service.ask(examItemCalls.list, {}, token)).toEqual(before);
});

test('an update changes both values, and the list goes by sort, then by code', async () => {
  const first = await add('並び替え1', 90);
  const second = await add('並び替え2', 90);
  const third = await add('並び替え3', 91);
  const order = async () =>
    (await service.ask(examItemCalls.list, {}, token)).rows.map((row) => row.itemCode).filter((code) => code >= first);
  expect(await order()).toEqual([first, second, third]);
  await service.ask(examItemCalls.update, { itemCode: third, sort: 8, name: '先頭へ', version: null }, token);
  expect(await order()).toEqual([third, first, second]);
  expect((await service.ask(examItemCalls.open, { itemCode: third }, token)).record).toMatchObject({
    sort: 8,
    name: '先頭へ',
  });
});

test('an item that a course includes is not deleted; one that no course includes is, and its code is not given again', async () => {
  const itemCode = await add('心電図');
  await putIntoCourses(itemCode);
  const answer = await service.post('/api/MasterWKKMM/Delete', { kmcd: itemCode }, token);
  expect(answer.body).toMatchObject({
    errorCode: 13,
    errorMessage: '検査項目「心電図」は使用中のため削除できません（コースの検査項目 1件）。',
  });
  await service.db.deleteFrom('course_items').where('item_code', '=', itemCode).where('extent', '=', 'part').execute();
  const { rows } = await service.ask(examItemCalls.remove, { itemCode, version: null }, token);
  expect(rows.some((row) => row.itemCode === itemCode)).toBe(false);
  expect((await add('次の検査')) > itemCode).toBe(true);
});

test('another institution sees nothing of it, and nobody without a token', async () => {
  const itemCode = await add('自院だけ');
  expect((await service.ask(examItemCalls.list, {}, otherToken)).rows).toEqual([]);
  await expectForeignersRefused(service, 'MasterWKKMM', { kmcd: itemCode, sort: '1', kmnm: '乗っ取り' }, otherToken);
  expect((await service.ask(examItemCalls.open, { itemCode }, token)).record.name).toBe('自院だけ');
  await expectTokenNeeded(service, 'MasterWKKMM');
});
