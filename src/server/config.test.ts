// What is set from outside, and what is not taken.
import { expect, test } from 'vitest';
import { requireKeySettings } from './access/key-ring.ts';
import { BadConfig, readConfig } from './config.ts';

test.each([
  [{ PUBLIC_URL: 'https://kenshin.example.jp' }, 'https://kenshin.example.jp'],
  [{ PUBLIC_URL: 'https://kenshin.example.jp/' }, 'https://kenshin.example.jp'],
  [{ PUBLIC_URL: 'http://10.0.0.5:8080//' }, 'http://10.0.0.5:8080'],
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
  'https://example.jp/kenshin/',
])('PUBLIC_URL %s is refused', (url) => {
  expect(() => readConfig({ PUBLIC_URL: url })).toThrow(BadConfig);
});

test('a database that servers share needs a key that they share', () => {
  const require = (env: Record<string, string>) => requireKeySettings(readConfig(env));
  const shared = { DATABASE_URL: 'postgres://db.example.jp/biyori', PUBLIC_URL: 'https://kenshin.example.jp' };
  expect(() => require(shared)).toThrow(/^SECRET_KEY must be set where DATABASE_URL is/);
  expect(() => require({ ...shared, SECRET_KEY: 'short' })).toThrow(BadConfig);
  expect(() => require({ ...shared, SECRET_KEY: 'k'.repeat(32) })).not.toThrow();
  expect(() => require({})).not.toThrow();
});

test('what is set shows whether others than this machine reach the service', () => {
  expect(readConfig({}).outside).toBeNull();
  expect(readConfig({ HOST: '::1' }).outside).toBeNull();
  expect(readConfig({ PUBLIC_URL: 'https://kenshin.example.jp' }).outside).toBe('PUBLIC_URL is set');
  expect(readConfig({ TRUST_PROXY: '1' }).outside).toBe('TRUST_PROXY is set');
  expect(readConfig({ HOST: '0.0.0.0' }).outside).toBe('HOST is not an address of this machine alone');
});

test('mails carry links: whoever sends them, or shares a database, says where people reach the service', () => {
  const sentence = (name: string) => `PUBLIC_URL must be set where ${name} is: mails carry links.`;
  expect(() => readConfig({ SMTP_URL: 'smtps://mail.example.jp' })).toThrow(sentence('SMTP_URL'));
  expect(() => readConfig({ DATABASE_URL: 'postgres://db' })).toThrow(sentence('DATABASE_URL'));
});

test.each([
  ['SMTP_URL', 'mail.clinic.jp'],
  ['SMTP_URL', 'mail.clinic.jp:587'],
  ['SMTP_URL', 'https://mail.clinic.jp'],
  ['SMTP_URL', 'smtp://user:pa/ss@mail.clinic.jp'],
  ['LOG_LEVEL', 'loud'],
  ['SENDER_DOMAINS', 'some'],
])('%s=%s is refused, in a sentence without its words', (name, value) => {
  const read = () => readConfig({ PUBLIC_URL: 'https://kenshin.example.jp', [name]: value });
  expect(read).toThrow(BadConfig);
  expect(read).toThrow(new RegExp(`^${name} must be (?!.*${value}).*\\.$`));
});

test('http to another machine is taken, with a warning', () => {
  expect(readConfig({ PUBLIC_URL: 'http://10.0.0.5:8080' }).warnings).toHaveLength(1);
  expect(readConfig({ PUBLIC_URL: 'http://localhost:8080' }).warnings).toEqual([]);
  expect(readConfig({ PUBLIC_URL: 'https://kenshin.example.jp' }).warnings).toEqual([]);
});

test('mails without a sender of their own are a warning', () => {
  const mailed = { PUBLIC_URL: 'https://kenshin.example.jp', SMTP_URL: 'smtp://mail.example.jp' };
  expect(readConfig(mailed).warnings).toHaveLength(1);
  expect(readConfig({ ...mailed, MAIL_FROM: 'a@example.jp' }).warnings).toEqual([]);
});

test.each([
  'postgres://u:p@db.example.jp:5432/biyori',
  'postgresql://db/biyori?sslmode=require&statement_timeout=500',
  'postgres://u:a,b@db.example.jp/biyori',
  'postgres://[::1]:5432/biyori',
  'postgres:///biyori?host=/var/run/postgresql',
  'postgres://u@/biyori?host=/var/run/postgresql',
  'postgres://%2Fvar%2Frun%2Fpostgresql/biyori',
])('DATABASE_URL %s is taken', (url) => {
  expect(readConfig({ DATABASE_URL: url, PUBLIC_URL: 'https://kenshin.example.jp' }).databaseUrl).toBe(url);
});

test.each([
  ['postgres://u:secret@a:5432,b:5432/biyori', /several hosts, which is not supported/],
  ['postgres://a,b/biyori', /several hosts/],
  ['postgres:///biyori?host=a,b&target_session_attrs=read-write', /several hosts/],
  ['host=a user=u password=secret dbname=biyori', /must be like postgres:\/\//],
  ['mysql://a/biyori', /must be like postgres:\/\//],
  ['postgres://a:port/biyori', /must be like postgres:\/\//],
])('DATABASE_URL %s is refused, and not printed', (url, sentence) => {
  const read = () => readConfig({ DATABASE_URL: url, PUBLIC_URL: 'https://kenshin.example.jp' });
  expect(read).toThrow(BadConfig);
  expect(read).toThrow(sentence);
  expect(read).not.toThrow(/secret/);
});
