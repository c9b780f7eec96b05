// The sample that partners are given does what their document says.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHospital, HOSPITAL, SOCIETY } from '#tests/kit/booking-hospital.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { HANDOVER } from './contract.ts';

const SAMPLE = new URL('../../docs/sample/hand-over.mjs', import.meta.url).pathname;
const PAGE = `https://biyori.example.jp/CommonLogin/r${HOSPITAL}`;
const ISSUER = 'https://portal.example.jp';
const folder = mkdtempSync(path.join(os.tmpdir(), 'biyori-partner-'));
const sample = (...args: string[]) =>
  execFileSync(process.execPath, [SAMPLE, ...args], { cwd: folder, encoding: 'utf8' }).trim();

let service: TestService;
beforeAll(async () => {
  // Its clock is the real one.
  service = await startTestService({ now: new Date().toISOString(), env: { PUBLIC_URL: 'https://biyori.example.jp' } });
  await buildHospital(service.db);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

test('keys, a link, and the person is taken over, once', async () => {
  sample('keys');
  const key = { institution_code: HOSPITAL, client_code: SOCIETY, issuer: ISSUER, key_id: '2026' };
  const public_key = readFileSync(path.join(folder, 'public.pem'), 'utf8');
  await service.db
    .insertInto('partner_keys')
    .values({ ...key, public_key })
    .execute();
  const signing = ['--key', 'private.pem', '--key-id', '2026', '--issuer', ISSUER];
  const link = sample('link', ...signing, '--page', PAGE, '--subject', 'member-0001');
  const [page, assertion = ''] = link.split('#assertion=');
  expect(page).toBe(PAGE);
  const handOver = () => service.post('/Token', { grant_type: HANDOVER, ircd: HOSPITAL, assertion });
  expect(await handOver()).toMatchObject({ status: 200, body: { jgcd: SOCIETY, userId: '' } });
  expect(await handOver()).toEqual({ status: 400, body: { error: 'invalid_grant' } });
});
