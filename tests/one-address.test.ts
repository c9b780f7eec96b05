// An office where everybody books at nine o'clock, behind one address, with the limits as they come.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountImages } from '#server/http/pictures.ts';
import { mountWebFiles } from '#server/http/web-files.ts';
import { wrongCounters } from './kit/booking-hospital.ts';
import { startTestService, type TestService } from './kit/service.ts';
import { buildWayGround, prepareWalker, type Sent, walk } from './kit/whole-way.ts';

const OFFICE = '203.0.113.7';
const PEOPLE = 200;
let service: TestService;
const folder = mkdtempSync(path.join(os.tmpdir(), 'biyori-pages-'));

beforeAll(async () => {
  // Empty means the default, whatever other tests are given.
  service = await startTestService({ env: { REQUESTS_PER_MINUTE: '', TOKEN_REQUESTS_PER_MINUTE: '' } });
  for (const page of ['index.html', 'examinee.html']) writeFileSync(path.join(folder, page), '<!doctype html>');
  mountImages(service.app, service.running);
  await mountWebFiles(service.app, folder);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const send = async ({ path: url, body }: Pick<Sent, 'path' | 'body'>) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await service.app.inject({ method: 'POST', url, headers, payload: body, remoteAddress: OFFICE });
  return { status: answer.statusCode, body: answer.json() };
};
const open = (url: string) => service.app.inject({ method: 'GET', url, remoteAddress: OFFICE });

test(`${PEOPLE} people walk the whole way within a minute, and every one of them books`, async () => {
  const ground = await buildWayGround(service.db, '70000001', '2026-11-15', 4 * PEOPLE, {
    first_password: 'birth_date',
  });
  const walkers = Array.from({ length: PEOPLE }, (_, n) => prepareWalker(ground, n));
  const walked = await Promise.all(
    walkers.map(async (walker) => {
      for (const _file of ['page', 'script', 'style'])
        expect((await open('/CommonTop/r70000001')).statusCode).toBe(200);
      return walk(send, walker);
    }),
  );
  expect(walked.flatMap(({ strange }) => strange)).toEqual([]);
  expect(walked.filter(({ end }) => end === 'booked')).toHaveLength(PEOPLE);
  const { rows } = await sql`select 1 from reservations where institution_code = '70000001'`.execute(service.db);
  expect(rows).toHaveLength(PEOPLE);
  expect(await wrongCounters(service.db)).toEqual([]);
}, 120_000);

test('a flood of calls is refused, files of the page never are', async () => {
  const limited = await startTestService({ env: { REQUESTS_PER_MINUTE: '40' } });
  mountImages(limited.app, limited.running);
  await mountWebFiles(limited.app, folder);
  const get = (url: string, remoteAddress = OFFICE) => limited.app.inject({ method: 'GET', url, remoteAddress });
  try {
    for (let file = 0; file < 50; file++) {
      expect((await get('/CommonTop/r70000001')).statusCode).toBe(200);
      expect((await get('/index.html')).statusCode).toBe(200);
      expect((await get('/images/70000001/none')).statusCode).toBe(404);
    }
    // Two different calls are counted together.
    const calls = ['/api/AdminLogin/GetAliveServer', '/api/CommonTop/CommonTopGetAliveServer'];
    for (let n = 0; n < 40; n++) expect((await get(calls[n % 2] ?? '')).statusCode).toBe(200);
    for (const url of calls) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(429);
      expect(answer.json()).toMatchObject({ errorCode: 11, errorMessage: expect.stringContaining('しばらく待って') });
    }
    expect((await get('/index.html')).statusCode).toBe(200);
    expect((await get(calls[0] ?? '', '198.51.100.1')).statusCode).toBe(200);
  } finally {
    await limited.close();
  }
});
