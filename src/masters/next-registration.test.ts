// Registering many: numbers that are suggested, standard categories, and the code that a new client is given.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const INDIVIDUAL = '00000000';
let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService();
  token = await service.openInstitution('10000001', 'clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
});
afterAll(() => service.close());

const post = (call: string, form: object = {}, as = token) => service.post(`/api/${call}`, { ...form }, as);
async function ask(call: string, form: object = {}) {
  const { body } = await post(call, form);
  expect([call, body]).toMatchObject([call, { errorCode: 0 }]);
  return body;
}
const nextSort = async (family: string, form: object = {}) => (await ask(`${family}/RegisterFirstDisplay`, form)).sort;

const CLIENT = { jgkn: '', jgry: '', hksh: '', ksfg: '2', ksmm: 0, ksdd: 0, vsbl: '1', caln: '1', gest: '1', url: '' };
const newClient = async (jgnm: string): Promise<string> =>
  (await ask('MasterWJGYO/Register', { ...CLIENT, jgnm, mnsn: '0', remd: 0, jksd: 0, kshj: '1' })).jgcd;

test.each([
  ['MasterWKKMM', (sort: number) => ({ sort, kmnm: `項目${sort}` })],
  ['MasterWOPBR', (sort: number) => ({ sort, brnm: `分類${sort}`, nbnm: '', mem1: '', trkb: '2' })],
] as const)(
  '%s suggests the highest number and one, 1 when empty, 99 at the most; equal ones stay allowed',
  async (family, form) => {
    expect(await nextSort(family)).toBe(1);
    for (const sort of [1, 2, 5]) await ask(`${family}/Register`, form(sort));
    expect(await nextSort(family)).toBe(6);
    await ask(`${family}/Register`, form(5));
    await ask(`${family}/Register`, form(99));
    expect(await nextSort(family)).toBe(99);
    // Nobody else's count.
    expect((await post(`${family}/RegisterFirstDisplay`, {}, otherToken)).body).toMatchObject({
      errorCode: 0,
      sort: 1,
    });
  },
);

test('Given option items 1, 2, 5 in a group, when 続けて登録 is pressed, then the group is chosen and 並び is 6', async () => {
  for (const brnm of ['胃', '血液'])
    await ask('MasterWOPBR/Register', { sort: 1, brnm, nbnm: '', mem1: '', trkb: '2' });
  const { listOPBR } = await ask('MasterWOPBR/List');
  const codeOf = (name: string) => listOPBR.find(({ BRNM }: { BRNM: string }) => BRNM === name).OPBR;
  for (const sort of [1, 2, 5]) {
    await ask('MasterWOPKM/Register', { opbr: codeOf('胃'), sort, opnm: `項目${sort}`, nbnm: '', waku: '', dffg: '0' });
  }
  expect(await nextSort('MasterWOPKM', { opbr: codeOf('胃') })).toBe(6);
  // In each group by itself; without one, nothing is known yet.
  expect(await nextSort('MasterWOPKM', { opbr: codeOf('血液') })).toBe(1);
  expect(await nextSort('MasterWOPKM')).toBe(1);
  expect((await post('MasterWOPKM/RegisterFirstDisplay', { opbr: '1' })).body).toMatchObject({ errorCode: 12 });
});

test('Given two clerks on the empty list, when both press 標準の区分, then four categories stand and the second reads 13', async () => {
  const jgcd = await newClient('健保');
  const [one, two] = await Promise.all([1, 2].map(() => post('MasterWHFKB/RegisterStandard', { jgcd })));
  const [done, late] = one?.body.errorCode === 0 ? [one, two] : [two, one];
  const names = ['被保険者（本人）', '被扶養者（配偶者）', '被扶養者（その他）', '任意継続被保険者'];
  expect(done?.body).toMatchObject({ errorCode: 0, jgnm: '健保' });
  expect(done?.body.listHFKB.map(({ KBNM }: { KBNM: string }) => KBNM)).toEqual(names);
  expect(late?.body).toMatchObject({ errorCode: 13, errorMessage: 'すでに対象者区分が登録されています。' });
  const { listHFKB, errorCode: _, errorMessagesList: __, ...rest } = await ask('MasterWHFKB/List', { jgcd });
  // It answers what the list answers.
  expect(done?.body).toMatchObject({ listHFKB, ...rest });
  const entries = (await service.readLog()).filter(({ subject }) => subject === `対象者区分マスタ ${jgcd}`);
  expect(entries).toMatchObject([{ act: '21', details: { note: '登録', count: 4 }, outcome: 'ok' }]);

  // What is registered next has a code of its own.
  await ask('MasterWHFKB/Register', { jgcd, kbnm: 'その他' });
  expect((await ask('MasterWHFKB/List', { jgcd })).listHFKB).toHaveLength(5);
});

test('those who pay themselves get no categories; unknown clients and others’ are not there', async () => {
  expect((await post('MasterWHFKB/RegisterStandard', { jgcd: INDIVIDUAL })).body).toMatchObject({
    errorCode: 13,
    errorMessage: '個人には対象者区分を登録できません。',
  });
  expect(await post('MasterWHFKB/RegisterStandard', { jgcd: '99999999' })).toMatchObject({ status: 404 });
  const jgcd = await newClient('他院から');
  expect(await post('MasterWHFKB/RegisterStandard', { jgcd }, otherToken)).toMatchObject({ status: 404 });
  expect((await post('MasterWHFKB/RegisterStandard', { jgcd: '1' })).body).toMatchObject({ errorCode: 12 });
});

test('Given a new client, when 続けて対象者区分を登録 is pressed, then its own empty list opens, not that of the client chosen before', async () => {
  const before = await newClient('先に選んだ健保');
  await ask('MasterWHFKB/RegisterStandard', { jgcd: before });
  const jgcd = await newClient('新しい健保');
  expect(jgcd).not.toBe(before);
  expect(await ask('MasterWHFKB/List', { jgcd })).toMatchObject({ jgnm: '新しい健保', listHFKB: [] });
});
