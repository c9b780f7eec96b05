// What the HTTP server does for every call.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { Overloaded } from '#db/errors.ts';
import { HSTS } from '#server/answers.ts';
import { handle } from '#server/service.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { call } from '#wire/call.ts';
import { Failure } from '#wire/failure.ts';
import { list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import { buildHttpServer } from './http-server.ts';

const echo = call({
  path: '/api/Test/Echo',
  who: 'anyone',
  effect: 'read',
  request: record({ word: text('word', '言葉') }),
  reply: record({ word: text('word', '言葉') }),
  bodyLimit: 2000,
});
const fault = call({ path: '/api/Test/Fault', who: 'anyone', effect: 'read' });
const ask = call({ ...echo, path: '/api/Test/Ask', method: 'GET' });
const stored = call({
  path: '/api/Test/Stored',
  who: 'anyone',
  effect: 'read',
  reply: record({ rows: list('list', '一覧', record({ name: text('name', '名称', { max: 120 }) }), 'upper') }),
});
const busy = call({ ...echo, path: '/api/Test/Busy', reply: record({}) });
const undo = call({
  path: '/api/Test/Undo',
  who: 'anyone',
  effect: 'write',
  failures: { Refused: 14 },
});

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: { REQUESTS_PER_MINUTE: '100' },
    only: [
      handle(echo, async (_db, _who, input) => input),
      handle(ask, async (_db, _who, input) => input),
      handle(stored, async () => ({ rows: [{ name: 'あ'.repeat(121) }] })),
      handle(fault, async () => {
        throw new Error('健診 花子 045-000-0123');
      }),
      handle(busy, async (db, _who, { word }) => {
        if (word === 'queue') throw new Overloaded('bookings');
        await sql.raw(`do $$ begin raise exception using errcode = '${word}'; end $$`).execute(db);
        return {};
      }),
      handle(undo, async (db) => {
        await db.insertInto('institution_routes').values({ route_param: 'half', institution_code: 'x' }).execute();
        throw new Failure('Refused', ['一。', '二。'], { more: 1 });
      }),
    ],
  });
});
afterAll(() => service.close());

const send = (headers: Record<string, string>, payload: string | Buffer = 'word=a', url = '/api/Test/Echo') =>
  service.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    remoteAddress: '10.1.1.1',
  });

