// The institutions' pictures: asked for by anybody, however often and however strangely.

import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { watchStatements } from '#tests/kit/statements.ts';
import { imageUrl, mountImages, Pictures } from './pictures.ts';

const OWN = '10000001';
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ env: { IMAGE_REQUESTS_PER_MINUTE: '100' } });
  mountImages(service.app, { ...service.running, pictures: new Pictures(service.db, 3000) });
  await service.openInstitution(OWN, 'clinic01');
});
afterAll(() => service.close());

const get = (url: string, remoteAddress = '203.0.113.1') => service.app.inject({ url, remoteAddress });

/** Puts it in the place of the one before; its address. */
async function put(content: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const picture = { media_type: 'image/png' as const, file_name: 'p.png', sha256, content };
  await service.db.deleteFrom('institution_images').execute();
  await service.db
    .insertInto('institution_images')
    .values({ institution_code: OWN, ...picture })
    .execute();
  return imageUrl(OWN, sha256);
}

test.each(['/images/1/%00', `/images/${OWN}/%00`, `/images/%00/${'a'.repeat(64)}`, `/images/${OWN}/${'A'.repeat(64)}`])(
  '%s is no picture, and nobody looks for it',
  async (url) => {
    const asked = await watchStatements(async () => expect((await get(url)).statusCode).toBe(404));
    expect(asked).toEqual([]);
  },
);

test('is read once for all who want it, and then kept', async () => {
  const content = randomBytes(1000);
  const url = await put(content);
  const asked = await watchStatements(async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    const again = await get(url);
    expect(again.rawPayload.equals(content)).toBe(true);
    expect(again.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });
  expect(asked.length).toBeLessThanOrEqual(2);
});

test('many of them are not all kept: the one that nobody wanted for longest is read again', async () => {
  const first = await put(randomBytes(1000));
  expect((await get(first)).statusCode).toBe(200);
  for (let n = 0; n < 3; n++) await get(await put(randomBytes(1000)));
  // It has gone from the database as well, and so tells whether it was kept.
  expect((await get(first)).statusCode).toBe(404);
});

test('its bytes never go over a connection that others share', async () => {
  const url = await put(randomBytes(1000));
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    expect((await get(url)).statusCode).toBe(200);
    const reads = spy.mock.calls.flatMap(([query], index) => {
      const { text = '' } = query as { text?: string };
      return text.includes('media_type, content')
        ? [spy.mock.contexts[index] as pg.Client & { pipeline?: boolean }]
        : [];
    });
    expect(reads.map(({ pipeline }) => Boolean(pipeline))).toEqual([false]);
  } finally {
    spy.mockRestore();
  }
});

test('a flood of one address is refused', async () => {
  const url = await put(randomBytes(1000));
  for (let n = 0; n < 100; n++) expect((await get(url, '203.0.113.9')).statusCode).toBe(200);
  expect((await get(url, '203.0.113.9')).statusCode).toBe(429);
  expect((await get(url, '203.0.113.10')).statusCode).toBe(200);
});
