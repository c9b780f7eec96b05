// The clients master, through the HTTP server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import type { Value } from '#wire/record.ts';
import { clientCalls, clientFormLookup } from './contract.ts';
import { master } from './master.tsx';

let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-15T10:00:00+09:00' });
  token = await service.openInstitution('10000001', 'clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
});
afterAll(() => service.close());

const GOOD = {
  jgnm: '東丘精機健康保険組合',
  jgkn: 'ヒガシオカ',
  jgry: '東丘',
  hksh: '06990014',
  ksfg: '1',
  ksmm: '3',
  ksdd: '31',
  vsbl: '1',
  caln: '1',
  gest: '1',
  url: 'https://kenpo.example.jp/',
  mnsn: '0',
  remd: '7',
  jksd: '10',
  kshj: '1',
};

const upper = (form: Record<string, string>, numbers: readonly string[] = ['ksmm', 'ksdd', 'remd', 'jksd']) =>
  Object.fromEntries(
    Object.entries(form).map(([code, value]) => [
      code.toUpperCase(),
      numbers.includes(code) ? Number(value || 0) : value,
    ]),
  );

const rows = async () => (await service.ask(clientCalls.list, {}, token)).rows;

async function register(form: Record<string, string> = {}): Promise<string> {
  const answer = await service.post('/api/MasterWJGYO/Register', { ...GOOD, ...form }, token);
  if (answer.body.errorCode !== 0) throw new Error(JSON.stringify(answer.body));
  return (await rows()).at(-1)?.clientCode ?? '';
}

const open = async (jgcd: string) => (await service.post('/api/MasterWJGYO/Detail', { jgcd }, token)).body.singleJGYO;

test.each([
  ['a new number without its check digit', '12345678', null, true],
  ['one that is typed in the place of another', '06990015', '06990014', true],
  ['one that was stored before there was a question', '12345678', '12345678', false],
  ['a right one', '06990014', null, false],
  ['six digits with 00 before them', '00138057', null, false],
  ['none', '', null, false],
])('an insurer number is asked about: %s', (_, insurerNumber, before, isAsked) => {
  const client = (number: string) => ({ insurerNumber: number }) as Value<typeof clientCalls.values>;
  const doubts = master.doubts?.(client(insurerNumber), before === null ? null : client(before));
  expect(doubts).toEqual(isAsked ? [expect.stringContaining(`保険者番号「${insurerNumber}」`)] : []);
});

test('the client of those who pay themselves is there from the start and comes first', async () => {
  const { body } = await service.post('/api/MasterWJGYO/List', { ircd: '10000001' }, token);
  expect(body).toMatchObject({
    errorCode: 0,
    listJGYO: [{ IRCD: '10000001', JGCD: '00000000', JGNM: '個人', HKSH: '', VSBL: '1' }],
  });
});

test.each([
  ['plain', {}],
  [
    'odd characters',
    { jgnm: '髙﨑①～ 🏥 健保', jgkn: 'ﾀｶｻｷ～①', jgry: '𠮷野家🩺', url: 'http://例え.jp/健保?a=1&b=%20' },
  ],
  ['120 characters', { jgnm: '全'.repeat(120), jgkn: 'ア'.repeat(120), jgry: '🩺'.repeat(120) }],
  ['leading zeros', { jgnm: '0012', jgkn: '007', jgry: '00', hksh: '00138016' }],
  ['the other choices', { ksfg: '0', ksmm: '2', ksdd: '29', vsbl: '2', caln: '2', gest: '2', mnsn: '1', kshj: '0' }],
  ['nothing but a name', { jgkn: '', jgry: '', hksh: '', url: '', remd: '', jksd: '', ksfg: '2', ksmm: '', ksdd: '' }],
])('what is registered and updated is what detail shows: %s', async (_name, change) => {
  const form = { ...GOOD, ...change };
  const jgcd = await register(change);
  expect(jgcd).toMatch(/^000000[0-9]{2}$/);
  expect(await open(jgcd)).toEqual({ IRCD: '10000001', JGCD: jgcd, ...upper(form) });
  expect((await rows()).at(-1)).toMatchObject({ name: form.jgnm, insurerNumber: form.hksh });

  const updated = await register({ jgnm: '更新前', ksfg: '0', ksmm: '4', ksdd: '1' });
  const answer = await service.post('/api/MasterWJGYO/Update', { jgcd: updated, ...form }, token);
  expect(answer.body.errorCode).toBe(0);
  expect(await open(updated)).toEqual({ IRCD: '10000001', JGCD: updated, ...upper(form) });
  for (const code of [jgcd, updated]) await service.ask(clientCalls.remove, { clientCode: code, version: null }, token);
});

