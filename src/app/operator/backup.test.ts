// The commands as an operator gives them: a backup beside the running database, and back into a new data folder.

import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNightlyBackups } from '#app/nightly-backup.ts';
import { type Db, openDatabase } from '#db/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '#db/embedded/embedded.ts';
import { lockSchema, migrate } from '#db/migrate.ts';
import { NightlyBackups } from '#server/backup/nightly.ts';
import { openBackup } from '#server/backup/records.ts';
import { readConfig } from '#server/config.ts';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { operate as operateHere } from '#tests/kit/operate.ts';
import { putMail } from '#tests/kit/outbox.ts';
import { machineBin } from '#tests/kit/postgresql.ts';
import { LOGGED } from './log.ts';
import { withoutSubject } from './options.ts';

const OPERATOR = join(import.meta.dirname, 'operator.ts');
const PASSPHRASE = { BACKUP_PASSPHRASE: 'つきみだんご 2026 つきみだんご' };
const KEY = 'the key of this service, in 32 letters';

let folder: string;
let database: EmbeddedDatabase;
let db: Db;
let admin: Db;
const inside = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operator-backup-'));
  // As root the database runs as another account, which has to get through.
  chmodSync(folder, 0o711);
  database = await startEmbedded(inside('data'), { durable: false });
  await migrate(database);
  db = openDatabase(database.connection, 2);
  admin = openDatabase(database.superuser, 1);
  await buildHospital(db);
  await putMail(db, { institution: HOSPITAL });
  await putMail(db, { institution: HOSPITAL });
  writeFileSync(inside('data/secret.key'), KEY, { mode: 0o600 });
  writeFileSync(inside('data/data-id'), '0a1b2c3d\n');
});
afterAll(async () => {
  await db?.destroy();
  await admin?.destroy();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Both listen to the signals of a process that is theirs alone; `shell` may set something before it hands over. */
async function operateAsProcess(args: string[], env: Record<string, string>, shell = 'exec "$@"') {
  const { DATABASE_URL: _, ...rest } = process.env;
  const child = spawn('sh', ['-c', shell, 'sh', process.execPath, OPERATOR, ...args], { env: { ...rest, ...env } });
  child.stdin.on('error', () => {}).end();
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, out: out.trim(), err: withoutSubject(err).trim() };
}

function operate(args: string[], env: Record<string, string> = {}, dataDir = inside('data'), shell?: string) {
  const all = { DATA_DIR: dataDir, ...env };
  return /^(backup|restore)$/.test(args[0] ?? '') ? operateAsProcess(args, all, shell) : operateHere(args, all);
}

test('an encrypted backup comes back with its key, holds its mails, and starts nothing', async () => {
  const file = inside('one.backup');
  const written = await operate(['backup', file], PASSPHRASE);
  expect(written).toMatchObject({ code: 0, err: '' });
  expect(written.out).toMatch(/rows of \d+ tables as they were at .*encrypted/);
  expect(written.out).not.toContain('SECRET_KEY');
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const wrong = await operate(['restore', file], { BACKUP_PASSPHRASE: 'quite another one' }, inside('new'));
  expect(wrong).toMatchObject({ code: 1, out: '' });
  expect(wrong.err).toContain('The passphrase is not the one of this backup.');
  expect(readdirSync(folder)).not.toContain('new');

  const restored = await operate(['restore', file], PASSPHRASE, inside('new'));
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toContain('2 mails waited then and are held');
  expect(restored.out).toContain('The service was not started.');
  expect(restored.out).toContain('The data are as they must be.');
  expect(readFileSync(inside('new/secret.key'), 'utf8')).toBe(KEY);

  expect((await operate(['verify'], {}, inside('new'))).out).toContain('ok    used-places');
  const held = (await operate(['mail', 'list', '--state', 'held'], {}, inside('new'))).out.split('\n');
  expect(held).toHaveLength(2);
  const id = held[0]?.split('\t').at(-1) ?? '';
  expect((await operate(['mail', 'show', '--institution', HOSPITAL, '--id', id], {}, inside('new'))).out).toContain(
    'held',
  );
  const retried = await operate(['mail', 'retry', '--institution', HOSPITAL], {}, inside('new'));
  expect(retried.out).toMatch(/^0 mails/);
  expect((await operate(['mail', 'release', '--id', id, '--withdraw'], {}, inside('new'))).out).toMatch(
    /^1 mails.*not be sent/,
  );
  expect((await operate(['mail', 'release'], {}, inside('new'))).out).toMatch(/^1 mails.*will be sent/);
  expect((await operate(['mail', 'list', '--state', 'held'], {}, inside('new'))).out).toBe('There is no such mail.');

  // The nightly backups of then go on.
  expect(readFileSync(inside('new/data-id'), 'utf8')).toBe('0a1b2c3d\n\n');

  const again = await operate(['restore', file], PASSPHRASE, inside('new'));
  expect(again).toMatchObject({ code: 1, out: '' });
  expect(again.err).toContain('not empty');
});

test.runIf(machineBin)(
  'a backup leads to the PostgreSQL of the machine and back, and each refuses the data of the other',
  async () => {
    const machine = { ...PASSPHRASE, POSTGRES_BIN: machineBin ?? '' };
    const [there, back] = [inside('there.backup'), inside('back.backup')];
    expect(await operate(['backup', there], PASSPHRASE)).toMatchObject({ code: 0 });
    expect(await operate(['restore', there], machine, inside('moved'))).toMatchObject({ code: 0 });
    expect(await operate(['verify'], machine, inside('moved'))).toMatchObject({ code: 0 });
    const other = await operate(['verify'], PASSPHRASE, inside('moved'));
    expect(other.err).toMatch(
      /^The data in .* are PostgreSQL \d+'s, and what is to work on them is PostgreSQL \d+\. Nothing was changed\.\n/,
    );
    expect(await operate(['backup', back], machine, inside('moved'))).toMatchObject({ code: 0 });
    expect(await operate(['restore', back], PASSPHRASE, inside('returned'))).toMatchObject({ code: 0 });
  },
);

test('a plain one is asked for in so many words, and says what will not work without the key', async () => {
  const file = inside('plain.backup');
  const refused = await operate(['backup', file]);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('--plain');
  expect((await operate(['backup', file], { BACKUP_PASSPHRASE: 'short' })).err).toContain('12 characters');
  const written = await operate(['backup', file, '--plain']);
  expect(written).toMatchObject({ code: 0, err: '' });
  expect(written.out).toContain('SECRET_KEY (secret.key) is not in it');
  expect((await operate(['backup', file, '--plain'])).err).toContain('is there already');

  const restored = await operate(['restore', file], {}, inside('without-key'));
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toContain('authenticator apps');
});

test('every command is an entry with the name of who gave it; what shows, changes or copies people’s data asks for one', async () => {
  const logged = async (from: number) => {
    const rows = await db.selectFrom('access_log').selectAll().orderBy(sql`ctid`).execute();
    const entries = rows.map((row) => [
      row.actor_kind,
      row.display_name,
      row.act,
      row.subject,
      (row.details as { note: string }).note,
    ]);
    return entries.slice(from).map((parts) => parts.filter(Boolean).join(' '));
  };
  const before = (await logged(0)).length;
  const unnamed = { OPERATOR_NAME: '' };
  const mail = (await operate(['mail', 'list'], unnamed)).out.split('\t').at(-1)?.slice(0, 36) ?? '';
  const show = ['mail', 'show', '--institution', HOSPITAL, '--id', mail];
  for (const command of [show, ['backup', inside('unnamed.backup'), '--plain'], ['daily-run']]) {
    const refused = await operate(command, unnamed);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('--by NAME, or OPERATOR_NAME');
  }
  expect((await operate(['list', '--by'], unnamed)).code).toBe(2);
  expect(readdirSync(folder)).not.toContain('unnamed.backup');
  const shown = await operate([...show, '--by', '保守　山田'], { ...unnamed, ACCESS_LOG_STDOUT: '1' });
  const [line = ''] = shown.out.split('\n');
  expect(JSON.parse(line)).toMatchObject({
    log: 'access',
    actor_kind: 'operator',
    display_name: '保守　山田',
    act: '61',
  });
  expect(shown.out).toContain('Kind: ');
  expect(await operate(['backup', inside('named.backup'), '--plain', '--by=保守　山田'], unnamed)).toMatchObject({
    code: 0,
  });
  expect(await operate(['verify'], { OPERATOR_NAME: '当番　佐藤' })).toMatchObject({ code: 0 });
  expect(await operate(['mail', 'retry', '--institution', HOSPITAL])).toMatchObject({ code: 0 });
  expect(await logged(before)).toEqual([
    'operator 61 メールの一覧',
    'operator 保守　山田 61 メールの閲覧',
    'operator 保守　山田 61 バックアップの作成（暗号化なし）',
    'operator 当番　佐藤 61 データの検査',
    'operator tests 61 待っているメールの送信（0通）',
  ]);
  const { out: help } = await operate(['help']);
  const commands = help.match(/^ {2}[a-z]+(-[a-z]+| [a-z]+(?= --| \[| \())*/gm)?.map((one) => one.trim()) ?? [];
  expect(commands.filter((one) => one in LOGGED).sort()).toEqual(Object.keys(LOGGED).sort());
});

test('the nightly one is made beside the service, and is whole', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn', base: null }, { write: (line: string) => void lines.push(line) });
  const nightly = startNightlyBackups(readConfig({ DATA_DIR: inside('data') }), () => new Date(), log);
  await nightly?.look();
  await nightly?.stop();
  expect(lines).toEqual([expect.stringContaining('nightly backup: ')]);
  const [name = '', ...others] = readdirSync(inside('data/backups'));
  expect(others).toEqual([]);
  const { manifest } = await openBackup(inside(`data/backups/${name}`), () => Promise.reject(new Error('asked')));
  expect(manifest.secret).toBeUndefined();
  const by = await db
    .selectFrom('access_log')
    .select('display_name')
    .where('display_name', '=', '夜間バックアップ')
    .execute();
  expect(by).toHaveLength(1);
  const none = startNightlyBackups(readConfig({ DATA_DIR: inside('data'), BACKUPS_KEPT: '0' }), () => new Date(), log);
  expect(none).toBeNull();
});

test('where there is no room for it, it says so and leaves nothing behind', async () => {
  mkdirSync(inside('full'));
  const file = inside('full/one.backup');
  const refused = await operate(['backup', file, '--plain'], {}, inside('data'), 'ulimit -f 1; exec "$@"');
  expect(refused).toEqual({ code: 1, out: '', err: `There is no room left for ${file}: nothing was kept of it.` });
  expect(readdirSync(inside('full'))).toEqual([]);
});

test('a night without room costs nothing that is there, is reported once, and the next try makes it good', async () => {
  const dir = inside('nights');
  mkdirSync(dir);
  writeFileSync(inside('data/last-backup'), 'kenshin-biyori-20261114-0300-0a1b2c3d.backup\n1\n');
  const older = 'kenshin-biyori-20261114-0300-0a1b2c3d.backup';
  writeFileSync(join(dir, older), '');
  let shell = 'ulimit -f 1; exec "$@"';
  const write = async (file: string) => {
    const { code, out, err } = await operate(['backup', file, '--plain'], {}, inside('data'), shell);
    if (code !== 0) throw new Error(err);
    return { line: out.split('\n')[0] ?? '', rows: 1 };
  };
  const lines: { msg: string; reason?: string }[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let now = new Date('2026-11-16T03:00:00+09:00');
  const nightly = new NightlyBackups({
    write,
    settings: { dir, kept: 1 },
    dataDir: inside('data'),
    clock: () => now,
    log,
  });
  await nightly.look();
  expect(readdirSync(dir)).toEqual([older]);
  expect(lines).toMatchObject([
    { msg: expect.stringMatching(/^there is no/), reason: expect.stringMatching(/no room/) },
  ]);
  expect(nightly.lastGood).toEqual(new Date('2026-11-14T03:00:00+09:00'));
  expect(nightly.overdueSince()).toBeNull();
  now = new Date('2026-11-16T03:01:00+09:00');
  expect(nightly.overdueSince()).toEqual(nightly.lastGood);

  shell = 'exec "$@"';
  now = new Date('2026-11-16T04:00:00+09:00');
  await nightly.look();
  const [name = '', ...others] = readdirSync(dir);
  expect([name, others]).toEqual(['kenshin-biyori-20261116-0400-0a1b2c3d.backup', []]);
  await openBackup(join(dir, name), () => Promise.reject(new Error('asked')));
  expect(lines[1]?.msg).toMatch(/^nightly backup: .* rows of/);
  expect(nightly.overdueSince()).toBeNull();
}, 120_000);

test('what cannot be written to is reported in a sentence, and no option or word goes by unnoticed', async () => {
  writeFileSync(inside('a-file'), '');
  const plain = (file: string) => operate(['backup', file, '--plain']).then(({ err }) => err);
  expect(await plain(inside('nowhere/one.backup'))).toBe(
    `There is no folder ${inside('nowhere')} to write the backup to.`,
  );
  expect(await plain(inside('a-file/one.backup'))).toBe(
    `There is no folder ${inside('a-file')} to write the backup to.`,
  );
  expect(await plain(folder)).toBe(`${folder} is a folder: say which file in it.`);
  expect(await plain('-')).toMatch(/^It takes a file and no stream/);
  expect(await plain('/dev/stdout')).toMatch(/is there already/);
  expect((await operate(['backup', inside('one'), inside('two')])).err).toMatch(/^".*two" is one word too many\./);
  expect((await operate(['backup', inside('one'), '--plane'])).err).toMatch(/^There is no option --plane here\./);
  expect((await operate(['restore', inside('nowhere')], {}, inside('never'))).err).toMatch(/There is no such file\.$/);
  expect((await operate(['restore', folder], {}, inside('never'))).err).toMatch(/It is a folder\.$/);
}, 120_000);

test('a restore that is interrupted leaves an empty database, into which the next one goes', async () => {
  const file = inside('interrupted.backup');
  expect(await operate(['backup', file], PASSPHRASE)).toMatchObject({ code: 0 });
  const { host, port, user } = database.superuser;
  await sql`create database interrupted`.execute(admin);
  const url = `postgres://${user}@localhost/interrupted?${new URLSearchParams({ host, port: String(port) })}`;
  const there = {
    ...PASSPHRASE,
    DATABASE_URL: url,
    PUBLIC_URL: 'https://kenshin.example.jp',
    SECRET_KEY: KEY,
  };
  // Whoever holds the schema keeps the restore waiting where it can be met.
  const holder = new pg.Client({ ...database.superuser, database: 'interrupted' });
  await holder.connect();
  const letGo = await lockSchema(holder);
  const child = spawn(process.execPath, [OPERATOR, 'restore', file], { env: { ...process.env, ...there } });
  let err = '';
  child.stderr.on('data', (chunk) => (err += chunk));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const waiting = () =>
    holder
      .query(
        `select from pg_stat_activity where datname = 'interrupted' and pid <> pg_backend_pid()
            and query like '%pg_try_advisory_lock%'`,
      )
      .then(({ rowCount }) => rowCount);
  await expect.poll(waiting).toBe(1);
  // As one Ctrl-C arrives where npm passes it on.
  child.kill('SIGINT');
  child.kill('SIGINT');
  // The second may meet a process that has said everything and is just ending.
  expect([1, null]).toContain(await ended);
  expect(withoutSubject(err).trim()).toBe('It was interrupted: nothing was restored.');
  await letGo();
  await holder.end();
  expect(await operate(['restore', file], there)).toMatchObject({ code: 0, err: '' });
});

test('over DATABASE_URL it comes back into a new database, with its key beside the file', async () => {
  const file = inside('elsewhere.backup');
  expect(await operate(['backup', file], PASSPHRASE)).toMatchObject({ code: 0, err: '' });
  const { host, port, user } = database.superuser;
  await sql`create database elsewhere`.execute(admin);
  const url = `postgres://${user}@localhost/elsewhere?${new URLSearchParams({ host, port: String(port) })}`;
  const there = { ...PASSPHRASE, DATABASE_URL: url, PUBLIC_URL: 'https://kenshin.example.jp' };
  const other = { ...there, SECRET_KEY: 'another key than the one of then' };

  const restored = await operate(['restore', file], other);
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toContain(`SECRET_KEY was another one then: it is in ${file}.secret-key.`);
  expect(restored.out).toContain('The data are as they must be.');
  expect(readFileSync(`${file}.secret-key`, 'utf8')).toBe(KEY);
  expect((await operate(['list'], other)).out).toContain(HOSPITAL);
  expect((await operate(['restore', file], other)).err).toContain('not empty');
});

test('a damaged file is reported before a data folder is made', async () => {
  writeFileSync(inside('bent.backup'), 'nothing of ours');
  const refused = await operate(['restore', inside('bent.backup')], {}, inside('never'));
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('This is no backup.');
  expect(readdirSync(folder)).not.toContain('never');
  expect((await operate(['restore'])).code).toBe(2);
});
