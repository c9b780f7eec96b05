// Stopping the real service: what is under way is finished, and nothing keeps it from ending.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { connectRunning, startEmbedded } from '#db/embedded/embedded.ts';
import { BUNDLED } from '#db/embedded/programs.ts';
import { createInstitution } from '#server/records/institutions.ts';
import { makeDataDir } from '#tests/kit/data-dir.ts';
import { connectBeside, freePort, type RealService, startRealService } from '#tests/kit/real-service.ts';
import { DIST } from './web-build.ts';

/** Far beyond a second of grace, and far below what an open request would take. */
const SOON_MS = 25_000;
const cleanUp: (() => unknown)[] = [];
let dataDir: string;

beforeAll(async () => {
  dataDir = await makeDataDir('stop');
});
afterEach(async () => {
  for (const each of cleanUp.splice(0).reverse()) await each();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function start(env: Record<string, string>): Promise<RealService> {
  const service = await startRealService(dataDir, env);
  cleanUp.push(async () => {
    if (service.isRunning()) service.signal('SIGKILL');
    await service.ended;
  });
  return service;
}

async function beside(): Promise<pg.Client> {
  const client = await connectBeside(dataDir);
  cleanUp.push(() => client.end().catch(() => {}));
  return client;
}

/** A frame that cannot be registered until the lock is given back. */
async function registerBehindLock(service: RealService, name: string) {
  const token = await service.logIn();
  const holder = await beside();
  await holder.query('begin');
  await holder.query('lock table frames in exclusive mode');
  const form = { wknm: name, krkb: '1', ccd1: '1' };
  const answer = service.post('/api/MasterWWAKU/Register', form, token);
  answer.catch(() => {});
  const watcher = await beside();
  await expect.poll(async () => (await watcher.query('select from pg_locks where not granted')).rowCount).toBe(1);
  return { holder, answer };
}

/** A request whose body never comes. */
function sendHalf(service: RealService) {
  const socket = connect(service.port, '127.0.0.1');
  socket.on('error', () => {});
  cleanUp.push(() => socket.destroy());
  const head = ['POST /Token HTTP/1.1', 'Host: localhost', 'Content-Type: application/x-www-form-urlencoded'];
  socket.write(`${[...head, 'Content-Length: 100', 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`);
  // The server says that it wants the rest.
  return new Promise<void>((resolve) => socket.once('data', () => resolve()));
}

const endsSoon = (service: RealService) =>
  Promise.race([
    service.ended,
    new Promise((resolve) => setTimeout(() => resolve(`still there: ${service.output.join('\n')}`), SOON_MS)),
  ]);

const canConnect = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

test('the web side that its first start has built is the one for people, though a test was who started it', () => {
  const scripts = readdirSync(`${DIST}/web/assets`).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((name) => readFileSync(`${DIST}/web/assets/${name}`, 'utf8').includes('jsxDEV'))).toEqual([]);
  // The layer that everything else counts more than is the first that a page meets.
  const sheets = readdirSync(`${DIST}/web/assets`).filter((name) => /^(index|examinee)-.*\.css$/.test(name));
  expect(sheets).toHaveLength(2);
  for (const name of sheets) expect(readFileSync(`${DIST}/web/assets/${name}`, 'utf8')).toMatch(/^@layer base\b/);
});

test('what is under way gets its answer, while nobody new comes in', async () => {
  const service = await start({ STOP_SECONDS: '60' });
  const { holder, answer } = await registerBehindLock(service, '停止中の枠');
  // As one Ctrl-C arrives where npm passes it on.
  service.signal('SIGINT');
  service.signal('SIGINT');
  await expect.poll(() => canConnect(service.port)).toBe(false);
  await holder.query('commit');
  expect(await answer).toMatchObject({ errorCode: 0 });
  expect(await endsSoon(service)).toBe(0);
});

test('a load balancer hears of it first, while everybody is still served', async () => {
  const metricsPort = await freePort();
  const service = await start({ DRAIN_SECONDS: '3600', METRICS_PORT: String(metricsPort) });
  const ask = async (path: string, port = service.port) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, (await response.json()).errorCode];
  };
  expect([await ask('/readyz'), await ask('/readyz', metricsPort)]).toEqual([
    [200, 0],
    [200, 0],
  ]);
  service.signal('SIGTERM');
  await expect.poll(() => ask('/readyz')).toEqual([503, 11]);
  expect(await ask('/readyz', metricsPort)).toEqual([503, 11]);
  expect(await ask('/healthz')).toEqual([200, 0]);
  expect((await service.askToken()).access_token).toEqual(expect.any(String));
  expect((await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).split('\n')).toContain(
    'kenshin_ready 0',
  );
  expect((await fetch(`http://127.0.0.1:${service.port}/metrics`)).status).toBe(404);
});