test('where ages are counted at the visit, month and day are 0 whatever was sent', async () => {
  const jgcd = await register({ ksfg: '2', ksmm: '3', ksdd: '31' });
  expect(await open(jgcd)).toMatchObject({ KSFG: '2', KSMM: 0, KSDD: 0 });
});

test.each([
  [{ jgnm: '' }, ['名称は必須入力です。']],
  [{ jgnm: 'あ'.repeat(121) }, ['名称は120文字以内で入力してください。']],
  [{ jgkn: 'ア'.repeat(121) }, ['カナ名称は120文字以内で入力してください。']],
  [{ jgry: 'あ'.repeat(121) }, ['略称は120文字以内で入力してください。']],
  [{ jgnm: 'a\nb' }, ['名称に使用できない文字が入力されています。']],
  [{ hksh: '1234567x' }, ['保険者番号は半角数字で入力してください。']],
  [{ hksh: '123456789' }, ['保険者番号は8桁で入力してください。']],
  [{ hksh: '138016' }, ['保険者番号は8桁で入力してください。']],
  [{ url: 'javascript:alert(1)' }, ['URLはhttp://またはhttps://で始まるアドレスを入力してください。']],
  [{ url: 'kenpo.example.jp' }, ['URLはhttp://またはhttps://で始まるアドレスを入力してください。']],
  [{ url: `https://a.jp/${'a'.repeat(500)}` }, ['URLは500文字以内で入力してください。']],
  [{ ksmm: '３' }, ['年齢起算月は半角数字で入力してください。']],
  [{ ksmm: 'x', ksdd: 'y' }, ['年齢起算月は半角数字で入力してください。', '年齢起算日は半角数字で入力してください。']],
  [{ ksmm: '0' }, ['年齢起算月が入力されていません。']],
  [{ ksmm: '', ksdd: '' }, ['年齢起算月が入力されていません。', '年齢起算日が入力されていません。']],
  [{ ksfg: '0', ksdd: '0' }, ['年齢起算日が入力されていません。']],
  [{ ksdd: '1.5' }, ['年齢起算日は半角数字で入力してください。']],
  [{ ksmm: '13' }, ['年齢起算月は1から12までの数値で入力してください。']],
  [{ ksdd: '32' }, ['年齢起算日は1から31までの数値で入力してください。']],
  [{ ksmm: '2', ksdd: '30' }, ['年齢起算月日に存在しない日付（2月30日）が入力されています。']],
  [{ ksmm: '4', ksdd: '31' }, ['年齢起算月日に存在しない日付（4月31日）が入力されています。']],
  [{ remd: '七' }, ['受診前確認メール送信間隔は半角数字で入力してください。']],
  [{ remd: '100' }, ['受診前確認メール送信間隔は0から99までの数値で入力してください。']],
  [{ jksd: '-' }, ['予約促進メール送信間隔は半角数字で入力してください。']],
  [{ jksd: '-1' }, ['予約促進メール送信間隔は半角数字で入力してください。']],
  [{ ksfg: '3' }, ['年齢起算条件を選択してください。']],
  [{ vsbl: '0' }, ['利用を選択してください。']],
  [
    { caln: '', gest: '', mnsn: '', kshj: '' },
    ['予約方法', 'ゲスト予約', '問診の表示', '料金表示'].map((label) => `${label}を選択してください。`),
  ],
])('refuses %j with code 12, to register and to update', async (change, sentences) => {
  const jgcd = await register({ jgnm: '検証' });
  const [before, detail] = [await rows(), await open(jgcd)];
  for (const [path, key] of [
    ['Register', {}],
    ['Update', { jgcd }],
  ] as const) {
    const answer = await service.post(`/api/MasterWJGYO/${path}`, { ...GOOD, ...key, ...change }, token);
    expect(answer).toMatchObject({
      status: 200,
      body: { errorCode: 12, errorMessagesList: sentences, errorMessage: sentences[0] },
    });
  }
  expect([await rows(), await open(jgcd)]).toEqual([before, detail]);
});

test('the form learns the current fiscal year', async () => {
  expect(await service.ask(clientFormLookup, {}, token)).toEqual({ fiscalYear: 2026 });
  service.setNow('2027-03-31T23:59:00+09:00');
  const fresh = await service.logIn('clinic01');
  expect(await service.ask(clientFormLookup, {}, fresh)).toEqual({ fiscalYear: 2026 });
  service.setNow('2026-11-15T10:00:00+09:00');
});

test('the client of those who pay themselves can be edited, its age basis too, but not deleted', async () => {
  const form = { ...GOOD, jgcd: '00000000', jgnm: '個人のお客様', hksh: '' };
  expect((await service.post('/api/MasterWJGYO/Update', form, token)).body.errorCode).toBe(0);
  expect(await open('00000000')).toMatchObject({ JGNM: '個人のお客様', KSFG: '1', KSMM: 3, KSDD: 31 });
  const answer = await service.post('/api/MasterWJGYO/Delete', { jgcd: '00000000' }, token);
  expect(answer.body).toMatchObject({
    errorCode: 13,
    errorMessage: '「個人のお客様」は必ず使うクライアントのため削除できません。',
  });
  expect((await rows())[0]?.clientCode).toBe('00000000');
});

