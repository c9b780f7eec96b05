// What keeps a database from being worked with is waited for, and told in a sentence.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabaseProxy } from '#tests/kit/database-proxy.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { rethrowPlainly, waitForDatabase } from './wait-for-database.ts';

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
  await admin?.end();
  await service?.close();
});

const server = () => inject('database');
const giveUpAtOnce = (connection: Parameters<typeof waitForDatabase>[0]) => waitForDatabase(connection, 0, () => {});

/** Something that is no database; its address. */
async function pretend(answer: (socket: Socket) => void) {
  const listener = createServer((socket) => answer(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return { url: { connectionString: `postgres://u:secret@127.0.0.1:${port}/d` }, close: () => listener.close() };
}

/** As the database refuses somebody (ErrorResponse). */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mno\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

test('a database that answers and takes writes is reached', async () => {
  await waitForDatabase(service.connection, 0, () => expect.unreachable());
});

test.each([
  [
    'a proxy without a database behind it',
    (socket: Socket) => void socket.end(),
    /takes connections .* and closes them/,
  ],
  [
    'the same by its own words',
    (socket: Socket) => void socket.end(refusal('08P01')),
    /takes connections .* and closes/,
  ],
  ['a wrong password', (socket: Socket) => void socket.end(refusal('28P01')), /the user or the password/],
  [
    'an account that may not come from here',
    (socket: Socket) => void socket.end(refusal('28000')),
    /from this machine/,
  ],
  ['one that is just starting', (socket: Socket) => void socket.end(refusal('57P03')), /just starting or stopping/],
  [
    'something unforeseen',
    (socket: Socket) => void socket.end(refusal('XX000')),
    /^The database cannot be used: no \(XX000\)\.$/,
  ],
])('%s is reported', async (_what, answer, sentence) => {
  const { url, close } = await pretend((socket) => void socket.once('data', () => answer(socket)));
  try {
    const reported = await giveUpAtOnce(url).catch((error: Error) => error.message);
    expect(reported).toMatch(sentence);
    expect(reported).not.toContain('secret');
  } finally {
    close();
  }
});

test('an address where nobody listens, one that is not known, and a database that is not there are reported', async () => {
  const { url, close } = await pretend(() => {});
  close();
  await expect(giveUpAtOnce(url)).rejects.toThrow(/^Nothing listens at/);
  await expect(giveUpAtOnce({ host: '/nowhere', port: 1, user: 'u', database: 'd' })).rejects.toThrow(
    /^Nothing listens/,
  );
  const unknown = { connectionString: 'postgres://u@nobody.invalid/d' };
  await expect(giveUpAtOnce(unknown)).rejects.toThrow(/^The host in DATABASE_URL is not known/);
  await expect(giveUpAtOnce({ ...server(), database: 'not_there' })).rejects.toThrow(
    /^There is no database of the name/,
  );
});

test('a standby, or a database that is set to read only, is reported', async () => {
  await admin.query(`alter database ${database} set default_transaction_read_only = on`);
  try {
    await expect(giveUpAtOnce(service.connection)).rejects.toThrow(/^The database takes no writes/);
    const client = new pg.Client(service.connection);
    await client.connect();
    const writing = client.query('create table never (n int)').catch(rethrowPlainly);
    await expect(writing).rejects.toThrow(/^The database takes no writes/);
    await client.end();
  } finally {
    await admin.query(`alter database ${database} reset default_transaction_read_only`);
  }
});

test('what passes is waited for, reported once for each cause; a wrong password is not', async () => {
  const proxy = await openDatabaseProxy(server());
  const connection = { ...server(), ...proxy.address, database };
  const reported: string[] = [];
  await proxy.cut();
  await admin.query(`alter database ${database} set default_transaction_read_only = on`);
  const reached = waitForDatabase(connection, 600, (sentence) => reported.push(sentence));
  try {
    await expect.poll(() => reported.length).toBe(1);
    await proxy.restore();
    await expect.poll(() => reported.length).toBe(2);
    await admin.query(`alter database ${database} reset default_transaction_read_only`);
    await reached;
    expect(reported).toEqual([expect.stringMatching(/^Nothing listens/), expect.stringMatching(/takes no writes/)]);
  } finally {
    await admin.query(`alter database ${database} reset default_transaction_read_only`);
    await proxy.close();
  }
  const { url, close } = await pretend((socket) => void socket.end(refusal('28P01')));
  await expect(waitForDatabase(url, 600, () => expect.unreachable())).rejects.toThrow(/password/);
  close();
});
