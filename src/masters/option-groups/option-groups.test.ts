// The option categories master, through the HTTP server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectForeignersRefused, expectTokenNeeded, invalidAnswer, LONG_NAME, ODD_NAME } from '#tests/kit/guards.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { optionGroupCalls } from './contract.ts';

let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService();
  token = await service.openInstitution('10000001', 'clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
});
afterAll(() => service.close());

const blank = { sort: 1, internalName: '', description: '', selection: 'single' as const };

async function add(name: string, more: Partial<typeof blank> = {}): Promise<string> {
  await service.ask(optionGroupCalls.register, { ...blank, name, ...more }, token);
  const { rows } = await service.ask(optionGroupCalls.list, {}, token);
  return rows.find((row) => row.name === name)!.groupCode;
}

async function putItem(groupCode: string, optionCode: string, name: string, initial: boolean): Promise<void> {
  const row = { institution_code: '10000001', group_code: groupCode, option_code: optionCode, sort: 1 };
  await service.db
    .insertInto('option_items')
    .values({ ...row, name, is_initial: initial })
    .execute();
}

test.each([ODD_NAME, LONG_NAME])('%s is what list and detail show, with every field', async (name) => {
  const fields = { SORT: 7, BRNM: name, NBNM: `${name.slice(2)}内`, MEM1: '1行目\n　2行目 <b>🩺</b>\n', TRKB: '2' };
  const form = Object.fromEntries(Object.entries(fields).map(([code, value]) => [code.toLowerCase(), value]));
  const registered = await service.post('/api/MasterWOPBR/Register', form, token);
  expect(registered.body.errorCode).toBe(0);
  const list = await service.post('/api/MasterWOPBR/List', {}, token);
  const row = list.body.listOPBR.find((each: { BRNM: string }) => each.BRNM === name);
  expect(row).toEqual({ IRCD: '10000001', OPBR: expect.stringMatching(/^\d{4}$/), ...fields });
  const detail = await service.post('/api/MasterWOPBR/Detail', { opbr: row.OPBR }, token);
  expect(detail.body).toMatchObject({ errorCode: 0, singleOPBR: { IRCD: '10000001', OPBR: row.OPBR, ...fields } });
});

test('a line break of a form is one line break', async () => {
  const form = { sort: '1', brnm: '改行', nbnm: '', mem1: 'a\r\nb', trkb: '1' };
  await service.post('/api/MasterWOPBR/Register', form, token);
  const { rows } = await service.ask(optionGroupCalls.list, {}, token);
  expect(rows.find((row) => row.name === '改行')?.description).toBe('a\nb');
});

const good = { sort: '1', brnm: 'a', nbnm: '', mem1: '', trkb: '1' };
test.each([
  [{ brnm: '' }, ['名称は必須入力です。']],
  [{ brnm: 'あ'.repeat(121) }, ['名称は120文字以内で入力してください。']],
  [{ nbnm: 'あ'.repeat(121) }, ['内部名称は120文字以内で入力してください。']],
  [{ mem1: 'あ'.repeat(2001) }, ['説明は2000文字以内で入力してください。']],
  [{ mem1: 'a\u0007' }, ['説明に使用できない文字が入力されています。']],
  [{ sort: '' }, ['並びは半角数字で入力してください。']],
  [{ sort: '１' }, ['並びは半角数字で入力してください。']],
  [{ sort: '-1' }, ['並びは半角数字で入力してください。']],
  [{ sort: '100' }, ['並びは0から99までの数値で入力してください。']],
  [{ trkb: '3' }, ['選択方法を選択してください。']],
  [
    { sort: 'x', brnm: '', trkb: '' },
    ['並びは半角数字で入力してください。', '名称は必須入力です。', '選択方法を選択してください。'],
  ],
])('refuses %j with code 12, at registration and at update', async (change, sentences) => {
  const groupCode = await add(`分類 ${JSON.stringify(change).slice(0, 60)}`);
  const before = await service.ask(optionGroupCalls.list, {}, token);
  for (const name of ['Register', 'Update']) {
    const answer = await service.post(`/api/MasterWOPBR/${name}`, { opbr: groupCode, ...good, ...change }, token);
    expect(answer).toMatchObject(invalidAnswer(sentences));
  }
  expect(await service.ask(optionGroupCalls.list, {}, token)).toEqual(before);
});

test('an update changes every value, and the list goes by sort, then by code', async () => {
  const first = await add('順1', { sort: 90 });
  const second = await add('順2', { sort: 90 });
  const order = async () =>
    (await service.ask(optionGroupCalls.list, {}, token)).rows
      .map((row) => row.groupCode)
      .filter((code) => code >= first);
  expect(await order()).toEqual([first, second]);
  const changed = { sort: 8, name: '順2改', internalName: '内', description: 'a\nb', selection: 'multiple' as const };
  await service.ask(optionGroupCalls.update, { groupCode: second, ...changed, version: null }, token);
  expect(await order()).toEqual([second, first]);
  expect((await service.ask(optionGroupCalls.open, { groupCode: second }, token)).record).toMatchObject(changed);
});

test('single choice stays while an item has the initial value; everything else may change', async () => {
  const groupCode = await add('胃の検査');
  await putItem(groupCode, '0001', '胃部X線', true);
  const values = { opbr: groupCode, sort: '2', brnm: '胃', nbnm: '', mem1: '' };
  const answer = await service.post('/api/MasterWOPBR/Update', { ...values, trkb: '2' }, token);
  expect(answer.body).toMatchObject({
    errorCode: 13,
    errorMessage:
      'オプション項目「胃部X線」が初期値のため、選択方法を複数選択に変更できません。先に初期値を外してください。',
  });
  expect((await service.ask(optionGroupCalls.open, { groupCode }, token)).record.name).toBe('胃の検査');
  expect((await service.post('/api/MasterWOPBR/Update', { ...values, trkb: '1' }, token)).body.errorCode).toBe(0);
  await service.db.updateTable('option_items').set({ is_initial: false }).where('group_code', '=', groupCode).execute();
  expect((await service.post('/api/MasterWOPBR/Update', { ...values, trkb: '2' }, token)).body.errorCode).toBe(0);
});

test('a category with items is not deleted; an empty one is, and its code is not given again', async () => {
  const groupCode = await add('使用中');
  await putItem(groupCode, '0001', 'a', false);
  await putItem(groupCode, '0002', 'b', false);
  const answer = await service.post('/api/MasterWOPBR/Delete', { opbr: groupCode }, token);
  expect(answer.body).toMatchObject({
    errorCode: 13,
    errorMessage: 'オプション分類「使用中」は使用中のため削除できません（オプション項目 2件）。',
  });
  await service.db.deleteFrom('option_items').where('group_code', '=', groupCode).execute();
  const { rows } = await service.ask(optionGroupCalls.remove, { groupCode, version: null }, token);
  expect(rows.some((row) => row.groupCode === groupCode)).toBe(false);
  expect((await add('次の分類')) > groupCode).toBe(true);
});

test('another institution sees nothing of it, and nobody without a token', async () => {
  const groupCode = await add('自院だけ');
  expect((await service.ask(optionGroupCalls.list, {}, otherToken)).rows).toEqual([]);
  await expectForeignersRefused(service, 'MasterWOPBR', { opbr: groupCode, ...good }, otherToken);
  expect((await service.ask(optionGroupCalls.open, { groupCode }, token)).record.name).toBe('自院だけ');
  await expectTokenNeeded(service, 'MasterWOPBR');
});
