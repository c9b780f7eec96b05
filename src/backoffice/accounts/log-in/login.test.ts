// The back office's log-in, in the order in which its page asks.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, startTestService, type TestService } from '#tests/kit/service.ts';
import { isAlive } from './contract.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution('10000001', 'clinic01');
});
afterAll(() => service.close());

test('alive, token, who it is, and out again', async () => {
  expect(await service.ask(isAlive, {})).toEqual({});
  const token = await service.logIn('clinic01', PASSWORD);
  const asked = () => service.post('/api/AdminLogin/GetUserInfo', { ircd: '10000001' }, token);
  expect((await asked()).body).toMatchObject({ errorCode: 0, irnm: '医療機関10000001　受付　佐藤' });
  expect((await service.post('/api/Account/Logout', {}, token)).body).toMatchObject({ errorCode: 0 });
  expect(await asked()).toMatchObject({ status: 401, body: { errorCode: 15 } });
});
