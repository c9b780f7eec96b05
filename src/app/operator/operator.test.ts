// Proves the provider's command on a data folder of its own: beside a running database and without one.
import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '#db/embedded/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { operate as operateHere } from '#tests/kit/operate.ts';
import { withoutSubject } from './options.ts';

const OPERATOR = join(import.meta.dirname, 'operator.ts');
const CLINIC = ['--code', '10000002', '--route', 'my-clinic', '--name', '丘の上クリニック'];
const RUN = join(import.meta.dirname, '../../../scripts/run.mjs');
const FIXTURE = join(import.meta.dirname, '../../../tests/upgrade/1.0.0.backup');
const FIRST = '0001_directory.sql';
const HEAD = ['--admin', 'clinic01', '--admin-name', '受付　鈴木', '--ask-password'];

let folder: string;
let database: EmbeddedDatabase;
let client: pg.Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operator-test-'));
  // As root the database runs as another account, which has to get through.
  chmodSync(folder, 0o711);
  database = await startEmbedded(join(folder, 'data'), { durable: false });
  await migrate(database);
  client = new pg.Client(database.superuser);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

const operate = (args: string[], input = '', dataDir = join(folder, 'data'), more: Record<string, string> = {}) =>
  operateHere(args, { DATA_DIR: dataDir, ...more }, input);

const startService = (env: Record<string, string>) => run([RUN, 'src/app/start.ts'], env);

async function run(args: string[], more: Record<string, string>, input = '') {
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, args, { env: { ...env, ...more } });
  child.stdin.on('error', () => {}).end(input);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, out: out.trim(), err: withoutSubject(err).trim() };
}

async function storedHash(userId: string): Promise<string> {
  const { rows } = await client.query('select password_hash from administrators where user_id = $1', [userId]);
  return rows[0].password_hash;
}

