// The postal look-up, through the HTTP server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { findAddresses } from './contract.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const find = async (postalCode: string) => (await service.ask(findAddresses, { postalCode })).addresses;

test('one town, several towns, a whole ward, none', async () => {
  expect(await find('1000001')).toEqual([{ prefecture: '東京都', city: '千代田区', town: '千代田' }]);
  const several = await find('4520961');
  expect(several.length).toBeGreaterThan(10);
  expect(new Set(several.map(({ city }) => city))).toEqual(new Set(['清須市']));
  expect(await find('2310000')).toEqual([{ prefecture: '神奈川県', city: '横浜市中区', town: '' }]);
  expect(await find('9999999')).toEqual([]);
});

test('what is no postal code', async () => {
  const answer = await service.app.inject({ method: 'GET', url: '/api/Utility/PostalCode?zip=123' });
  expect(answer.json()).toMatchObject({ errorCode: 12, errorMessage: '郵便番号が適正な文字数ではありません。' });
});
