// The top page as it is first asked for: drawn with what its calls answer, and never in the way where they do not.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createInstitution } from '#server/records/institutions.ts';
import { handle } from '#server/service.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { call } from '#wire/call.ts';
import { notFound } from '#wire/failure.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import type { Prerender } from './first-page.ts';
import { mountWebFiles } from './web-files.ts';

const name = call({
  path: '/api/Test/Name',
  who: 'anyone',
  effect: 'read',
  request: record({ of: text('of', '所在') }),
  reply: record({ name: text('name', '名称') }),
});
const MY_PAGE = '<!doctype html><title>健康診断予約</title><link rel="modulepreload"><div id="root"></div>';
const EMPTY = '<!doctype html><title>健康診断予約</title><div id="root"></div>';

const prerender: Prerender = {
  partOf: (pathname) => (pathname.startsWith('/CommonMyPage') ? 'my-page' : null),
  nextQuestion: (pathname, answered) =>
    pathname.startsWith('/CommonTop/') && answered.length === 0
      ? { path: name.path, method: 'POST', form: `of=${pathname.split('/')[2]}` }
      : null,
  drawPage: (_pathname, answered) => {
    drawings++;
    return { title: `<b>${answered[0]?.body.name}`, html: '<main>$&</main>' };
  },
};

let service: TestService;
let folder: string;
let asked: string[] = [];
let drawings = 0;
let answer: (of: string) => Promise<string>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'biyori-first-'));
  await mkdir(path.join(folder, 'assets'));
  for (const file of ['index.html', 'examinee.html']) await writeFile(path.join(folder, file), EMPTY);
  await writeFile(path.join(folder, 'examinee-my-page.html'), MY_PAGE);
  service = await startTestService({
    only: [
      handle(name, async (_db, _who, { of }) => {
        asked.push(of);
        return { name: await answer(of) };
      }),
    ],
  });
  await mountWebFiles(service.app, folder, { service: service.running, prerender });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  asked = [];
  answer = async () => '汐見の丘</script><script>alert(1)</script>';
});

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ method: 'GET', url, headers });

test('it comes with its title, its content and its answers, of which none can become a script', async () => {
  const { statusCode, headers, body } = await get('/CommonTop/a');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("script-src 'self'"),
    vary: 'accept-encoding',
  });
  expect(body).toContain('<title>&lt;b>汐見の丘&lt;/script>');
  // What stands for something in a replacement stands for itself here.
  expect(body).toContain('<div id="root"><main>$&</main></div>');
  expect(body.match(/<\/?script/g)).toHaveLength(2);
  const [, data = ''] = /id="first-answers">(.*)<\/script>/.exec(body) ?? [];
  expect(JSON.parse(data)).toMatchObject([
    { path: name.path, form: 'of=a', body: { errorCode: 0, name: '汐見の丘</script><script>alert(1)</script>' } },
  ]);
});

test('whoever understands it gets it compressed', async () => {
  const plain = await get('/CommonTop/a', { 'accept-encoding': 'identity' });
  const [br, gzip] = [
    await get('/CommonTop/a', { 'accept-encoding': 'gzip, br' }),
    await get('/CommonTop/a', { 'accept-encoding': 'gzip' }),
  ];
  expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
});

test('in a rush one answer serves all who wait for it, and what has changed since shows at the next load', async () => {
  await Promise.all(Array.from({ length: 50 }, () => get('/CommonTop/rush')));
  expect(asked).toEqual(['rush']);
  answer = async () => '新しい名称';
  expect((await get('/CommonTop/rush')).body).toContain('<title>&lt;b>新しい名称');
});

test('the same answers are drawn once', async () => {
  drawings = 0;
  for (let load = 0; load < 5; load++) await get('/CommonTop/same');
  expect([drawings, asked.length]).toEqual([1, 5]);
});

test('a build that takes the place of the first one is given out', async () => {
  const newer = EMPTY.replace('<title>', '<script type="module" src="/assets/new.js"></script><title>');
  await writeFile(path.join(folder, 'examinee.html'), newer);
  expect((await get('/CommonTop/a')).body).toContain('/assets/new.js');
  await writeFile(path.join(folder, 'examinee.html'), EMPTY);
});

test('where the call refuses, fails or does not answer in time, the empty page is given, which asks by itself', async () => {
  answer = async () => {
    throw notFound();
  };
  expect(await get('/CommonTop/none')).toMatchObject({ statusCode: 404, body: EMPTY });
  answer = async () => {
    throw new Error('broken');
  };
  expect(await get('/CommonTop/broken')).toMatchObject({ statusCode: 200, body: EMPTY });
  const slow = Promise.withResolvers<string>();
  answer = () => slow.promise;
  const began = Date.now();
  expect((await get('/CommonTop/slow')).body).toBe(EMPTY);
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_400);
  slow.resolve('');
});

test('pages that are not drawn ask nothing, and come with the files that they begin with', async () => {
  expect((await get('/CommonMyPage?x=1')).body).toBe(MY_PAGE);
  expect((await get('/CommonLogin/a')).body).toBe(EMPTY);
  expect(asked).toEqual([]);
});

test('the bare address leads to the only institution, and where there are several or none, to the staff’s document', async () => {
  const open = async () => {
    await service.running.hidden.refresh();
    const { statusCode, headers } = await get('/');
    return [statusCode, headers.location];
  };
  expect(await open()).toEqual([200, undefined]);
  await createInstitution(service.db, { institutionCode: '10000002', routeParam: 'clinic', name: '丘の上クリニック' });
  expect(await open()).toEqual([302, '/CommonTop/clinic']);
  await createInstitution(service.db, { institutionCode: '10000003', routeParam: 'other', name: '港クリニック' });
  expect(await open()).toEqual([200, undefined]);
});