test('opens an institution beside the running service, with the password from standard input', async () => {
  const command = [OPERATOR, 'create-institution', ...CLINIC, ...HEAD];
  const done = await run(command, { DATA_DIR: join(folder, 'data') }, 'Tsukimi#Dango26\nignored\n');
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(await verify(await storedHash('clinic01'), 'Tsukimi#Dango26')).toBe(true);
  expect((await client.query('select name from clients')).rows).toEqual([{ name: '個人' }]);

  const second = ['--institution', '10000002', '--user', 'clinic02', '--name', '受付　高橋', '--generate'];
  const added = await operate(['add-administrator', ...second]);
  const made = added.out.split(' ').at(-1)!;
  expect(made).toMatch(/^[A-Za-z0-9]{8}#[A-Za-z0-9]{8}$/);
  expect(await verify(await storedHash('clinic02'), made)).toBe(true);

  const listed = await operate(['list']);
  expect(listed.out).toBe('10000002\tmy-clinic\t丘の上クリニック\t2 administrators clinic01 clinic02');

  const reset = await operate(['reset-administrator', '--user', 'clinic02', '--ask-password'], 'Atarashii!Hon27');
  expect(reset).toMatchObject({ code: 0, err: '' });
  expect(await verify(await storedHash('clinic02'), 'Atarashii!Hon27')).toBe(true);
});

test('says in one line what is taken or missing, and leaves nothing behind', async () => {
  const of = (code: string, route: string, admin: string) =>
    operate(
      [
        'create-institution',
        '--code',
        code,
        '--route',
        route,
        '--name',
        '別院',
        '--admin',
        admin,
        '--admin-name',
        '係',
        '--ask-password',
      ],
      'Tsukimi#Dango26',
    );
  const [code, route, user, nobody, nowhere] = await Promise.all([
    of('10000002', 'other', 'other001'),
    of('10000003', 'my-clinic', 'other001'),
    of('10000003', 'other', 'clinic01'),
    operate(['reset-administrator', '--user', 'nobody00', '--generate']),
    operate(['add-administrator', '--institution', '99999999', '--user', 'other001', '--name', '係', '--generate']),
  ]);
  expect(code).toEqual({ code: 1, out: '', err: 'This institution code is already taken.' });
  expect(route).toEqual({ code: 1, out: '', err: 'This route parameter is already taken.' });
  expect(user).toEqual({ code: 1, out: '', err: 'This user id is already taken.' });
  expect(nobody).toEqual({ code: 1, out: '', err: 'There is no administrator nobody00.' });
  expect(nowhere).toEqual({ code: 1, out: '', err: 'There is no such institution.' });
  const { rows } = await client.query('select route_param from institution_routes');
  expect(rows).toEqual([{ route_param: 'my-clinic' }]);
});

test('nobody is given the institution’s own address as a password', async () => {
  const before = await storedHash('clinic01');
  const second = ['--institution', '10000002', '--user', 'clinic03', '--name', '受付　高橋', '--ask-password'];
  const answers = await Promise.all([
    operate(['create-institution', ...CLINIC, ...HEAD], 'My#Clinic20262026'),
    operate(['add-administrator', ...second], 'My#Clinic20262026'),
    operate(['reset-administrator', '--user', 'clinic01', '--ask-password'], 'My#Clinic20262026'),
  ]);
  const refusal = { code: 1, out: '', err: 'This password is one that others would try first.' };
  expect(answers).toEqual([refusal, refusal, refusal]);
  expect(await storedHash('clinic01')).toBe(before);
});

test('refuses what is not well formed before it touches the database', async () => {
  const untouched = join(folder, 'untouched');
  const wrong = await Promise.all([
    operate(['mail', 'frobnicate'], '', untouched),
    operate(['create-institution', ...CLINIC, '--admin', 'short', '--admin-name', '係'], '', untouched),
    operate(['add-administrator', '--institution', '1', '--user', 'clinic01', '--name', '係'], '', untouched),
    operate(['reset-administrator'], '', untouched),
    operate(['reset-administrator', '--user', 'clinic01', '--password', 'x'], '', untouched),
  ]);
  expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
  expect(wrong.map(({ err }) => err.split('\n').length)).toEqual([1, 1, 1, 1, 1]);
  expect(wrong[1]!.err).toContain('--admin must be 8 letters or digits.');
  const weak = await operate(['reset-administrator', '--user', 'clinic01', '--ask-password'], 'short', untouched);
  expect(weak).toMatchObject({ code: 1, err: expect.stringContaining('13 to 65 characters') });
  const guesses = ['Tsukimi#2026', 'TsukimiDango2026', 'Tsuki#clinic012026', 'Administrator#2026'];
  const guessed = await Promise.all(
    guesses.map((guess) => operate(['reset-administrator', '--user', 'clinic01', '--ask-password'], guess, untouched)),
  );
  expect(guessed.map(({ err }) => err)).toEqual([
    expect.stringContaining('13 to 65 characters'),
    expect.stringContaining('13 to 65 characters'),
    'A password must not contain the user id.',
    'This password is one that others would try first.',
  ]);
  expect((await operate(['help'], '', untouched)).code).toBe(0);
  expect((await operate(['create-institution', '--help'], '', untouched)).code).toBe(0);
  expect(existsSync(untouched)).toBe(false);
});

test('starts the database itself when the service is down, and stops it afterwards', async () => {
  const alone = join(folder, 'alone');
  expect(await operate(['migrate'], '', alone)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Applied 0001_/),
  });
  expect(await operate(['list'], '', alone)).toMatchObject({ code: 0, out: 'There is no institution yet.' });
  expect(existsSync(join(alone, 'postgres/PG_VERSION'))).toBe(true);
  expect(existsSync(join(alone, 'postgres/postmaster.pid'))).toBe(false);
});