test('a client in use is not deleted, and the answer says by what and how many', async () => {
  const client_code = await register({ jgnm: '使用中' });
  const own = { institution_code: '10000001', client_code };
  await service.db
    .insertInto('courses')
    .values(
      ['0001', '0002'].map((course_code) => ({
        ...own,
        fiscal_year: 2026,
        course_code,
        name: 'ドック',
        registration_from: '2026-02-01',
        registration_to: '2027-03-15',
      })),
    )
    .execute();
  await service.db
    .insertInto('mail_templates')
    .values({ ...own, template_code: '0001', kind: 'booked', title: '件名', body: '本文' })
    .execute();
  const { examinee_id } = await service.db
    .insertInto('examinees')
    .values({ ...own, mail: 'hanako@example.jp' })
    .returning('examinee_id')
    .executeTakeFirstOrThrow();
  const at = new Date('2026-11-15T10:00:00+09:00');
  await service.db
    .insertInto('reservations')
    .values({
      ...own,
      examinee_id,
      status: 'cancelled',
      desired: true,
      fiscal_year: 2026,
      course_code: '0001',
      price_condition_code: '00',
      visit_date: '2026-12-01',
      slot_code: 'ZZ',
      client_name: '使用中',
      course_name: 'ドック',
      course_amount: 0,
      total_amount: 0,
      tax_display: 'included',
      prices_shown: true,
      family_name: '健診',
      given_name: '花子',
      family_kana: 'ケンシン',
      given_kana: 'ハナコ',
      birth_date: '1980-01-01',
      age: 46,
      sex: 'female',
      mail: 'hanako@example.jp',
      accepts_mail: true,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await service.db
    .insertInto('partner_keys')
    .values({ ...own, key_id: 'k1', issuer: 'https://portal.example.jp', public_key: 'x' })
    .execute();
  const answer = await service.post('/api/MasterWJGYO/Delete', { jgcd: client_code }, token);
  const sentence =
    'クライアント「使用中」は使用中のため削除できません' +
    '（コース 2件、予約 1件、メールテンプレート 1件、受診者 1件、外部ポータル連携 1件）。';
  expect(answer.body).toMatchObject({ errorCode: 13, errorMessage: sentence, errorMessagesList: [sentence] });
  expect(await open(client_code)).toMatchObject({ JGNM: '使用中' });
});

test('an unused client goes with its categories, and its code is not given again', async () => {
  const jgcd = await register({ jgnm: '不要' });
  await service.post('/api/MasterWHFKB/Register', { jgcd, kbnm: '被保険者' }, token);
  const { body } = await service.post('/api/MasterWJGYO/Delete', { jgcd }, token);
  expect(body.errorCode).toBe(0);
  expect(body.listJGYO.some((row: { JGCD: string }) => row.JGCD === jgcd)).toBe(false);
  const left = await service.db
    .selectFrom('client_categories')
    .select('category_code')
    .where('client_code', '=', jgcd)
    .execute();
  expect(left).toEqual([]);
  expect((await register({ jgnm: '次' })) > jgcd).toBe(true);
});

test('another institution sees nothing of it', async () => {
  const jgcd = await register({ jgnm: '他人' });
  expect((await service.ask(clientCalls.list, {}, otherToken)).rows.map((row) => row.clientCode)).toEqual(['00000000']);
  for (const path of ['Detail', 'Update', 'Delete']) {
    const answer = await service.post(`/api/MasterWJGYO/${path}`, { ...GOOD, jgcd, jgnm: '乗っ取り' }, otherToken);
    expect(answer).toMatchObject({ status: 404, body: { errorCode: 16 } });
  }
  for (const path of ['List', 'RegisterFirstDisplay', 'Register']) {
    const answer = await service.post(`/api/MasterWJGYO/${path}`, { ...GOOD, ircd: '10000001' }, otherToken);
    expect(answer).toMatchObject({ status: 404, body: { errorCode: 16 } });
  }
  expect(await open(jgcd)).toMatchObject({ JGNM: '他人' });
});

test('without a token, or with a dead one, nothing is answered', async () => {
  for (const path of ['List', 'Detail', 'Update', 'Register', 'RegisterFirstDisplay', 'Delete']) {
    for (const dead of [undefined, 'x'.repeat(43)]) {
      const answer = await service.post(`/api/MasterWJGYO/${path}`, {}, dead);
      expect(answer).toMatchObject({ status: 401, body: { errorCode: 15 } });
    }
  }
});
