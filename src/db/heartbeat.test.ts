// What the alive calls say while the database goes and comes back.
import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { type Outage, startHeartbeat } from '#db/heartbeat.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';

const ALIVE = ['/api/AdminLogin/GetAliveServer', '/api/CommonTop/CommonTopGetAliveServer'];

let service: TestService;
let admin: pg.Client;
let database: string;

beforeAll(async () => {
  service = await startTestService();
  database = (service.connection as { database: string }).database;
  admin = new pg.Client({ ...inject('database'), database: 'postgres' });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await service.close();
});

const alive = async () => {
  const answers = await Promise.all(ALIVE.map((url) => service.app.inject({ method: 'GET', url })));
  return answers.map((answer) => ({ status: answer.statusCode, ...answer.json() }));
};

const cutOff = () => admin.query(`alter database ${database} allow_connections false`);
/** Asked again and again: a connection that was just being made is there after the others have ended. */
const endConnections = () =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
const letIn = () => admin.query(`alter database ${database} allow_connections true`);

test('the alive calls tell whether the database answers, and ask it nothing', async () => {
  expect(await alive()).toMatchObject([
    { status: 200, errorCode: 0 },
    { status: 200, errorCode: 0 },
  ]);
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await Promise.all(Array.from({ length: 100 }, alive));
  // But for the heartbeat's own.
  expect(sent.mock.calls.length).toBeLessThan(10);
  sent.mockRestore();
  await cutOff();
  await expect
    .poll(() => endConnections().then(alive))
    .toMatchObject([
      { status: 500, errorCode: 11 },
      { status: 500, errorCode: 11 },
    ]);
  await letIn();
  await expect.poll(alive).toMatchObject([{ status: 200 }, { status: 200 }]);
});

test('whoever listens is told once that it went, with an id that answers carry too, and once that it is back', async () => {
  const events: string[] = [];
  let known: Outage | undefined;
  const heartbeat = startHeartbeat(service.connection, {
    onGone: (outage) => {
      known = outage;
      events.push('gone');
    },
    onBack: () => events.push('back'),
  });
  try {
    await cutOff();
    await expect.poll(() => endConnections().then(() => heartbeat.outage)).not.toBeNull();
    expect(heartbeat.outage).toBe(known);
    // The service's own heartbeat tries as well: of six tries some are this one's.
    const connect = vi.spyOn(pg.Client.prototype, 'connect');
    const refused = () => connect.mock.settledResults.filter(({ type }) => type === 'rejected').length;
    await expect.poll(refused).toBeGreaterThanOrEqual(6);
    connect.mockRestore();
    expect(events).toEqual(['gone']);
    await letIn();
    await expect.poll(() => heartbeat.outage).toBeNull();
    expect(events).toEqual(['gone', 'back']);
  } finally {
    heartbeat.stop();
  }
});

test('a database that accepts connections and says nothing does not answer', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  const heartbeat = startHeartbeat({ host: '127.0.0.1', port, user: 'biyori', database: 'biyori' });
  try {
    await expect.poll(() => heartbeat.outage).not.toBeNull();
  } finally {
    heartbeat.stop();
    silent.close();
  }
});

test('a disk without room is an outage before PostgreSQL itself has noticed', async () => {
  let isFull = false;
  const events: string[] = [];
  const heartbeat = startHeartbeat(service.connection, {
    isFull: () => isFull,
    onGone: (_, error) => events.push(error.message),
    onBack: () => events.push('back'),
  });
  try {
    isFull = true;
    await expect.poll(() => events).toEqual(['the disk of the database is full']);
    isFull = false;
    await expect.poll(() => events).toEqual(['the disk of the database is full', 'back']);
  } finally {
    heartbeat.stop();
  }
});