test('which PostgreSQL runs stands in the log at info, and in the metrics', async () => {
  const metricsPort = await freePort();
  const service = await start({ LOG_LEVEL: 'info', METRICS_PORT: String(metricsPort) });
  const { version } = BUNDLED;
  expect(service.output.filter((line) => line.includes(`"msg":"PostgreSQL ${version} (bundled)"`))).toHaveLength(1);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics.split('\n')).toContain(`kenshin_postgresql_info{version="${version}",source="bundled"} 1`);
});

test('nightly backups of a real institution that are not encrypted are a warning, until that is said to be meant', async () => {
  const warnings = async (env: Record<string, string>) => {
    const service = await start({ LOG_LEVEL: 'warn', ...env });
    await service.stop();
    return service.output.filter((line) => line.includes('nightly backups are not encrypted'));
  };
  expect(await warnings({})).toEqual([]);
  const database = await startEmbedded(dataDir);
  const db = openDatabase(database.connection, 1);
  await createInstitution(db, { institutionCode: '10000002', routeParam: 'clinic', name: '丘の上クリニック' });
  await db.destroy();
  await database.stop();
  expect(await warnings({})).toHaveLength(1);
  expect(await warnings({ BACKUP_PLAIN: '1' })).toEqual([]);
  expect(await warnings({ BACKUP_PASSPHRASE: 'a passphrase for tests' })).toEqual([]);
});

test('what never ends is cut off when the time is over: half a request, and one that waits for a lock', async () => {
  const service = await start({ STOP_SECONDS: '1' });
  await sendHalf(service);
  await registerBehindLock(service, '終わらない枠');
  service.signal('SIGTERM');
  expect(await endsSoon(service)).toBe(0);
  expect(connectRunning(dataDir)).toBeNull();
});

test('what was read until then is in the access log, though the second was not over', async () => {
  const service = await start({ STOP_SECONDS: '5' });
  const token = await service.logIn();
  const read = await service.post('/api/AccessLog/Search', { ukno: '987654321' }, token);
  service.signal('SIGTERM');
  expect(read).toMatchObject({ errorCode: 0 });
  expect(await endsSoon(service)).toBe(0);
  const database = await startEmbedded(dataDir);
  cleanUp.push(() => database.stop());
  const { rows } = await (await beside()).query(
    "select details from access_log where act = '51' order by at desc limit 1",
  );
  expect(rows).toEqual([{ details: { conditions: ['予約番号'], count: 0 } }]);
});

test('a mail server that says nothing delays nothing, and the mail waits for the next start', async () => {
  const { smtp, port, met } = await openSilentSmtp();
  cleanUp.push(() => smtp.close());
  const service = await start({
    STOP_SECONDS: '1',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PUBLIC_URL: 'http://localhost',
  });
  const client = await beside();
  const { rows } = await client.query(`
    insert into outbox_mails (institution_code, mail_id, message_id, kind, sender, recipient, subject, body, next_attempt_at, created_at)
    select institution_code, gen_random_uuid(), '<stop@example.jp>', 'booked', '', 'hanako@example.jp', '件名', '本文', now(), now()
      from institutions limit 1 returning mail_id`);
  await met;
  service.signal('SIGTERM');
  expect(await endsSoon(service)).toBe(0);
  const database = await startEmbedded(dataDir);
  cleanUp.push(() => database.stop());
  const found = await (await beside()).query('select state from outbox_mails where mail_id = $1', [rows[0].mail_id]);
  expect(found.rows).toEqual([{ state: 'waiting' }]);
});

