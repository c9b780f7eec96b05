// What the top page asks before anybody is logged in, through the HTTP server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { currentFiscalYear, isTopAlive, messageForExaminees } from './contract.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution('10000001', 'clinic01');
});
afterAll(() => service.close());

test('it is there, and in which fiscal year: the new one begins in April, in Tokyo', async () => {
  expect(await service.ask(isTopAlive, {})).toEqual({});
  service.setNow('2027-03-31T23:59:59+09:00');
  expect(await service.ask(currentFiscalYear, {})).toEqual({ fiscalYear: 2026 });
  service.setNow('2027-04-01T00:00:00+09:00');
  expect(await service.ask(currentFiscalYear, {})).toEqual({ fiscalYear: 2027 });
});

test('what an institution tells is its own; of one that tells nothing it is empty', async () => {
  expect(await service.ask(messageForExaminees, { institutionCode: '10000001' })).toEqual({ message: '' });
  await service.db.updateTable('institutions').set({ message: '12月は休みます。\n1月に会いましょう。' }).execute();
  expect(await service.ask(messageForExaminees, { institutionCode: '10000001' })).toEqual({
    message: '12月は休みます。\n1月に会いましょう。',
  });
});

test('a route parameter of nobody is not there', async () => {
  const found = await service.post('/api/CommonTop/CommonTopFirstDisplay', { param: 'r10000001' });
  expect(found.body).toMatchObject({ errorCode: 0, ircd: '10000001', pram: 'r10000001', irnm: '医療機関10000001' });
  const missing = await service.post('/api/CommonTop/CommonTopFirstDisplay', { param: 'nowhere' });
  expect(missing).toMatchObject({ status: 404, body: { errorCode: 16, errorMessage: 'データが見つかりません。' } });
});
