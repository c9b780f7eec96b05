// What a phone is given to put my page on its home screen.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { mountManifests } from './web-files.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  mountManifests(service.app);
});
afterAll(() => service.close());

test('it opens the log-in of the institution, with icons of both kinds', async () => {
  const answer = await service.app.inject('/manifest/demo');
  expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/);
  expect(answer.json()).toMatchObject({ lang: 'ja', start_url: '/CommonLogin/demo', display: 'minimal-ui' });
  expect(answer.json().icons).toHaveLength(4);
  expect((await service.app.inject('/manifest/a%22b')).statusCode).toBe(404);
});