test('what other sites send is refused, links and own pages are not', async () => {
  expect((await send({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(404);
  expect((await send({ 'sec-fetch-site': 'same-origin' })).json()).toMatchObject({ errorCode: 0, word: 'a' });
});

test('answers are not kept by anybody, and carry a strict policy', async () => {
  const { headers } = await send({});
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('bodies that are too large or no forms are refused', async () => {
  const long = await send({}, `word=${'a'.repeat(3000)}`);
  expect([long.statusCode, long.json().errorCode]).toEqual([413, 11]);
  const json = await send({ 'content-type': 'application/json' }, '{"word":"a"}');
  expect([json.statusCode, json.json().errorCode]).toEqual([415, 11]);
  const polluted = await send({}, '__proto__=x&constructor=y&word=b');
  expect(polluted.json()).toMatchObject({ errorCode: 0, word: 'b' });
});

test.each([
  ['bytes that are no UTF-8', 'word=%FF%FE'],
  ['a lone continuation byte', 'word=a%80b'],
  ['an overlong byte', 'word=%C0%AF'],
  ['half a surrogate', 'word=%ED%A0%80'],
  ['half a character', 'word=%E3%81&x=%82'],
  ['half an escape', 'word=%E'],
  ['no escape', 'word=100%'],
  ['such a name', '%FF=a&word=a'],
])('a form with %s is refused', async (_name, payload) => {
  const answer = await send({}, payload);
  expect([answer.statusCode, answer.json().errorCode]).toEqual([200, 12]);
  const asked = await service.app.inject({ method: 'GET', url: `/api/Test/Ask?${payload}` });
  expect([asked.statusCode, asked.json().errorCode]).toEqual([200, 12]);
});

test('raw bytes that are no UTF-8 are refused, others are read', async () => {
  const raw = (bytes: number[]) => send({}, Buffer.concat([Buffer.from('word='), Buffer.from(bytes)]));
  expect((await raw([0xff, 0xfe])).json()).toMatchObject({ errorCode: 12 });
  expect((await raw([0xe3, 0x81, 0x82])).json()).toMatchObject({ errorCode: 0, word: 'あ' });
  expect((await send({}, 'word=%E3%81%82+%2B')).json()).toMatchObject({ errorCode: 0, word: 'あ +' });
});

test('an address that cannot be read gets an answer of ours', async () => {
  for (const url of ['/api/Test/Echo%', '/api/Test/%FF']) {
    const answer = await service.app.inject({ method: 'POST', url });
    expect(answer.statusCode, url).toBeLessThan(500);
    expect(answer.json(), url).toMatchObject({ errorCode: expect.any(Number), errorMessage: expect.any(String) });
  }
});

test('what is stored is shown whatever the rules of input say', async () => {
  const { body } = await service.post('/api/Test/Stored', {});
  expect(stored.reply.decode(body).ok).toBe(false);
  expect(stored.reply.receive(body).rows).toEqual([{ name: 'あ'.repeat(121) }]);
});

test('a fault says nothing but an id', async () => {
  const answer = await send({}, '', '/api/Test/Fault');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ errorCode: 11, errorId: expect.stringMatching(/^[0-9a-f-]{13}-\w+$/) });
  expect(answer.body).not.toContain('花子');
});

test.each([
  ['a queue that is full', 'queue'],
  ['a lock that somebody else holds', '55P03'],
  ['a database without free connections', '53300'],
])('%s is reported as too much at a time, not as a fault', async (_what, word) => {
  const answer = await send({}, `word=${word}`, busy.path);
  expect(answer.statusCode).toBe(429);
  expect(answer.json()).toMatchObject({ errorCode: 11, errorMessage: expect.stringContaining('しばらく待って') });
});

test('a failure undoes what the call wrote, and becomes the code its contract names', async () => {
  const answer = await send({}, '', '/api/Test/Undo');
  expect(answer.json()).toEqual({ errorCode: 14, errorMessagesList: ['一。', '二。'], errorMessage: '一。', more: 1 });
  expect(await service.db.selectFrom('institution_routes').selectAll().execute()).toEqual([]);
});

test('an address that asks too often is slowed down, others are not', async () => {
  let last = await send({});
  for (let round = 0; round < 100 && last.statusCode === 200; round++) last = await send({});
  expect(last.statusCode).toBe(429);
  expect(last.json()).toMatchObject({ errorCode: 11, errorMessage: expect.stringContaining('しばらく待って') });
  expect((await service.post('/api/Test/Echo', { word: 'b' })).status).toBe(200);
});

test('while the database is away, what does not come of that is logged all the same, under its own id', async () => {
  const nowhere = openDatabase({ host: '/nowhere', port: 1, user: 'x', database: 'x' }, 1);
  const outage = { id: 'the outage', since: new Date() };
  const logged: string[] = [];
  const log = { error: ({ err, id }: { err: Error; id: string }) => void logged.push(`${id} ${err.message}`) };
  const broken = (path: `/${string}`, run: () => Promise<unknown>) =>
    handle(call({ path, who: 'anyone', effect: 'read' }), async () => {
      await run();
      return {};
    });
  const app = await buildHttpServer(
    { ...service.running, heartbeat: { outage } },
    [
      broken('/api/Test/Shared', () => sql`select 1`.execute(nowhere)),
      broken('/api/Test/Own', () => nowhere.transaction().execute((own) => sql`select 1`.execute(own))),
      broken('/api/Test/Mistake', async () => JSON.parse('{')),
      broken('/api/Test/Refusal', () => sql`select 1 / 0`.execute(service.db)),
    ],
    log as never,
  );
  try {
    const ids: string[] = [];
    for (const name of ['Shared', 'Own', 'Mistake', 'Refusal']) {
      const answer = await app.inject({ method: 'POST', url: `/api/Test/${name}` });
      expect(answer.statusCode).toBe(500);
      ids.push(answer.json().errorId);
    }
    expect(ids.slice(0, 2)).toEqual([outage.id, outage.id]);
    expect(logged).toEqual([`${ids[2]} ${mistakeOf(() => JSON.parse('{'))}`, `${ids[3]} division by zero`]);
  } finally {
    await app.close();
    await nowhere.destroy();
  }
});

test('whoever goes away while something is sent leaves nothing in the log', async () => {
  const logged: string[] = [];
  const log = { error: ({ err }: { err: Error }) => void logged.push(err.message) };
  const failing = (path: `/${string}`, error: Error) =>
    handle(call({ path, who: 'anyone', effect: 'read' }), () => Promise.reject(error));
  const gone = Object.assign(new Error('gone'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  const handlers = [failing('/api/Test/Gone', gone), failing('/api/Test/Mistake', new Error('mistake'))];
  const app = await buildHttpServer({ ...service.running }, handlers, log as never);
  for (const { call: one } of handlers) await app.inject({ method: 'POST', url: one.path });
  await app.close();
  expect(logged).toEqual(['mistake']);
});

test('where people reach it by https, every answer tells browsers to stay with it', async () => {
  const secure = await startTestService({ env: { PUBLIC_URL: 'https://kenshin.example.jp' } });
  try {
    for (const url of ['/api/AdminLogin/GetAliveServer', '/api/AdminLogin/Nothing']) {
      const { headers } = await secure.app.inject({ method: 'GET', url });
      expect(headers['strict-transport-security']).toBe(HSTS);
    }
    const { headers } = await service.app.inject({ method: 'GET', url: '/api/AdminLogin/GetAliveServer' });
    expect(headers).not.toHaveProperty('strict-transport-security');
  } finally {
    await secure.close();
  }
});

function mistakeOf(work: () => unknown): string {
  try {
    work();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
