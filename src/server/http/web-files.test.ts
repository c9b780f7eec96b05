// Pages, their files and compressed answers, with the headers that browsers and caches go by.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptsEncoding } from '#server/answers.ts';
import { handle } from '#server/service.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { call } from '#wire/call.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import { mountWebFiles } from './web-files.ts';

const PAGE = '<!doctype html><title>健診びより</title>';
const EXAMINEES = '<!doctype html><title>健康診断予約</title><div id="root"></div>';
const SCRIPT = 'console.log("健診");'.repeat(200);
const long = call({
  path: '/api/Test/Long',
  who: 'anyone',
  effect: 'read',
  reply: record({ word: text('word', '言葉') }),
});

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'biyori-pages-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), PAGE);
  await writeFile(path.join(folder, 'examinee.html'), EXAMINEES);
  await writeFile(path.join(folder, 'assets', 'a-1234.js'), SCRIPT);
  await writeFile(path.join(folder, 'assets', 'a-1234.js.gz'), gzipSync(SCRIPT));
  service = await startTestService({ only: [handle(long, async () => ({ word: '健診'.repeat(3000) }))] });
  await mountWebFiles(service.app, folder);
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ method: 'GET', url, headers });

test('every screen is the document of its wing, fresh, under a policy that lets nothing foreign run', async () => {
  for (const [url, page] of [
    ['/', PAGE],
    ['/index.html', PAGE],
    ['/AdminLogin?x=%FF', PAGE],
    ['/Nothing', PAGE],
    ['/CommonSelectCourse', EXAMINEES],
    ['/CommonTop/demo?x=1', EXAMINEES],
    ['/UtilityError', EXAMINEES],
  ] as const) {
    const { statusCode, body, headers } = await get(url);
    expect([statusCode, body], url).toEqual([200, page]);
    expect(headers, url).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy, url).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]),
    );
    expect(policy.join(), url).not.toMatch(/unsafe|\*|http/);
  }
});

test('the page behind a link in an invitation tells its address to nobody', async () => {
  const { statusCode, headers } = await get(`/CommonUnsubscribe/demo/${'k'.repeat(150)}`);
  expect([statusCode, headers['referrer-policy']]).toEqual([200, 'no-referrer']);
  expect((await get('/CommonTop/demo')).headers['referrer-policy']).toBe('same-origin');
});

test('files with a hash in their name are kept for ever, compressed where that is understood', async () => {
  const plain = await get('/assets/a-1234.js', { 'accept-encoding': 'gzip;q=0' });
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, SCRIPT]);
  const packed = await get('/assets/a-1234.js', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringMatching(/accept-encoding/i) });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(SCRIPT);
});

test('what is not there is a page for people and an answer for programs', async () => {
  expect((await get('/assets/none.js')).statusCode).toBe(404);
  for (const url of ['/metrics', '/metrics/', '/nothing?x=1', '/assets']) {
    const { statusCode, body } = await get(url);
    expect([statusCode, body], url).toEqual([404, PAGE]);
  }
  for (const [method, url] of [
    ['POST', '/api/Test/None'],
    ['GET', long.path],
    ['PUT', long.path],
    ['GET', '/Token'],
  ] as const) {
    const answer = await service.app.inject({ method, url });
    expect(answer.statusCode, url).toBe(404);
    expect(answer.json(), url).toMatchObject({ errorCode: 16 });
    expect(answer.headers, url).toMatchObject({ 'cache-control': 'no-store' });
  }
});

test('long answers are compressed for whoever understands it', async () => {
  const post = (encoding: string) =>
    service.app.inject({ method: 'POST', url: long.path, headers: { 'accept-encoding': encoding } });
  const [plain, packed] = [await post('gzip;q=0'), await post('gzip')];
  expect([plain.headers['content-encoding'], plain.headers['content-type']]).toEqual([
    undefined,
    'application/json; charset=utf-8',
  ]);
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    'cache-control': 'no-store',
  });
  expect(packed.rawPayload.length).toBe(Number(packed.headers['content-length']));
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(plain.json());
});

test.each([
  ['gzip', true],
  ['deflate, GZIP;q=0.5, br', true],
  ['x-gzip', true],
  ['*', true],
  ['br;q=1, *;q=0.1', true],
  [undefined, false],
  ['', false],
  ['br', false],
  ['gzip;q=0', false],
  ['gzip ; q=0.000, br', false],
  ['gzip;q=0, *', false],
  ['*;q=0', false],
  ['notgzip', false],
])('accept-encoding: %s', (header, accepted) => {
  expect(acceptsEncoding('gzip', header)).toBe(accepted);
});
