// The eligible-person categories of clients, through the HTTP server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { categoryCalls } from './contract.ts';

const CLIENT = '00000001';
const OTHER_CLIENT = '00000002';

let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-15T10:00:00+09:00' });
  token = await service.openInstitution('10000001', 'clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
  await service.db
    .insertInto('clients')
    .values(
      [CLIENT, OTHER_CLIENT].map((client_code) => ({
        institution_code: '10000001',
        client_code,
        name: `健保${client_code}`,
        age_basis: 'visit_day' as const,
      })),
    )
    .execute();
});
afterAll(() => service.close());

const list = async (clientCode = CLIENT) => (await service.ask(categoryCalls.list, { clientCode }, token)).rows;

async function register(name: string, clientCode = CLIENT): Promise<string> {
  await service.ask(categoryCalls.register, { clientCode, name }, token);
  const found = (await list(clientCode)).find((row) => row.name === name);
  if (!found) throw new Error(`no category ${name}`);
  return found.categoryCode;
}

test('a registered category is what list and detail show, in the words of the wire', async () => {
  const odd = '髙﨑①～ 👪 被扶養者';
  const categoryCode = await register(odd);
  expect(categoryCode).toBe('01');
  const listed = await service.post('/api/MasterWHFKB/List', { ircd: '10000001', jgcd: CLIENT }, token);
  expect(listed.body).toMatchObject({
    errorCode: 0,
    jgnm: `健保${CLIENT}`,
    listHFKB: [{ JGCD: CLIENT, HFKB: '01', KBNM: odd }],
  });
  const detail = await service.post('/api/MasterWHFKB/Detail', { jgcd: CLIENT, hfkb: '01' }, token);
  expect(detail.body).toMatchObject({ errorCode: 0, singleHFKB: { JGCD: CLIENT, HFKB: '01', KBNM: odd } });
});

test('those who pay themselves have no categories', async () => {
  const answer = await service.post('/api/MasterWHFKB/Register', { jgcd: '00000000', kbnm: '本人' }, token);
  expect(answer).toMatchObject({
    status: 200,
    body: { errorCode: 13, errorMessage: '「個人」には対象者区分を登録できません。' },
  });
  expect(await list('00000000')).toEqual([]);
});

test('codes are counted for each client, in order, and not given again', async () => {
  expect(await register('本人', OTHER_CLIENT)).toBe('01');
  expect(await register('配偶者', OTHER_CLIENT)).toBe('02');
  const { rows, clientName } = await service.ask(
    categoryCalls.remove,
    { clientCode: OTHER_CLIENT, categoryCode: '02', version: null },
    token,
  );
  expect([clientName, rows.map((row) => row.categoryCode)]).toEqual([`健保${OTHER_CLIENT}`, ['01']]);
  for (let number = 3; number < 10; number++) await register(`区分${number}`, OTHER_CLIENT);
  expect(await register('十番目', OTHER_CLIENT)).toBe('0A');
  expect((await list(OTHER_CLIENT)).map((row) => row.categoryCode).join()).toBe('01,03,04,05,06,07,08,09,0A');
});

test.each([
  [{ kbnm: '' }, '名称は必須入力です。'],
  [{ kbnm: '　' }, '名称は必須入力です。'],
  [{ kbnm: 'あ'.repeat(121) }, '名称は120文字以内で入力してください。'],
  [{ kbnm: 'a\u0000' }, '名称に使用できない文字が入力されています。'],
])('refuses %j with code 12, to register and to update', async (form, sentence) => {
  const categoryCode = await register(`検証${form.kbnm.length}`);
  const before = await list();
  for (const [path, key] of [
    ['Register', {}],
    ['Update', { hfkb: categoryCode }],
  ] as const) {
    const answer = await service.post(`/api/MasterWHFKB/${path}`, { jgcd: CLIENT, ...key, ...form }, token);
    expect(answer.body).toMatchObject({ errorCode: 12, errorMessagesList: [sentence], errorMessage: sentence });
  }
  expect(await list()).toEqual(before);
});

test('an update changes the name, up to 120 characters of any kind', async () => {
  const categoryCode = await register('更新前');
  for (const name of ['全'.repeat(120), '👪'.repeat(120), '  前後の空白  ', '0012']) {
    await service.ask(categoryCalls.update, { clientCode: CLIENT, categoryCode, name, version: null }, token);
    const { record } = await service.ask(categoryCalls.open, { clientCode: CLIENT, categoryCode }, token);
    expect(record.name).toBe(name);
  }
});

test('a category in use is not deleted, and the answer says by what', async () => {
  const categoryCode = await register('使用中');
  const course = { institution_code: '10000001', client_code: CLIENT, fiscal_year: 2026, course_code: '0001' };
  await service.db
    .insertInto('courses')
    .values({ ...course, name: '人間ドック', registration_from: '2026-02-01', registration_to: '2027-03-15' })
    .execute();
  const row = { ...course, category_code: categoryCode, age_from: 0, age_to: 99, amount: 1000 };
  await service.db
    .insertInto('course_prices')
    .values([
      { ...row, condition_code: '00', sex: 'male' },
      { ...row, condition_code: '01', sex: 'female' },
    ])
    .execute();
  await service.db
    .insertInto('examinees')
    .values({
      institution_code: '10000001',
      mail: 'a@example.jp',
      client_code: CLIENT,
      category_code: categoryCode,
    })
    .execute();
  const answer = await service.post('/api/MasterWHFKB/Delete', { jgcd: CLIENT, hfkb: categoryCode }, token);
  const sentence = '対象者区分「使用中」は使用中のため削除できません（コースの料金 2件、受診者 1件）。';
  expect(answer.body).toMatchObject({ errorCode: 13, errorMessage: sentence, errorMessagesList: [sentence] });
  expect((await list()).some((each) => each.categoryCode === categoryCode)).toBe(true);
});

test('another institution, another client or nobody: answered alike', async () => {
  const categoryCode = await register('他人');
  const values = { kbnm: '乗っ取り' };
  const forms = [
    [otherToken, { jgcd: CLIENT, hfkb: categoryCode, ...values }],
    [token, { jgcd: '99999999', hfkb: categoryCode, ...values }],
    [token, { ircd: '10000002', jgcd: CLIENT, hfkb: categoryCode, ...values }],
  ] as const;
  for (const [who, form] of forms) {
    for (const path of ['List', 'Detail', 'Update', 'Register', 'Delete']) {
      const answer = await service.post(`/api/MasterWHFKB/${path}`, form, who);
      expect(answer).toMatchObject({ status: 404, body: { errorCode: 16 } });
    }
  }
  const { record } = await service.ask(categoryCalls.open, { clientCode: CLIENT, categoryCode }, token);
  expect(record.name).toBe('他人');
});

test('without a token, or with a dead one, nothing is answered', async () => {
  for (const path of ['List', 'Detail', 'Update', 'Register', 'Delete']) {
    for (const dead of [undefined, 'x'.repeat(43)]) {
      const answer = await service.post(`/api/MasterWHFKB/${path}`, {}, dead);
      expect(answer).toMatchObject({ status: 401, body: { errorCode: 15 } });
    }
  }
});
