// The mail templates master, through the HTTP server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAIL_VARIABLES } from '#domain/mail/mail-variables.ts';
import { expectForeignersRefused, expectTokenNeeded, invalidAnswer, LONG_NAME, ODD_NAME } from '#tests/kit/guards.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { lookUpForMailTemplate, mailTemplateCalls } from './contract.ts';

let service: TestService;
let token: string;
let otherToken: string;

beforeAll(async () => {
  service = await startTestService();
  token = await service.openInstitution('10000001', 'clinic01');
  otherToken = await service.openInstitution('10000002', 'clinic02');
  await service.db
    .insertInto('clients')
    .values({
      institution_code: '10000001',
      client_code: '00000001',
      name: '東丘健保',
      age_basis: 'visit_day',
    })
    .execute();
  const course = {
    institution_code: '10000001',
    client_code: '00000001',
    registration_from: '2026-02-01',
    registration_to: '2027-03-15',
  };
  await service.db
    .insertInto('courses')
    .values([
      { ...course, course_code: '0001', fiscal_year: 2025, name: '古いドック' },
      { ...course, course_code: '0001', fiscal_year: 2026, name: '新しいドック' },
      { ...course, course_code: '0002', fiscal_year: 2025, name: '去年だけ' },
      { ...course, course_code: '0003', fiscal_year: 2026, name: '個人のドック', client_code: '00000000' },
    ])
    .execute();
});
afterAll(() => service.close());

const post = (name: string, form: object) => service.post(`/api/MasterWMAIL/${name}`, { ...form }, token);

const good = {
  mlbr: '01',
  jgcd: '',
  kscd: '',
  titl: '件名',
  naiy: '本文',
  otad: 'from@example.jp',
  repy: '',
  bcc: '',
};

const targets = [
  ['03', '00000001', '0001'],
  ['03', '00000001', ''],
  ['03', '00000000', ''],
  ['03', '', ''],
  ['09', '00000000', '0003'],
] as const;
const variablesOf = (mlbr: string) =>
  MAIL_VARIABLES.filter((name) => name !== 'パスワード' && (mlbr === '09' || name !== '配信停止URL'))
    .map((name) => `{{${name}}}`)
    .join('\n');

test.each(targets)(
  'template %s for client "%s", course "%s" is what list and detail show',
  async (mlbr, jgcd, kscd) => {
    const fields = {
      MLBR: mlbr,
      JGCD: jgcd,
      KSCD: kscd,
      TITL: kscd ? LONG_NAME : `${ODD_NAME}{{氏名}}`,
      NAIY: `{{氏名}} 様\n\n　髙﨑①～ 🩺\n<b>{ 0012 }</b>\n${variablesOf(mlbr)}\n`,
      OTAD: `${'a'.repeat(49)}@example.jp`,
      REPY: 'reply+tag@example.jp',
      BCC: kscd ? 'bcc@example.jp' : '',
    };
    const form = Object.fromEntries(Object.entries(fields).map(([code, value]) => [code.toLowerCase(), value]));
    expect((await post('Register', form)).body.errorCode).toBe(0);
    const list = await post('List', {});
    const row = list.body.listMAIL.find(
      (each: typeof fields) => each.MLBR === mlbr && each.JGCD === jgcd && each.KSCD === kscd,
    );
    expect(row).toMatchObject({ IRCD: '10000001', MRCD: expect.stringMatching(/^\d{4}$/), ...fields });
    const detail = await post('Detail', { mrcd: row.MRCD });
    expect(detail.body).toMatchObject({ errorCode: 0, singleMAIL: { MRCD: row.MRCD, IRCD: '10000001', ...fields } });

    const again = await post('Register', form);
    const sentence = '同じ分類・クライアント・コースのメールテンプレートがすでに登録されています。';
    expect(again.body).toMatchObject({ errorCode: 13, errorMessage: sentence, errorMessagesList: [sentence] });
  },
);

test('the list goes by category, from the general to the special, and names client and course', async () => {
  const { rows } = await service.ask(mailTemplateCalls.list, {}, token);
  expect(rows.map(({ kind, clientName, courseName }) => [kind, clientName, courseName])).toEqual([
    ['confirmed', '', ''],
    ['confirmed', '個人', ''],
    ['confirmed', '東丘健保', ''],
    ['confirmed', '東丘健保', '新しいドック'],
    ['promotion', '個人', '個人のドック'],
  ]);
});

test('the form is given the clients, and each course once by its newest name', async () => {
  expect((await post('Lookup', {})).body).toMatchObject({
    errorCode: 0,
    listJGYO: [
      { JGCD: '00000000', JGNM: '個人' },
      { JGCD: '00000001', JGNM: '東丘健保' },
    ],
    listIRKS: [
      { JGCD: '00000000', KSCD: '0003', KSNM: '個人のドック' },
      { JGCD: '00000001', KSCD: '0001', KSNM: '新しいドック' },
      { JGCD: '00000001', KSCD: '0002', KSNM: '去年だけ' },
    ],
    irnm: '医療機関10000001',
  });
  const theirs = await service.ask(lookUpForMailTemplate, {}, otherToken);
  expect(theirs.clients).toEqual([{ clientCode: '00000000', name: '個人' }]);
  expect(theirs.courses).toEqual([]);
});

