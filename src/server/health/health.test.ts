// What a server says of itself: to load balancers whether it can work, and to whoever watches it, in numbers.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHeartbeat } from '#db/heartbeat.ts';
import { checkOwnTables } from '#db/migrate.ts';
import { guestForm } from '#tests/kit/booking-forms.ts';
import { buildHospital, HOSPITAL } from '#tests/kit/booking-hospital.ts';
import { freePort } from '#tests/kit/real-service.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';
import { mountProbes, openMetricsPort } from './ports.ts';

const ALIVE = '/api/AdminLogin/GetAliveServer';
const GUEST = '/api/Account/CommonGuestNewReserve';

let service: TestService;
let beside: Server;
let base: string;
beforeAll(async () => {
  const port = await freePort();
  service = await startTestService({ env: { METRICS_PORT: String(port) } });
  await buildHospital(service.db);
  mountProbes(service.app, service.running);
  beside = (await openMetricsPort(service.running)) as Server;
  base = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  beside.closeAllConnections();
  beside.close();
  await once(beside, 'close');
  await service.close();
});

/** On both ports, which must say the same. */
async function probe(path: string) {
  const [inside, outside] = await Promise.all([service.app.inject({ method: 'GET', url: path }), fetch(base + path)]);
  const answer = { status: inside.statusCode, body: inside.json() };
  expect({ status: outside.status, body: await outside.json() }).toEqual(answer);
  return answer;
}
const scrape = async () => (await fetch(`${base}/metrics`)).text();