test('what keeps the database of DATABASE_URL from it is reported as a start would tell it', async () => {
  const at = (url: string, command: string[]) => {
    const settings = { DATABASE_URL: url, PUBLIC_URL: 'https://kenshin.example.jp', SECRET_KEY: 'k'.repeat(32) };
    return operate(command, '', join(folder, 'data'), settings);
  };
  const to = async (url: string, command = ['list']) => {
    const { code, out, err } = await at(url, command);
    expect([code, out]).toEqual([1, '']);
    return err;
  };
  const proxy = createServer((socket) => socket.on('error', () => {}).end()).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const behind = `postgres://u:secret@127.0.0.1:${port}/d`;
  expect(await to(behind)).toMatch(/^Something takes connections .* no database behind it\.$/);
  expect(await to(behind, ['verify'])).toMatch(/^Something takes connections/);
  proxy.close();
  expect(await to(`postgres://u:secret@localhost:${port}/d`)).toMatch(
    /^Nothing listens at the address in DATABASE_URL/,
  );
  expect(await to(behind, ['backup', join(folder, 'none.backup'), '--plain'])).toMatch(/^Nothing listens/);
  expect(await to('postgres://u@nobody.invalid/d')).toMatch(/^The host in DATABASE_URL is not known/);

  const { host, user } = database.superuser;
  const address = (name: string, more = {}) =>
    `postgres://${user}@localhost/${name}?${new URLSearchParams({ host, port: String(database.superuser.port), ...more })}`;
  expect(await to(address('nothing'), ['migrate'])).toBe(
    'There is no database of the name in DATABASE_URL: create it first.',
  );
  expect(await to(address('postgres'))).toMatch(/^The database's schema has not been made yet/);
  const standby = address(database.superuser.database, { options: '-c default_transaction_read_only=on' });
  expect(await to(standby, ['unlock-administrator', '--user', 'clinic01'])).toMatch(/^The database takes no writes/);
  // What only reads is done there, too.
  for (const command of [
    ['list'],
    ['verify'],
    ['mail', 'list'],
    ['backup', join(folder, 'standby.backup'), '--plain'],
  ]) {
    const done = { code: 0, err: 'This database takes no writes: the access log has no entry of this command.' };
    expect(await at(standby, command), command.join(' ')).toMatchObject(done);
  }
});

test('where there is no database yet, nothing is made by mistake', async () => {
  const nowhere = join(folder, 'mistyped');
  for (const command of ['list', 'verify']) {
    const { code, err } = await operate([command], '', nowhere);
    expect([code, err]).toEqual([1, expect.stringContaining(`There is no database in ${nowhere} (DATA_DIR)`)]);
  }
  expect(existsSync(nowhere)).toBe(false);
  expect((await operate(['mail'])).err).toMatch(/^There is no command mail\./);
});

test('says which data it works on, and makes none in a folder that nobody has named', async () => {
  const somewhere = mkdtempSync(join(folder, 'somewhere-'));
  const call = (args: string[], env: Record<string, string>) =>
    spawnSync(process.execPath, [OPERATOR, ...args], {
      cwd: somewhere,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
  for (const args of [['migrate'], ['restore', FIXTURE]]) {
    const { status, stderr } = call(args, { DATA_DIR: '' });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/holds no data of a service, and DATA_DIR is not set: .*\n$/),
    ]);
  }
  expect(readdirSync(somewhere)).toEqual([]);
  const { status, stderr } = call(['list'], { DATA_DIR: join(folder, 'data') });
  expect([status, stderr]).toEqual([0, `Working on the data in ${join(folder, 'data')} (DATA_DIR).\n`]);
});

test('where backups show that there were data, an empty folder is begun only when somebody says so', async () => {
  const emptied = join(folder, 'emptied');
  const backups = mkdtempSync(join(folder, 'backups-'));
  const good = join(backups, 'kenshin-biyori-20261114-0300-ffffffff.backup');
  writeFileSync(good, '');
  const refusal = { code: 1, out: '', err: expect.stringContaining(`"restore ${good}", or begin with nothing`) };
  expect(await operate(['migrate'], '', emptied, { BACKUP_DIR: backups })).toEqual(refusal);
  const start = await startService({ DATA_DIR: emptied, BACKUP_DIR: backups });
  expect(start).toEqual({ ...refusal, code: 78 });
  expect(existsSync(emptied)).toBe(false);
  expect(await operate(['migrate', '--new'], '', emptied, { BACKUP_DIR: backups })).toMatchObject({ code: 0 });
  expect(await operate(['migrate'], '', emptied, { BACKUP_DIR: backups })).toMatchObject({ code: 0 });
});

test('a start by an npm on an old Node ends with one line', async () => {
  const { code, err } = await startService({ npm_config_user_agent: 'npm/9.2.0 node/v18.20.4 linux x64' });
  expect([code, err]).toEqual([1, expect.stringMatching(/^npm runs on Node 18\.20 here .*"npm ci" again.*$/)]);
});

