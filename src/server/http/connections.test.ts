// What the HTTP server does on real connections: nobody waits for ever, and whatever comes gets an answer of ours.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { handle } from '#server/service.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { call } from '#wire/call.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const echo = call({
  path: '/api/Test/Echo',
  who: 'anyone',
  effect: 'read',
  request: record({ word: text('word', '言葉', { required: true }) }),
});
const never = call({ path: '/api/Test/Never', who: 'anyone', effect: 'read' });
const huge = call({
  path: '/api/Test/Huge',
  who: 'anyone',
  effect: 'read',
  reply: record({ word: text('word', '言葉') }),
});

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: { HEADERS_TIMEOUT_MS: '500', REQUEST_TIMEOUT_MS: '800', CALL_TIMEOUT_MS: '2000' },
    only: [
      handle(echo, async () => ({})),
      handle(never, () => new Promise(() => {})),
      handle(huge, async () => ({ word: 'a'.repeat(32 * 1024 * 1024) })),
    ],
  });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.close());

async function open(): Promise<Socket> {
  const socket = connect((service.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Everything that comes until the service closes the connection. */
async function send(...lines: string[]): Promise<{ status: number; body: unknown }> {
  const socket = await open();
  let heard = '';
  socket.on('data', (data) => {
    heard += data;
  });
  if (lines.length > 0) socket.write(lines.join('\r\n'));
  await once(socket, 'close');
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: body && JSON.parse(body) };
}

const FORM = 'content-type: application/x-www-form-urlencoded';
const LAST = 'connection: close';
const refused = (status: number) => ({ status, body: expect.objectContaining({ errorCode: 11 }) });

test('a form without a body and without a length is answered', async () => {
  const heads = [`POST ${echo.path} HTTP/1.1`, 'POST /api/Test/None HTTP/1.1'];
  const [known, unknown] = await Promise.all(heads.map((head) => send(head, 'host: a', FORM, LAST, '', '')));
  expect(known).toMatchObject({ status: 200, body: { errorCode: 12 } });
  expect(unknown?.status).toBe(404);
});

test('a call that never ends is answered as a fault', async () => {
  const answer = await send(`POST ${never.path} HTTP/1.1`, 'host: a', LAST, '', '');
  expect(answer).toMatchObject({ status: 500, body: { errorCode: 11, errorId: expect.any(String) } });
});

test('whoever sends nothing, half a head or half a body is cut off', async () => {
  expect(await send()).toEqual(refused(408));
  expect(await send(`POST ${echo.path} HTTP/1.1`, 'host: a', '')).toEqual(refused(408));
  const half = [`POST ${echo.path} HTTP/1.1`, 'host: a', FORM, 'content-length: 20', '', 'word='];
  expect(await send(...half)).toEqual(refused(408));
});

test('whoever does not fetch the answer is cut off', async () => {
  const socket = await open();
  socket.pause();
  socket.write([`POST ${huge.path} HTTP/1.1`, 'host: a', '', ''].join('\r\n'));
  const count = () =>
    new Promise<number>((resolve) => service.app.server.getConnections((_error, open) => resolve(open)));
  await vi.waitFor(async () => expect(await count()).toBe(1));
  await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 60_000, interval: 100 });
  socket.destroy();
});

test('what is no HTTP, or more than we take, gets an answer of ours', async () => {
  expect(await send('nonsense', '', '')).toEqual(refused(400));
  expect(await send('GET / HTTP/1.1', `x: ${'a'.repeat(20_000)}`, '', '')).toEqual(refused(431));
  const expecting = await send(`POST ${echo.path} HTTP/1.1`, 'host: a', 'expect: wonders', LAST, '', '');
  expect(expecting).toEqual(refused(417));
});