test('a second signal ends it at once, and its database soon after', async () => {
  const service = await start({ STOP_SECONDS: '3600' });
  await sendHalf(service);
  service.signal('SIGINT');
  await expect.poll(() => canConnect(service.port)).toBe(false);
  // One Ctrl-C may arrive twice: only what comes later is another. So it is pressed until it is one.
  const pressAgain = () => service.isRunning() && service.signal('SIGINT');
  await expect.poll(pressAgain, { interval: 100, timeout: SOON_MS }).toBe(false);
  expect(await service.ended).toBe(1);
  await expect.poll(() => connectRunning(dataDir)).toBeNull();
});

// The last: it leaves no data behind.
test('without the key of its data a start ends with what would be lost, and goes on with another when that is said', async () => {
  const key = path.join(dataDir, 'secret.key');
  const old = readFileSync(key, 'utf8');
  rmSync(key);
  await expect(startRealService(dataDir)).rejects.toThrow(
    /secret\.key is missing, and .*\n.*\n.*--new-key.*\n.*authenticator/,
  );
  expect(() => readFileSync(key)).toThrow('ENOENT');
  const service = await startRealService(dataDir, {}, ['--new-key']);
  cleanUp.push(() => service.stop());
  expect(await service.logIn()).toMatch(/^[\w-]{20,}$/);
  expect(readFileSync(key, 'utf8')).not.toBe(old);
});

test('without its data folder the service ends with a line that says so', async () => {
  const service = await start({ STOP_SECONDS: '1' });
  const cluster = path.join(dataDir, 'postgres');
  const postmaster = Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  rmSync(cluster, { recursive: true, maxRetries: 5 });
  try {
    process.kill(postmaster, 'SIGKILL');
  } catch {
    // It has noticed by itself.
  }
  expect(await endsSoon(service)).toBe(1);
  expect(service.output).toContain(
    `The service ends, since its database cannot be started again. The database's folder ${cluster} is gone.`,
  );
});

function openSilentSmtp(): Promise<{ smtp: Server; port: number; met: Promise<void> }> {
  return new Promise((resolve) => {
    const smtp = createServer((socket) => socket.on('error', () => {}).write('220 mail.example.jp\r\n'));
    const met = new Promise<void>((meet) => smtp.once('connection', () => meet()));
    smtp.listen(0, '127.0.0.1', () => resolve({ smtp, port: (smtp.address() as { port: number }).port, met }));
  });
}

test('a start that is not configured for its database ends with a sentence, before it touches anything', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none', PUBLIC_URL: 'http://localhost' };
  const sentence = 'SECRET_KEY must be set where DATABASE_URL is: all servers of one database share it.';
  await expect(startRealService(dataDir, env)).rejects.toThrow(sentence);
  await expect(startRealService(dataDir, { PUBLIC_URL: 'kenshin.example.jp' })).rejects.toThrow('PUBLIC_URL must be');
  await expect(startRealService(dataDir, {}, ['--new-keys'])).rejects.toThrow(
    'The start knows --new and --new-key and nothing',
  );
});

test('a start whose database cannot be reached waits for it, and ends with a sentence and no stack', async () => {
  const env = {
    DATABASE_URL: `postgres://biyori:secret@127.0.0.1:${await freePort()}/none`,
    PUBLIC_URL: 'http://localhost',
    SECRET_KEY: 'k'.repeat(32),
    START_WAIT_SECONDS: '2',
  };
  const outcome = await startRealService(dataDir, env).then(
    async (service) => service.stop(),
    (error: Error) => error.message.split('\n').slice(1),
  );
  expect(outcome).toEqual([
    expect.stringMatching(/"reason":"Nothing listens at .*"msg":"waiting for the database"/),
    'Nothing listens at the address in DATABASE_URL: the database does not run, or is somewhere else.',
  ]);
});