test('takes and drops the key of a partner, and no other kind of key', async () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const write = (name: string, key: KeyObject, type: 'spki' | 'pkcs8') => {
    const file = join(folder, name);
    writeFileSync(file, key.export({ type, format: 'pem' } as never));
    return file;
  };
  const which = ['--institution', '10000002', '--client', '00000000', '--key-id', '2026'];
  const add = (file: string) =>
    operate(['add-partner-key', ...which, '--issuer', 'https://portal.example.jp', '--file', file]);
  expect((await add(write('private.pem', ec.privateKey, 'pkcs8'))).err).toContain('private key');
  expect((await add(write('weak.pem', weak.publicKey, 'spki'))).err).toContain('2048 bits');
  expect((await add(join(folder, 'none.pem'))).err).toContain('cannot be read');
  expect(await add(write('key.pem', ec.publicKey, 'spki'))).toMatchObject({ code: 0, err: '' });
  expect((await add(join(folder, 'key.pem'))).err).toContain('already');
  expect((await client.query('select client_code, key_id, issuer from partner_keys')).rows).toEqual([
    { client_code: '00000000', key_id: '2026', issuer: 'https://portal.example.jp' },
  ]);
  expect(await operate(['remove-partner-key', ...which])).toMatchObject({ code: 0, err: '' });
  expect((await operate(['remove-partner-key', ...which])).err).toContain('no key 2026');
});

test('changes a schema when told to, and otherwise works on none but its own', async () => {
  const { rows } = await client.query(
    'delete from schema_migrations where name = (select max(name) from schema_migrations) returning *',
  );
  try {
    const { code, err } = await operate(['list']);
    expect([code, err]).toEqual([1, expect.stringContaining(`it lacks ${rows[0].name}`)]);
    expect(err).toContain('"migrate"');
    expect((await client.query('select from schema_migrations where name = $1', [rows[0].name])).rowCount).toBe(0);
  } finally {
    const { name, checksum } = rows[0];
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
  expect(await operate(['migrate'])).toMatchObject({ code: 0, out: 'The schema is up to date.' });
  await client.query(`insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')`);
  expect((await operate(['list'])).err).toContain('newer than this program');
  await client.query(`delete from schema_migrations where name = '9999_later.sql'`);
  const { rows: made } = await client.query('select checksum from schema_migrations where name = $1', [FIRST]);
  await client.query(`update schema_migrations set checksum = 'of before' where name = $1`, [FIRST]);
  for (const command of ['migrate', 'list']) {
    const { code, err } = await operate([command]);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/earlier state .* Export what matters .* empty data folder/),
    ]);
  }
  await client.query('update schema_migrations set checksum = $2 where name = $1', [FIRST, made[0].checksum]);
});

test('with --from-template the masters are filled, all or nothing; a code that exists is refused as without it', async () => {
  const clinic = ['--code', '10000005', '--route', 'template', '--name', 'ひな形医院'];
  const head = ['--admin', 'templat1', '--admin-name', '係', '--from-template', '--generate'];
  const done = await operate(['create-institution', ...clinic, ...head]);
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out.split('\n')[0]).toMatch(
    /is open at \/CommonTop\/template, .* \/AdminLogin, "はじめての設定" leads on\.$/,
  );
  const count = async (table: string, code: string) => {
    const { rows } = await client.query(`select count(*)::integer as n from ${table} where institution_code = $1`, [
      code,
    ]);
    return rows[0].n;
  };
  expect(await count('courses', '10000005')).toBe(2);
  expect(await count('courses', '10000002')).toBe(0);
  const { rows } = await client.query("select terms_text from institutions where institution_code = '10000005'");
  expect(rows[0].terms_text).toContain('【医療機関名】');

  const again = await operate(['create-institution', ...clinic, '--admin', 'templat2', ...head.slice(2)]);
  expect(again).toMatchObject({ code: 1, err: 'This route parameter is already taken.' });
  const other = clinic.with(3, 'elsewhere');
  const taken = await operate(['create-institution', ...other, '--admin', 'templat2', ...head.slice(2)]);
  expect(taken).toMatchObject({ code: 1, err: 'This institution code is already taken.' });
  expect(await count('courses', '10000005')).toBe(2);
});