/** The numbers of one name, by their labels. */
async function numbers(name: string): Promise<Record<string, number>> {
  const found = (await scrape()).matchAll(new RegExp(`^kenshin_${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'));
  return Object.fromEntries([...found].map(([, labels = '', value]) => [labels, Number(value)]));
}

/** In a state of its own, for as long as `during` lasts. */
async function inState(state: Partial<TestService['running']>, during: () => Promise<void>) {
  const { phase, heartbeat } = service.running;
  Object.assign(service.running, state);
  try {
    await during();
  } finally {
    Object.assign(service.running, { phase, heartbeat });
  }
}

test('a server that can work is ready, and one whose database is away is not, though it lives', async () => {
  const well = { status: 200, body: { errorCode: 0, errorMessagesList: [] } };
  expect(await probe('/readyz')).toEqual(well);
  const outage = { id: 'the outage', since: new Date() };
  await inState({ heartbeat: { outage } }, async () => {
    expect(await probe('/readyz')).toMatchObject({
      status: 503,
      body: {
        errorCode: 11,
        errorMessage: expect.stringContaining('しばらく'),
        reason: 'database',
        errorId: outage.id,
      },
    });
    expect(await probe('/healthz')).toEqual(well);
    expect([await numbers('ready'), await numbers('database_up')]).toEqual([{ '': 0 }, { '': 0 }]);
  });
  expect(await probe('/readyz')).toEqual(well);
  expect([await numbers('ready'), await numbers('database_up')]).toEqual([{ '': 1 }, { '': 1 }]);
});

test('while it drains it says so to load balancers, and goes on working for everybody else', async () => {
  const alive = async () => (await service.app.inject({ method: 'GET', url: ALIVE })).statusCode;
  expect(await alive()).toBe(200);
  await inState({ phase: 'draining' }, async () => {
    expect(await probe('/readyz')).toMatchObject({ status: 503, body: { errorCode: 11, reason: 'stopping' } });
    expect(await alive()).toBe(500);
    expect((await service.post('/api/CommonTop/CommonTopFirstDisplay', { param: `r${HOSPITAL}` })).status).toBe(200);
  });
});

test('a database whose tables are not those of this program counts as away; newer ones beside them do not', async () => {
  const setChecksum = (checksum: string) =>
    sql`update schema_migrations set checksum = ${checksum} where name = '0001_directory.sql'`.execute(service.admin);
  let looks = 0;
  // As on every new connection.
  const looking = async (check: (heartbeat: ReturnType<typeof startHeartbeat>) => Promise<void>) => {
    const heartbeat = startHeartbeat(service.connection, {
      look: async (client) => {
        await checkOwnTables(client);
        looks++;
      },
    });
    await check(heartbeat).finally(() => heartbeat.stop());
  };
  await sql`insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')`.execute(service.admin);
  const { rows } = await sql<{ checksum: string }>`
    select checksum from schema_migrations where name = '0001_directory.sql'`.execute(service.admin);
  await looking(async (heartbeat) => {
    await expect.poll(() => looks).toBe(1);
    expect(heartbeat.outage).toBeNull();
  });
  await setChecksum('of another program');
  await looking(async (heartbeat) => {
    await expect.poll(() => heartbeat.outage).not.toBeNull();
    await setChecksum(rows[0]?.checksum ?? '');
    await expect.poll(() => heartbeat.outage).toBeNull();
  });
});

test('answers are counted by call, status and errorCode, with the time they took', async () => {
  const call = '/api/CommonTop/CommonTopFirstDisplay';
  const key = (status: number, error: number) => `call="${call}",status="${status}",error="${error}"`;
  const before = await numbers('answers_total');
  const since = (after: Record<string, number>, which: string) => (after[which] ?? 0) - (before[which] ?? 0);
  const timed = await numbers('answer_seconds_count');
  for (let round = 0; round < 3; round++) await service.post(call, { param: `r${HOSPITAL}` });
  await service.post(call, { param: 'nobody' });
  const after = await numbers('answers_total');
  expect(since(after, key(200, 0))).toBe(3);
  expect(Object.keys(after).filter((one) => one.includes(call) && since(after, one) === 1)).toHaveLength(1);
  expect((await numbers('answer_seconds_count'))['effect="read"']).toBe((timed['effect="read"'] ?? 0) + 4);
  const buckets = Object.entries(await numbers('answer_seconds_bucket')).filter(([one]) => one.includes('"read"'));
  const counts = buckets.map(([, count]) => count);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(buckets.at(-1)).toEqual(['effect="read",le="+Inf"', (timed['effect="read"'] ?? 0) + 4]);
});

test('what is made up adds no numbers, and nothing of people or institutions is shown', async () => {
  const count = async () => Object.keys(await numbers('answers_total')).length;
  const strange = (path: string) => service.app.inject({ method: 'POST', url: path });
  await strange('/api/None/0');
  const before = await count();
  for (let n = 1; n < 30; n++) await strange(`/api/None/${n}?hanako@example.jp`);
  expect(await count()).toBe(before);
  const text = await scrape();
  expect(text).not.toMatch(/hanako|example|None/);
  expect(text).not.toContain(HOSPITAL);
  expect(text.split('\n').length).toBeLessThan(1000);
});

test('bookings are counted with the places that they take, and those that find none', async () => {
  let made = 0;
  const book = () => service.post(GUEST, guestForm(HOSPITAL, { email1: `guest${made}@example.jp` }));
  while ((await book()).body.errorCode === 0) made++;
  expect(made).toBeGreaterThan(0);
  expect(await numbers('bookings_total')).toEqual({
    'outcome="made"': made,
    'outcome="full"': 1,
    'outcome="refused"': 0,
  });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from reservation_places`.execute(service.db);
  expect(await numbers('places_taken_total')).toEqual({ '': rows[0]?.n });
});

test('what waits is reported: mails, entries of the access log, queues and connections', async () => {
  service.setNow('2026-11-15T11:00:00+09:00');
  // What was read before is told for some seconds.
  const age = async () => (await numbers('outbox_age_seconds'))[''];
  await expect.poll(age).toBe(3600);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from outbox_mails`.execute(service.db);
  expect(await numbers('outbox_waiting')).toEqual({ '': rows[0]?.n });
  expect(await numbers('access_log_waiting')).toEqual({ '': 0 });
  expect(Object.values(await numbers('queue_length')).reduce((sum, length) => sum + length)).toBe(0);
  expect((await numbers('database_connections'))['use="bookings",state="idle"']).toBeGreaterThan(0);
  expect(await numbers('backup_age_seconds')).toEqual({});
  service.running.nightly = {
    lastGood: new Date('2026-11-14T10:00:00+09:00'),
    overdueSince: () => null,
    stop: async () => {},
  };
  expect(await numbers('backup_age_seconds')).toEqual({ '': 25 * 3600 });
  // Of a service whose institution is no demo.
  await service.running.hidden.refresh();
  expect(await numbers('backup_plain')).toEqual({ '': 1 });
  service.running.config.backups.isPlainMeant = true;
  expect(await numbers('backup_plain')).toEqual({ '': 0 });
  service.running.config.backups.isPlainMeant = false;
});

test('however often somebody asks, the database is asked now and then; where it does not answer, the rest is reported', async () => {
  const fresh = { ...service.running, config: { ...service.config, metricsPort: await freePort() } };
  const other = (await openMetricsPort(fresh)) as Server;
  const scrapeOther = async () => (await fetch(`http://127.0.0.1:${fresh.config.metricsPort}/metrics`)).text();
  const holder = new pg.Client(service.superuser);
  await holder.connect();
  await holder.query('begin; lock table outbox_mails');
  const work = async () => {
    const texts = await Promise.all(Array.from({ length: 20 }, scrapeOther));
    for (const text of texts) {
      expect(text).toContain('kenshin_ready 1');
      expect(text).not.toContain('kenshin_outbox_waiting');
    }
    await holder.query('rollback');
    await expect.poll(scrapeOther).toContain('kenshin_outbox_waiting');
    for (let n = 0; n < 20; n++) await scrapeOther();
  };
  try {
    const asked = (await watchStatements(work)).filter((name) => name === 'select count');
    // Once, or once in some seconds where all this takes longer.
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(15);
  } finally {
    await holder.end();
    other.closeAllConnections();
    other.close();
  }
});

test('there is no more than that, and none of it on the port of the calls', async () => {
  expect((await service.app.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(404);
  for (const path of ['/', '/api/AdminLogin/GetAliveServer', '/AdminLogin', '/constructor']) {
    expect((await fetch(base + path)).status, path).toBe(404);
  }
  expect((await fetch(`${base}/metrics`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${base}/readyz`, { method: 'HEAD' })).status).toBe(200);
  const none = { ...service.running, config: { ...service.config, metricsPort: 0 } };
  expect(await openMetricsPort(none)).toBeNull();
});

test('the alarms of deploy/ name numbers that are there, by labels and values that they have', async () => {
  const rules = readFileSync(new URL('../../../deploy/prometheus-rules.yml', import.meta.url), 'utf8');
  service.running.nightly = { lastGood: new Date(), overdueSince: () => null, stop: async () => {} };
  const text = await scrape();
  service.running.nightly = undefined;
  const named = [...rules.matchAll(/kenshin_(\w+)(?:\{(\w+)=~?"([^"]*)"\})?/g)];
  expect(named.length).toBeGreaterThan(8);
  for (const [all, name, label, values = ''] of named) {
    expect(text, all).toMatch(new RegExp(`^kenshin_${name}[{ ]`, 'm'));
    // What answers have been given is the day's to say; what a call does, ours.
    const known = label === 'effect' ? values.split('|') : [];
    for (const value of known) expect(text, all).toMatch(new RegExp(`kenshin_${name}\\{[^}]*effect="${value}"`));
    if (label) expect(text, all).toMatch(new RegExp(`kenshin_${name}\\{[^}]*${label}="`));
  }
});
