// The commands as an operator gives them: a backup beside the running database, and back into a new data folder.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from '#db/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '#db/embedded/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { openBackup } from '#server/backup/read-backup.ts';
import { readConfig } from '#server/config.ts';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { putMail } from '#tests/kit/outbox.ts';
import { startNightlyBackups } from './nightly-backup.ts';

const OPERATOR = join(import.meta.dirname, 'operator.ts');
const PASSPHRASE = { BACKUP_PASSPHRASE: 'つきみだんご 2026 つきみだんご' };
const KEY = 'the key of this service, in 32 letters';

let folder: string;
let database: EmbeddedDatabase;
let db: Db;
const inside = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operator-backup-'));
  // As root the database runs as another account, which has to get through.
  chmodSync(folder, 0o711);
  database = await startEmbedded(inside('data'), { durable: false });
  await migrate(database.connection);
  db = openDatabase(database.connection, 2);
  await buildHospital(db);
  await putMail(db, { institution: HOSPITAL });
  await putMail(db, { institution: HOSPITAL });
  writeFileSync(inside('data/secret.key'), KEY, { mode: 0o600 });
});
afterAll(async () => {
  await db?.destroy();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** `shell` may set something before it hands over. */
async function operate(
  args: string[],
  env: Record<string, string> = {},
  dataDir = inside('data'),
  shell = 'exec "$@"',
) {
  const { DATABASE_URL: _, ...rest } = process.env;
  const child = spawn('sh', ['-c', shell, 'sh', process.execPath, OPERATOR, ...args], {
    env: { ...rest, DATA_DIR: dataDir, ...env },
  });
  child.stdin.on('error', () => {}).end();
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, out: out.trim(), err: err.trim() };
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

  const again = await operate(['restore', file], PASSPHRASE, inside('new'));
  expect(again).toMatchObject({ code: 1, out: '' });
  expect(again.err).toContain('not empty');
}, 300_000);

test('a plain one is asked for in so many words, and says what will not work without the key', async () => {
  const file = inside('plain.backup');
  const unsaid = await operate(['backup', file]);
  expect(unsaid).toMatchObject({ code: 2, out: '' });
  expect(unsaid.err).toContain('--plain');
  expect((await operate(['backup', file], { BACKUP_PASSPHRASE: 'short' })).err).toContain('12 characters');
  const written = await operate(['backup', file, '--plain']);
  expect(written).toMatchObject({ code: 0, err: '' });
  expect(written.out).toContain('SECRET_KEY (secret.key) is not in it');
  expect((await operate(['backup', file, '--plain'])).err).toContain('is there already');

  const restored = await operate(['restore', file], {}, inside('without-key'));
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toContain('authenticator apps');
}, 300_000);

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

test('over DATABASE_URL it comes back into a new database, with its key beside the file', async () => {
  const file = inside('elsewhere.backup');
  expect(await operate(['backup', file], PASSPHRASE)).toMatchObject({ code: 0, err: '' });
  const { host, port, user } = database.connection;
  await sql`create database elsewhere`.execute(db);
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
}, 300_000);

test('a damaged file is told before a data folder is made', async () => {
  writeFileSync(inside('bent.backup'), 'nothing of ours');
  const refused = await operate(['restore', inside('bent.backup')], {}, inside('never'));
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('This is no backup.');
  expect(readdirSync(folder)).not.toContain('never');
  expect((await operate(['restore'])).code).toBe(2);
});
