// What is set from outside, and what is not taken.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSecret } from './access/secret.ts';
import { BadConfig, readConfig } from './config.ts';

test.each([
  [{ PUBLIC_URL: 'https://kenshin.example.jp' }, 'https://kenshin.example.jp'],
  [{ PUBLIC_URL: 'https://kenshin.example.jp/' }, 'https://kenshin.example.jp'],
  [{ PUBLIC_URL: 'http://10.0.0.5:8080//' }, 'http://10.0.0.5:8080'],
  [{ PUBLIC_URL: 'https://example.jp/kenshin/' }, 'https://example.jp/kenshin'],
  [{}, 'http://127.0.0.1:8080'],
  [{ HOST: '::1', PORT: '81' }, 'http://[::1]:81'],
])('links in mails with %o begin with %s', (env, url) => {
  expect(readConfig(env).publicUrl).toBe(url);
});

test.each([
  'kenshin.example.jp',
  'localhost:8080',
  'ftp://example.jp',
  'javascript:alert(1)',
  'https://',
  'https://a?b=c',
  'https://u:p@a',
])('PUBLIC_URL %s is refused', (url) => {
  expect(() => readConfig({ PUBLIC_URL: url })).toThrow(BadConfig);
});

test('a database that servers share needs a key that they share', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'biyori-key-'));
  const read = (env: Record<string, string>) => readSecret(readConfig({ DATA_DIR: dataDir, ...env }));
  const shared = { DATABASE_URL: 'postgres://db.example.jp/biyori' };
  try {
    expect(() => read(shared)).toThrow(/^DATABASE_URL needs SECRET_KEY/);
    expect(() => read({ ...shared, SECRET_KEY: 'short' })).toThrow(BadConfig);
    expect(read({ ...shared, SECRET_KEY: 'k'.repeat(32) })).toEqual(Buffer.from('k'.repeat(32)));
    expect(read({})).toEqual(read({}));
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
