// Proves the provider's commands about accounts, and the removal of an institution, on a data folder of their own.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '#db/embedded/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { operate as operateHere } from '#tests/kit/operate.ts';

const [CODE, NAME, ROUTE] = ['10000002', '丘の上クリニック', 'my-clinic'];

let folder: string;
let database: EmbeddedDatabase;
let client: pg.Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operator-staff-test-'));
  // As root the database runs as another account, which has to get through.
  chmodSync(folder, 0o711);
  database = await startEmbedded(join(folder, 'data'), { durable: false });
  await migrate(database);
  client = new pg.Client(database.superuser);
  await client.connect();
  const head = ['--admin', 'clinic01', '--admin-name', '健診課　高橋', '--generate'];
  expect(await operate('create-institution', '--code', CODE, '--route', ROUTE, '--name', NAME, ...head)).toMatchObject({
    code: 0,
  });
});

afterAll(async () => {
  await client.end();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

const operate = (...args: string[]) =>
  operateHere(args, { DATA_DIR: join(folder, 'data'), PUBLIC_URL: 'https://kenshin.example.jp', DEMO: '1' });

async function account(userId: string) {
  const { rows } = await client.query('select * from administrators where user_id = $1', [userId]);
  return rows[0];
}

const openSession = (userId: string) =>
  client.query(
    `insert into sessions (token_hash, kind, institution_code, administrator_id, role, created_at, last_used_at, confirmed_at)
     values (sha256(gen_random_uuid()::text::bytea), 'administrator', $1, $2, 'manager', now(), now(), now())`,
    [CODE, userId],
  );
const sessionsOf = async (userId: string) =>
  (await client.query('select from sessions where administrator_id = $1', [userId])).rowCount;
/** What the institution's managers read of it. */
async function logged(): Promise<string[]> {
  const { rows } = await client.query(`
    select subject, details ->> 'note' as note from access_log where act = '61' and actor_kind = 'operator' order by at`);
  return rows.map(({ subject, note }) => `${subject} ${note}`);
}

test('an account gets the role that is said, and is stopped, given back and reset without being given back', async () => {
  const who = ['--institution', CODE, '--user', 'clinic02', '--name', '受付　佐藤', '--generate'];
  expect(await operate('add-administrator', ...who, '--role', 'boss')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--role must be manager, reception, viewer.'),
  });
  expect(await operate('add-administrator', ...who, '--role', 'reception')).toMatchObject({ code: 0 });
  expect(await account('clinic02')).toMatchObject({ role: 'reception' });
  await openSession('clinic02');

  expect(await operate('disable-administrator', '--user', 'clinic02')).toMatchObject({ code: 0 });
  expect(await sessionsOf('clinic02')).toBe(0);
  const reset = await operate('reset-administrator', '--user', 'clinic02', '--generate');
  const made = reset.out.split(' ').at(-1) ?? '';
  const stopped = await account('clinic02');
  expect(await verify(stopped.password_hash, made)).toBe(true);
  expect(stopped.disabled_at).not.toBeNull();
  expect(await operate('enable-administrator', '--user', 'clinic02')).toMatchObject({ code: 0 });
  expect((await account('clinic02')).disabled_at).toBeNull();
  expect(await operate('enable-administrator', '--user', 'nobody00')).toMatchObject({
    code: 1,
    err: 'There is no administrator nobody00.',
  });
});

test('the last manager is stopped only where --last says so, and gets in again by a set-up code', async () => {
  expect(await operate('disable-administrator', '--user', 'clinic01')).toEqual({
    code: 1,
    out: '',
    err: 'clinic01 is the last active manager of its institution: --last stops it all the same.',
  });
  expect(await operate('disable-administrator', '--user', 'clinic01', '--last')).toMatchObject({ code: 0 });
  expect(await operate('enable-administrator', '--user', 'clinic01')).toMatchObject({ code: 0 });
  await client.query(
    `update administrators set totp_sealed = 'x', totp_confirmed_at = now() where user_id = 'clinic01'`,
  );
  await openSession('clinic01');
  const reset = await operate('reset-administrator', '--user', 'clinic01', '--setup-code', '--clear-two-factor');
  expect(reset).toMatchObject({ code: 0, err: '' });
  expect(reset.out).toMatch(/: [2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/m);
  expect(reset.out).toMatch(/^https:\/\/kenshin\.example\.jp\/StaffSetup#clinic01\.[2-9A-HJ-NP-Z]{12}$/m);
  expect(await account('clinic01')).toMatchObject({ password_hash: null, totp_sealed: null, totp_confirmed_at: null });
  expect(await sessionsOf('clinic01')).toBe(0);
  expect(await operate('reset-administrator', '--user', 'clinic01', '--generate')).toMatchObject({ code: 0 });
  // A password takes the place of a code that nobody has used yet.
  expect(await account('clinic01')).toMatchObject({ setup_hash: null, password_hash: expect.any(String) });
});

test('by default a code lets people in, and what the operator has typed is changed at the first log-in', async () => {
  const who = ['--institution', CODE, '--name', '受付　山田'];
  const added = await operate('add-administrator', ...who, '--user', 'clinic03');
  expect(added.out).toMatch(/^https:\/\/kenshin\.example\.jp\/StaffSetup#clinic03\.[2-9A-HJ-NP-Z]{12}$/m);
  expect(await account('clinic03')).toMatchObject({ password_hash: null, must_change_password: false });
  const made = await operate('add-administrator', ...who, '--user', 'clinic04', '--generate');
  expect(made.out).not.toContain('StaffSetup');
  expect(await account('clinic04')).toMatchObject({ password_hash: expect.any(String), must_change_password: true });
  const reset = await operate('reset-administrator', '--user', 'clinic04');
  expect(reset.out).toContain('StaffSetup#clinic04');
  expect(await account('clinic04')).toMatchObject({ password_hash: null, must_change_password: false });
  expect(await operate('reset-administrator', '--user', 'clinic04', '--generate', '--setup-code')).toMatchObject({
    code: 2,
  });
  const { rows } = await client.query('select kind, note, by_name from staff_notices where user_id = $1', ['clinic04']);
  expect(rows).toEqual([{ kind: 'setup', note: '設定コードの発行', by_name: '提供元' }]);
});

test('managers of a new institution need a second factor a fortnight later', async () => {
  const { rows } = await client.query(
    `select extract(day from managers_two_factor_since - now())::int as days, two_factor_since from institution_policies
      where institution_code = $1`,
    [CODE],
  );
  expect(rows).toEqual([{ days: 13, two_factor_since: null }]);
});

test('a lock is lifted', async () => {
  expect(await operate('unlock-administrator', '--user', 'clinic01')).toMatchObject({ code: 0 });
});

test('each of them stands in the access log as an act of the provider', async () => {
  expect(await logged()).toEqual([
    `${CODE} 医療機関の開設`,
    'clinic02 職員アカウントの登録',
    'clinic02 職員アカウントの停止',
    'clinic02 パスワードの再設定',
    'clinic02 職員アカウントの再開',
    'clinic01 職員アカウントの停止',
    'clinic01 職員アカウントの再開',
    'clinic01 設定コードの発行・2段階認証の解除',
    'clinic01 パスワードの再設定',
    'clinic03 職員アカウントの登録',
    'clinic04 職員アカウントの登録',
    'clinic04 設定コードの発行',
    'clinic01 ロックの解除',
  ]);
});

test('an institution is removed by its name, not while people are to come, and neither code nor route nor user ids are given again', async () => {
  const remove = (...more: string[]) => operate('remove-institution', '--code', CODE, ...more);
  expect(await remove('--name', '別院')).toMatchObject({ code: 1, err: `Institution ${CODE} has another name.` });
  await client.query(`insert into examinees (institution_code, mail) values ($1, 'hanako@example.jp')`, [CODE]);
  await client.query(
    `insert into reservations (institution_code, examinee_id, status, desired, fiscal_year, client_code, course_code,
       price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_amount, total_amount,
       tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail,
       created_at, updated_at)
     select institution_code, examinee_id, 'new', false, 2026, '00000000', '0001', '01', current_date + 30, '09', 540, '個人',
            'ドック', 0, 0, 'included', true, '健診', '花子', 'ケンシン', 'ハナコ', '1980-01-01', 46, 'female', mail, true, now(), now()
       from examinees`,
  );
  expect(await remove('--name', NAME)).toMatchObject({
    code: 1,
    err: '1 reservation stands from today on: --with-reservations removes them all the same.',
  });
  expect((await client.query('select closed_at from institutions')).rows).toEqual([{ closed_at: null }]);

  await client.query(
    `insert into access_log (institution_code, at, actor_kind, act, numbers) values ($1, now(), 'staff', '11', '{100000001}')`,
    [CODE],
  );
  const removed = await remove('--name', NAME, '--with-reservations');
  expect(removed).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`is removed: 1 reservations`) });
  const [, file = ''] = / is in (.*?): /.exec(removed.out) ?? [];
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const saved = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(saved.map(({ details }) => details.note)).toEqual(
    expect.arrayContaining(['医療機関の開設', '医療機関の削除']),
  );
  // Whose reservations a list has shown, too.
  expect(saved.map(({ numbers }) => numbers)).toContainEqual([100_000_001]);
  expect((await client.query('select from access_log')).rowCount).toBe(0);
  expect(await operate('list')).toMatchObject({ out: 'There is no institution yet.' });
  const left = await client.query('select route_param, counts from removed_institutions');
  expect(left.rows).toEqual([
    { route_param: ROUTE, counts: expect.objectContaining({ reservations: 1, examinees: 1 }) },
  ]);
  expect(await remove('--name', NAME)).toMatchObject({ code: 1, err: 'There is no such institution.' });

  const open = (code: string, route: string, admin: string) => {
    const head = ['--admin', admin, '--admin-name', '係', '--generate'];
    return operate('create-institution', '--code', code, '--route', route, '--name', '別院', ...head);
  };
  const gone = (what: string) => ({ code: 1, err: `This ${what} was that of an institution which is removed.` });
  expect(await open(CODE, 'other', 'other001')).toMatchObject(gone('institution code'));
  expect(await open('10000003', 'My-Clinic', 'other001')).toMatchObject(gone('route parameter'));
  expect(await open('10000003', 'other', 'clinic01')).toMatchObject({ code: 1, err: 'This user id is already taken.' });
});
