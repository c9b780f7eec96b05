// Two clerks at one record: who starts from an older state is refused, in every master, and nothing is written.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, startTestService, type TestService } from '#tests/kit/service.ts';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  token = await service.openInstitution('10000001', 'clinic01');
  const society = await post('MasterWJGYO', 'Register', { ...CLIENT, jgnm: '健保' });
  const group = await post('MasterWOPBR', 'Register', { sort: 1, brnm: '分類', nbnm: '', mem1: '', trkb: '2' });
  expect([society.body.errorCode, group.body.errorCode]).toEqual([0, 0]);
});
afterAll(() => service.close());

const post = (family: string, name: string, form: object): Promise<Answered> =>
  service.post(`/api/${family}/${name}`, { ...form }, token);

const CLIENT = {
  jgnm: '会社',
  jgkn: '',
  jgry: '',
  hksh: '',
  ksfg: '2',
  ksmm: 0,
  ksdd: 0,
  vsbl: '1',
  caln: '1',
  gest: '1',
  url: '',
  mnsn: '0',
  remd: 0,
  jksd: 0,
  kshj: '1',
};
const MAIL = { mlbr: '01', jgcd: '', kscd: '', titl: '件名', naiy: '本文', otad: 'a@example.jp', repy: '', bcc: '' };

interface Master {
  family: string;
  /** Of the list that holds what was registered, and of the codes that make its key. */
  list: string;
  key: string[];
  form: Record<string, string | number>;
  /** The field that the two clerks change. */
  changed: string;
}

const MASTERS: Master[] = [
  { family: 'MasterWJGYO', list: 'listJGYO', key: ['jgcd'], form: CLIENT, changed: 'jgnm' },
  {
    family: 'MasterWHFKB',
    list: 'listHFKB',
    key: ['jgcd', 'hfkb'],
    form: { jgcd: '00000001', kbnm: '本人' },
    changed: 'kbnm',
  },
  { family: 'MasterWKKMM', list: 'listKKMM', key: ['kmcd'], form: { sort: 1, kmnm: '血圧' }, changed: 'kmnm' },
  {
    family: 'MasterWOPBR',
    list: 'listOPBR',
    key: ['opbr'],
    form: { sort: 2, brnm: '分類2', nbnm: '', mem1: '', trkb: '1' },
    changed: 'brnm',
  },
  {
    family: 'MasterWOPKM',
    list: 'listOPKM',
    key: ['opbr', 'opcd'],
    form: { opbr: '0001', sort: 1, opnm: '項目', nbnm: '', waku: '', dffg: '0' },
    changed: 'opnm',
  },
  {
    family: 'MasterWTMZN',
    list: 'listTMZN',
    key: ['tmzn'],
    form: { znnm: '朝', sthh: 9, stmm: 0 },
    changed: 'znnm',
  },
  {
    family: 'MasterWWAKU',
    list: 'listWAKU',
    key: ['waku'],
    form: { wknm: '枠', krkb: '1', ccd1: '1' },
    changed: 'wknm',
  },
  { family: 'MasterWMAIL', list: 'listMAIL', key: ['mrcd'], form: MAIL, changed: 'titl' },
];

const STALE = {
  status: 200,
  body: {
    errorCode: 14,
    errorMessage: 'ほかの利用者が先に更新しました。最新の内容を読み込み直してください。',
  },
};

describe.each(MASTERS)('$family', ({ family, list, key, form, changed }) => {
  async function register(): Promise<Record<string, string>> {
    expect((await post(family, 'Register', form)).body).toMatchObject({ errorCode: 0 });
    const { body } = await post(family, 'List', form);
    const row = body[list].find((each: Record<string, unknown>) => each[changed.toUpperCase()] === form[changed]);
    return Object.fromEntries(key.map((code) => [code, row[code.toUpperCase()]]));
  }
  const update = (own: object, text: string, version?: string) =>
    post(family, 'Update', { ...form, ...own, [changed]: text, ...(version === undefined ? {} : { version }) });

  test('the later of two is refused; who sends no version is not', async () => {
    const own = await register();
    const open = async () => (await post(family, 'Detail', own)).body;
    const { version } = await open();
    const first = await update(own, '先の人', version);
    expect(first.body).toMatchObject({ errorCode: 0, version: (await open()).version });
    expect(await update(own, '後の人', version)).toMatchObject(STALE);
    expect(JSON.stringify(await open())).toContain('先の人');
    expect((await update(own, '番号なし')).body.errorCode).toBe(0);

    const { version: seenByBoth } = await open();
    const atOnce = await Promise.all(['A', 'B'].map((text) => update(own, text, seenByBoth)));
    expect(atOnce.map(({ body }) => body.errorCode).sort()).toEqual([0, 14]);

    expect(await post(family, 'Delete', { ...own, version })).toMatchObject(STALE);
    expect((await post(family, 'Delete', { ...own, version: (await open()).version })).body.errorCode).toBe(0);
    expect(await update(own, '消えた後', version)).toMatchObject({ status: 404, body: { errorCode: 16 } });
  });
});

test('the institution', async () => {
  const open = async () => (await post('MasterWIRKN', 'FirstDisplay', {})).body;
  const { hmpg, hmpgFlag, errorMessagesList, ...before } = await open();
  expect((await post('MasterWIRKN', 'Update', { ...before, irnm: '先の人' })).body).toMatchObject({ errorCode: 0 });
  expect(await post('MasterWIRKN', 'Update', { ...before, irnm: '後の人' })).toMatchObject(STALE);
  expect((await open()).irnm).toBe('先の人');
});
