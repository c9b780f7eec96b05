// Desks that wait to be told when the server stops.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startTestService } from '#tests/kit/service.ts';

test('a server that stops lets its desks go at once, and they are told that nothing has moved', async () => {
  const service = await startTestService();
  const token = await service.openInstitution('50000001', 'clerk001');
  const post = (name: string, form: Record<string, string>) => service.post(`/api/Desk/${name}`, form, token);
  const form = { receptDate: '2026/11/15' };
  const { version } = (await post('ReceptionList', form)).body;
  const watching = post('ReceptionWatch', { ...form, version });
  await setTimeout(500);
  expect(service.running.watches.held).toBe(1);
  const start = Date.now();
  await Promise.all([service.close(), watching]);
  expect((await watching).body.isSame).toBe('1');
  expect(Date.now() - start).toBeLessThan(10_000);
});
