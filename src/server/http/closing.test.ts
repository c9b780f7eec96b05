// While the HTTP server closes: what is under way is answered, and what still arrives is told so by the service.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { handle } from '#server/service.ts';
import { startTestService } from '#tests/kit/service.ts';
import { call } from '#wire/call.ts';
import { prepareClosing } from './closing.ts';

const slow = call({ path: '/api/Test/Slow', who: 'anyone', effect: 'read' });

test('a second question behind one that is under way gets an answer of ours, and the connection ends', async () => {
  let release = () => {};
  let began = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const underWay = new Promise<void>((resolve) => {
    began = resolve;
  });
  const service = await startTestService({
    only: [
      handle(slow, async () => {
        began();
        await held;
        return {};
      }),
    ],
  });
  const close = prepareClosing(service.app);
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((service.app.server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.on('data', (data) => {
    heard += data;
  });
  const question = [`POST ${slow.path} HTTP/1.1`, 'host: a', '', ''].join('\r\n');
  socket.write(question);
  await underWay;
  const closed = close(60_000);
  await expect.poll(() => service.running.phase).toBe('closing');
  socket.write(question);
  // It is read when the first has been answered.
  release();
  await Promise.all([closed, once(socket, 'close')]);
  const [first = '', second = ''] = heard.split(/(?=HTTP\/1\.1 )/);
  expect(first).toMatch(/^HTTP\/1\.1 200 /);
  expect(JSON.parse(first.split('\r\n\r\n')[1] ?? '')).toMatchObject({ errorCode: 0 });
  expect(second).toMatch(/^HTTP\/1\.1 503 /);
  expect(second).toMatch(/^connection: close\r$/im);
  expect(JSON.parse(second.split('\r\n\r\n')[1] ?? '')).toMatchObject({ errorCode: 11, reason: 'stopping' });
  await service.close();
});
