// Calls that read much: their answers in pieces, what cuts them off, and that nobody else waits for them.
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { handlers } from '#app/calls.ts';
import { type Db, runBigRead } from '#db/database.ts';
import { handle, handleBigRead } from '#server/service.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { call } from '#wire/call.ts';
import { Failure } from '#wire/failure.ts';
import { integer } from '#wire/fields.ts';
import { readPieces } from '#wire/pieces.ts';
import { list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import { answerInPieces } from './big-reads.ts';

const row = record({ number: integer('nmbr', '番号', { min: 0, max: 999_999 }), word: text('word', '言葉') });
const rows = call({
  path: '/api/Test/Rows',
  who: 'anyone',
  effect: 'bigRead',
  request: record({ plan: text('plan', '読み方', { required: true }) }),
  reply: record({ title: text('titl', '題'), rows: list('rowList', '行', row) }),
});
const quick = call({ path: '/api/Test/Quick', who: 'anyone', effect: 'read' });

const PIECE = 200;
const WORD = '健診\n"びより"';
const rowsOf = (piece: number) =>
  Array.from({ length: PIECE }, (_, index) => ({ number: piece * PIECE + index, word: WORD }));

/** Reads by a plan such as "piece piece sleep": what is asked is what happens. */
async function* follow(db: Db, plan: readonly string[]) {
  for (const [index, step] of plan.entries()) {
    if (step === 'fail') throw new Error('on purpose');
    if (step === 'sleep') await sql`select pg_sleep(60)`.execute(db);
    else yield step === 'piece' ? rowsOf(index) : [];
  }
}

const answerRows = handleBigRead(rows, 'rows', async (db, _who, { plan }) => {
  if (plan === 'refuse') throw new Failure('Refused', ['いいえ。']);
  return { reply: { title: '題名' }, pieces: follow(db, plan.split(' ')) };
});

let service: TestService;
let address: string;
beforeAll(async () => {
  service = await startTestService({
    only: [...handlers, handle(quick, async () => ({})), answerRows],
  });
  await service.openInstitution('50000001', 'clerk001');
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
});
afterAll(() => {
  // fetch keeps connections that it has not used yet.
  service.app.server.closeAllConnections();
  return service.close();
});

const ask = (plan: string, init: RequestInit = {}) =>
  fetch(address + rows.path, { method: 'POST', body: new URLSearchParams({ plan }), ...init });

const readings = async ({ db } = service) => {
  const { rows: found } = await sql<{ query: string }>`select query from pg_stat_activity
    where datname = current_database() and query like '%pg_sleep(60)%' and state = 'active'
      and pid <> pg_backend_pid()`.execute(db);
  return found.length;
};
const untilReading = (many: number) =>
  vi.waitFor(async () => expect(await readings()).toBe(many), { timeout: 60_000, interval: 20 });

const whole = {
  errorCode: 0,
  errorMessagesList: [],
  titl: '題名',
  rowList: [...rowsOf(1), ...rowsOf(3)].map(({ number, word }) => ({ nmbr: number, word })),
};

test.each(['gzip', 'identity'])('the pieces make one answer (%s)', async (coding) => {
  const response = await ask('empty piece empty piece', { headers: { 'accept-encoding': coding } });
  expect(response.headers.get('content-encoding')).toBe(coding === 'gzip' ? 'gzip' : null);
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  expect(await response.json()).toEqual(whole);
  const none = await ask('empty', { headers: { 'accept-encoding': coding } });
  expect(await none.json()).toEqual({ ...whole, rowList: [] });
});

test('whoever reads line by line has the first rows before the last are there', async () => {
  const gone = new AbortController();
  const response = await ask('piece sleep piece', { signal: gone.signal });
  const seen: unknown[] = [];
  const reading = readPieces(rows, 'rows', linesOf(response), {
    head: ({ title }) => seen.push(title),
    piece: (items) => seen.push(items.length),
  });
  await vi.waitFor(() => expect(seen).toEqual(['題名', PIECE]), { timeout: 60_000 });
  gone.abort();
  await expect(reading).rejects.toThrow();
  await untilReading(0);
});

async function* linesOf(response: Response): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

test('what is known to go wrong before the answer begins is answered', async () => {
  const refused = await ask('refuse');
  expect(await refused.json()).toMatchObject({ errorCode: 13, errorMessagesList: ['いいえ。'] });
  const failed = await ask('fail');
  expect(failed.status).toBe(500);
  expect(await failed.json()).toMatchObject({ errorCode: 11, errorId: expect.any(String) });
  const wrong = await ask('');
  expect(await wrong.json()).toMatchObject({ errorCode: 12 });
});

test('an answer that breaks in the middle is cut off and never taken for a whole one', async () => {
  await expect(ask('piece fail').then((response) => response.text())).rejects.toThrow();
});

test('what loses its connection before the answer begins is read again', async () => {
  const gone = new AbortController();
  const answer = ask('sleep', { signal: gone.signal }).catch(() => null);
  const ended = new Set<number>();
  while (ended.size < 2) {
    const { rows: found } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep(60)%' and state = 'active'
        and pid <> pg_backend_pid()`.execute(service.db);
    for (const { pid } of found) {
      if (!ended.has(pid)) await sql`select pg_terminate_backend(${pid})`.execute(service.admin);
      ended.add(pid);
    }
  }
  await untilReading(1);
  gone.abort();
  await answer;
  await untilReading(0);
});

test('eight slow readings hold up neither a log-in nor others, and whoever goes away makes room at once', async () => {
  const clients = Array.from({ length: 8 }, () => new AbortController());
  const slow = clients.map(({ signal }) => ask('sleep', { signal }).catch(() => null));
  await untilReading(2);
  expect((await fetch(address + quick.path, { method: 'POST' })).status).toBe(200);
  await service.logIn('clerk001');
  for (const client of clients) client.abort();
  await Promise.all(slow);
  // All of them are gone: those that were read, and those that waited.
  expect(await (await ask('empty piece empty piece')).json()).toEqual(whole);
  await untilReading(0);
});

test('only so many wait; the next are told at once', async () => {
  const gone = new AbortController();
  const slow = Array.from({ length: 16 }, () => ask('sleep', { signal: gone.signal }).catch(() => null));
  await vi.waitFor(async () => expect((await ask('sleep', { signal: gone.signal })).status).toBe(429), {
    timeout: 60_000,
  });
  gone.abort();
  await Promise.all(slow);
  await untilReading(0);
});

test('whoever wants to read much stands in one line, and waits there for as long as it takes', async () => {
  const token = await service.logIn('clerk001');
  // For longer than anybody waits for a connection.
  const slow = [1, 2].map(() => runBigRead(service.db, 'a', (db) => sql`select pg_sleep(6)`.execute(db)));
  const registered = { registStartYear: 2026, registStartMonth: 11, registStartDate: 1 };
  const searched = service.post('/api/AdminReserveStatusCheck/SearchSummaryResults', registered, token);
  expect((await ask('empty piece empty piece')).status).toBe(200);
  expect(await searched).toMatchObject({ status: 200, body: { errorCode: 0 } });
  await Promise.all(slow);
});

test('searches that wait leave places of their institution to others, and keep no download out', async () => {
  const token = await service.logIn('clerk001');
  const held = Promise.withResolvers<void>();
  const slow = [1, 2].map(() => runBigRead(service.db, 'a', () => held.promise));
  const registered = { registStartYear: 2026, registStartMonth: 11, registStartDate: 1 };
  const search = () => service.post('/api/AdminReserveStatusCheck/SearchSummaryResults', registered, token);
  const searched = Array.from({ length: 8 }, search);
  const refused = await Promise.race(searched);
  expect(refused.status).toBe(429);
  const downloads = Array.from({ length: 8 }, () => ask('empty piece empty piece'));
  expect((await service.post('/api/MasterWWAKU/List', {}, token)).status).toBe(200);
  held.resolve();
  await Promise.all(slow);
  expect((await Promise.all(downloads)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await Promise.all(searched)).filter(({ status }) => status === 200)).toHaveLength(2);
});

test('somebody on a slow line keeps no connection of the database', async () => {
  const sockets = await Promise.all(
    [1, 2, 3].map(async () => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.pause();
      const body = `plan=${Array(400).fill('piece').join('+')}`;
      const head = `POST ${rows.path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded`;
      socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      return socket;
    }),
  );
  expect(await (await ask('empty piece empty piece')).json()).toEqual(whole);
  for (const socket of sockets) socket.destroy();
});

test('a big read has its own time, and is ended in the database when it is over', async () => {
  const hurried = await startTestService({ env: { BIG_CALL_TIMEOUT_MS: '2000' }, only: [answerRows] });
  try {
    const asked = hurried.post(rows.path, { plan: 'sleep' });
    await vi.waitFor(async () => expect(await readings(hurried)).toBe(1), { timeout: 60_000, interval: 20 });
    expect(await asked).toMatchObject({ status: 500, body: { errorCode: 11 } });
    await vi.waitFor(async () => expect(await readings(hurried)).toBe(0), { timeout: 60_000, interval: 20 });
  } finally {
    await hurried.close();
  }
});

test('whoever is gone before it begins is not read for', async () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.destroy();
  await once(response, 'close');
  const run = vi.fn();
  expect(await answerInPieces(service.running, answerRows, '50000001', run, response)).toBeNull();
  expect(run).not.toHaveBeenCalled();
});