const wrong: [object, string[]][] = [
  [{ mlbr: '' }, ['分類を選択してください。']],
  [{ mlbr: '10' }, ['分類を選択してください。']],
  [{ titl: '' }, ['件名は必須入力です。']],
  [{ titl: 'あ'.repeat(121) }, ['件名は120文字以内で入力してください。']],
  [{ titl: 'a\nBcc: x@example.jp' }, ['件名に使用できない文字が入力されています。']],
  [{ naiy: '　\n' }, ['本文は必須入力です。']],
  [{ naiy: 'あ'.repeat(10_001) }, ['本文は10000文字以内で入力してください。']],
  [
    { naiy: '{{患者名}} {{氏名}} {{患者名}} {{ 氏名 }}' },
    ['本文に使用できない差し込み項目があります（{{患者名}}、{{ 氏名 }}）。'],
  ],
  [{ titl: '{{}}' }, ['件名に使用できない差し込み項目があります（{{}}）。']],
  [{ titl: '{{toString}}' }, ['件名に使用できない差し込み項目があります（{{toString}}）。']],
  [{ mlbr: '08', naiy: '{{配信停止URL}}' }, ['{{配信停止URL}}は予約促進メールでだけ使用できます。']],
  [{ titl: '{{配信停止URL}}' }, ['{{配信停止URL}}は予約促進メールでだけ使用できます。']],
  [{ mlbr: '01', bcc: 'archive@example.jp' }, ['パスワード通知にBCCは設定できません。']],
  [{ mlbr: '01', titl: '{{氏名}}様 {{パスワード}}' }, ['件名に{{パスワード}}は使用できません。']],
  [{ mlbr: '03', titl: '{{パスワード}}' }, ['件名に{{パスワード}}は使用できません。']],
  [{ mlbr: '02', naiy: '{{パスワード}}' }, ['{{パスワード}}はパスワード通知の本文でだけ使用できます。']],
  [{ naiy: '{{氏名} 様' }, ['本文の差し込み項目は{{と}}で囲んでください。']],
  [{ otad: '' }, ['送信元は必須入力です。']],
  [{ otad: `${'a'.repeat(50)}@example.jp` }, ['送信元は60文字以内で入力してください。']],
  [{ otad: 'a@example.jp\r\nBcc: b@example.jp' }, ['送信元に使用できない文字が入力されています。']],
  [{ otad: 'a@example.jp,b@example.jp' }, ['送信元が正しい書式ではありません。']],
  [{ repy: 'a@example.jp;b@example.jp' }, ['返信先が正しい書式ではありません。']],
  [{ repy: 'a@example.jp\nb' }, ['返信先に使用できない文字が入力されています。']],
  [{ repy: `${'a'.repeat(50)}@example.jp` }, ['返信先は60文字以内で入力してください。']],
  [{ bcc: 'x' }, ['BCCが正しい書式ではありません。']],
  [{ bcc: 'a@example.jp\nb' }, ['BCCに使用できない文字が入力されています。']],
  [{ bcc: `${'a'.repeat(50)}@example.jp` }, ['BCCは60文字以内で入力してください。']],
  [{ kscd: '0001' }, ['クライアントを選択してください。']],
];
test.each(wrong)('refuses %j with code 12, at registration and at update', async (change, sentences) => {
  const before = await service.ask(mailTemplateCalls.list, {}, token);
  for (const name of ['Register', 'Update']) {
    const answer = await post(name, { mrcd: before.rows[0]?.templateCode, ...good, ...change });
    expect(answer).toMatchObject(invalidAnswer(sentences));
  }
  expect(await service.ask(mailTemplateCalls.list, {}, token)).toEqual(before);
});

test.each([
  [{ jgcd: '00000009' }, '選択されたクライアントが見つかりません。クライアントを選び直してください。'],
  [{ jgcd: '00000001', kscd: '0009' }, '選択されたコースが見つかりません。コースを選び直してください。'],
  [{ jgcd: '00000001', kscd: '0003' }, '選択されたコースが見つかりません。コースを選び直してください。'],
])('a registration for %j, which is not there, is refused with code 14', async (target, sentence) => {
  expect((await post('Register', { ...good, ...target })).body).toMatchObject({
    errorCode: 14,
    errorMessage: sentence,
    errorMessagesList: [sentence],
  });
});

