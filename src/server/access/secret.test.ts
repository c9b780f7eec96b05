// The service's own key: made once, known to the database by a mark, and never exchanged unawares.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { secretFile, settleSecret } from './key-ring.ts';

let service: TestService;
let dataDir: string;
beforeAll(async () => {
  service = await startTestService();
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'biyori-key-'));
});
afterEach(async () => {
  await service.db.deleteFrom('service_key').execute();
  rmSync(secretFile(dataDir), { force: true });
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true });
  await service.close();
});

const SHARED = { DATABASE_URL: 'postgres://db.example.jp/biyori', PUBLIC_URL: 'https://kenshin.example.jp' };
const [ONE, OTHER] = ['1'.repeat(32), '2'.repeat(32)];
const settle = (env: Record<string, string> = {}, flags?: { takesNew: boolean }) =>
  settleSecret(service.db, readConfig({ DATA_DIR: dataDir, ...env }), flags).then(({ mark }) => mark);

test('of an empty database it is made, and stays; nobody else may read it', async () => {
  const made = await settle();
  expect(await settle()).toEqual(made);
  expect(statSync(secretFile(dataDir)).mode & 0o777).toBe(0o600);
});

test('where it is lost, none is made in its place until somebody says so', async () => {
  const made = await settle();
  rmSync(secretFile(dataDir));
  await expect(settle()).rejects.toThrow(/secret\.key is missing, and these data were made with it\.\n/);
  expect(existsSync(secretFile(dataDir))).toBe(false);
  const next = await settle({}, { takesNew: true });
  expect(next).not.toEqual(made);
  expect(await settle()).toEqual(next);
});

test('one of other data is not taken, nor written over', async () => {
  await settle();
  writeFileSync(secretFile(dataDir), ONE);
  await expect(settle()).rejects.toThrow('secret.key is not the key of these data.');
  expect(readFileSync(secretFile(dataDir), 'utf8')).toBe(ONE);
});

test('a server with another key than its fellows is refused, whoever comes first', async () => {
  const both = await Promise.allSettled([ONE, OTHER].map((SECRET_KEY) => settle({ ...SHARED, SECRET_KEY })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const first = both[0]?.status === 'fulfilled' ? ONE : OTHER;
  const second = first === ONE ? OTHER : ONE;
  await expect(settle({ ...SHARED, SECRET_KEY: second })).rejects.toThrow('SECRET_KEY is not the key of these data.');
  await settle({ ...SHARED, SECRET_KEY: second }, { takesNew: true });
  await expect(settle({ ...SHARED, SECRET_KEY: first })).rejects.toThrow('SECRET_KEY is not the key of these data.');
});