test('an update changes the texts, and never what the template is for', async () => {
  await post('Register', { ...good, mlbr: '02', jgcd: '00000001' });
  const { rows } = await service.ask(mailTemplateCalls.list, {}, token);
  const { templateCode } = rows.find((row) => row.kind === 'booked')!;
  const form = { ...good, mrcd: templateCode, mlbr: '02', jgcd: '00000001' };
  const changed = { titl: '新しい件名', naiy: 'a\nb', otad: 'x@example.jp', repy: 'y@example.jp', bcc: 'z@example.jp' };
  expect((await post('Update', { ...form, ...changed })).body.errorCode).toBe(0);
  for (const other of [{ mlbr: '03' }, { jgcd: '' }, { kscd: '0001' }]) {
    const answer = await post('Update', { ...form, ...other });
    expect(answer.body).toMatchObject({
      errorCode: 14,
      errorMessage: '分類・クライアント・コースは変更できません。',
    });
  }
  expect((await service.ask(mailTemplateCalls.open, { templateCode }, token)).record).toMatchObject({
    kind: 'booked',
    clientCode: '00000001',
    courseCode: null,
    title: '新しい件名',
    body: 'a\nb',
    sender: 'x@example.jp',
    replyTo: 'y@example.jp',
    bcc: 'z@example.jp',
  });
});

test('two registrations of one target at once: one of them stands', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => post('Register', { ...good, mlbr: '08' })));
  expect(answers.map(({ body }) => body.errorCode).sort()).toEqual([0, 13, 13, 13]);
});

test('a deleted template is gone, its target is free, and its code is not given again', async () => {
  await post('Register', { ...good, mlbr: '07' });
  const codeOf = async () =>
    (await service.ask(mailTemplateCalls.list, {}, token)).rows.find((row) => row.kind === 'cancel_confirmed')
      ?.templateCode;
  const first = await codeOf();
  const answer = await post('Delete', { mrcd: first });
  expect(answer.body.errorCode).toBe(0);
  expect(answer.body.listMAIL.some((row: { MRCD: string }) => row.MRCD === first)).toBe(false);
  expect((await post('Delete', { mrcd: first })).body.errorCode).toBe(16);
  expect((await post('Register', { ...good, mlbr: '07' })).body.errorCode).toBe(0);
  expect((await codeOf())! > first!).toBe(true);
});

test('another institution sees nothing of it, and nobody without a token', async () => {
  await post('Register', good);
  const { rows } = await service.ask(mailTemplateCalls.list, {}, token);
  const { templateCode } = rows[0]!;
  expect((await service.ask(mailTemplateCalls.list, {}, otherToken)).rows).toEqual([]);
  await expectForeignersRefused(service, 'MasterWMAIL', { ...good, mrcd: templateCode }, otherToken);
  expect((await service.ask(mailTemplateCalls.list, {}, token)).rows).toEqual(rows);
  await expectTokenNeeded(service, 'MasterWMAIL', ['Lookup']);
});

test('who reads along, or in whose name mails go out, is changed only by who has just shown who they are; the log has both', async () => {
  const bcc = (name: string) => `${name}.${'b'.repeat(40)}@example.jp`;
  const first = { ...good, mlbr: '08', jgcd: '00000001', titl: '元の件名', bcc: bcc('one') };
  expect((await post('Register', first)).body.errorCode).toBe(0);
  const { rows } = await service.ask(mailTemplateCalls.list, {}, token);
  const { templateCode: mrcd } = rows.find(({ title }) => title === '元の件名')!;
  const change = async (fields: object) => {
    const { version } = await service.ask(mailTemplateCalls.open, { templateCode: mrcd }, token);
    return post('Update', { ...first, mrcd, version, ...fields });
  };
  const unconfirmed = { status: 403, body: { errorCode: 13, isConfirmNeeded: '1' } };
  const fresh = service.db.updateTable('sessions').where('administrator_id', '=', 'clinic01');
  await fresh.set({ confirmed_at: new Date('2026-11-15T09:49:00+09:00') }).execute();
  expect((await change({ titl: '新しい件名' })).body.errorCode).toBe(0);
  expect(await change({ bcc: bcc('two') })).toMatchObject(unconfirmed);
  expect(await change({ otad: 'other@example.jp' })).toMatchObject(unconfirmed);
  expect(await post('Register', { ...good, mlbr: '07', jgcd: '00000001', otad: 'new@example.jp' })).toMatchObject(
    unconfirmed,
  );
  expect(await post('Register', { ...good, mlbr: '07', jgcd: '00000001', bcc: bcc('one') })).toMatchObject(unconfirmed);
  expect((await post('Register', { ...good, mlbr: '07', jgcd: '00000001' })).body.errorCode).toBe(0);

  await fresh.set({ confirmed_at: new Date('2026-11-15T10:00:00+09:00') }).execute();
  expect((await change({ otad: 'other@example.jp', bcc: bcc('two') })).body.errorCode).toBe(0);
  const logged = (await service.readLog()).at(-1);
  expect(logged?.details).toMatchObject({
    changes: expect.arrayContaining([
      { what: '送信元', from: 'from@example.jp', to: 'other@example.jp' },
      { what: 'BCC', from: bcc('one'), to: bcc('two') },
    ]),
  });
});
