// The key is rotated: what was made with the one before still opens, what is made since needs the new one alone.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sealTotp, unsealTotp } from '#account/factors.ts';
import { followKey, type KeyRing, secretFile, settleSecret } from '#server/access/key-ring.ts';
import { checkKeyed, keyedHash } from '#server/access/passwords.ts';
import { readConfig } from '#server/config.ts';
import { readAddressee, sealAddressee } from '#server/mail/mail-consent.ts';
import { hashSetupCode } from '#server/records/staff-accounts.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { keyCommands } from './keys.ts';

const OWNER = { institutionCode: '10000001', userId: 'rotate01' };
const APP = Buffer.from('twenty bytes of one!');
const LINK = { institutionCode: '10000001', mail: 'hanako@example.jp' };

let service: TestService;
let dataDir: string;
beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution(OWNER.institutionCode, OWNER.userId);
});
afterAll(() => service.close());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'biyori-rotate-'));
  vi.stubEnv('DATA_DIR', dataDir);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true });
  await service.db.deleteFrom('service_key').execute();
});

const settle = (env: Record<string, string> = {}) =>
  settleSecret(service.db, readConfig({ DATA_DIR: dataDir, ...env }));
const rotate = async (...flags: string[]) => (await keyCommands['rotate-key']!(flags))(service.db);
const putSealed = (ring: KeyRing) =>
  service.db
    .updateTable('administrators')
    .set({ totp_sealed: sealTotp(ring, OWNER, APP) })
    .execute();
const readSealed = async () =>
  (await service.db.selectFrom('administrators').select('totp_sealed').executeTakeFirstOrThrow()).totp_sealed ?? '';

test('beside a running service, with the key in the data folder', async () => {
  const running = await settle();
  const before = readFileSync(secretFile(dataDir), 'utf8');
  await putSealed(running);
  const made = {
    link: sealAddressee(running, LINK),
    password: keyedHash(running, 'FirstFirstFirst1'),
    setup: hashSetupCode(running, OWNER, 'K7QM-2XNP-9RTA')[0] ?? '',
  };
  await expect(rotate('--finish')).rejects.toThrow('No rotation is under way');

  expect(await rotate()).toMatch(
    /^The key is [0-9a-f]{8} now, before it [0-9a-f]{8}; 1 authenticator apps were sealed again\./,
  );
  expect(statSync(secretFile(dataDir)).mode & 0o777).toBe(0o600);
  const [newest = '', old, ...none] = readFileSync(secretFile(dataDir), 'utf8').split('\n');
  expect([old, none]).toEqual([before, []]);
  // At once, before the service has looked which key is current; then it makes what is new with that one.
  expect(unsealTotp(running, OWNER, await readSealed())).toEqual(APP);
  await followKey(service.db, running);
  const link = sealAddressee(running, { ...LINK, mail: 'jiro@example.jp' });
  expect(readAddressee(running, made.link)).toEqual(LINK);
  expect(checkKeyed(running, made.password, 'FirstFirstFirst1')).toBe(true);
  expect(hashSetupCode(running, OWNER, 'K7QM-2XNP-9RTA')).toContain(made.setup);
  // A start with both goes on; with the one of before alone it is refused, as with any other.
  expect((await settle()).mark).toBe(running.mark);
  writeFileSync(secretFile(dataDir), before);
  await expect(settle()).rejects.toThrow('is not the key of these data');

  writeFileSync(secretFile(dataDir), `${newest}\n${before}`);
  expect(await rotate('--finish')).toContain('is gone');
  expect(readFileSync(secretFile(dataDir), 'utf8')).toBe(newest);
  const after = await settle();
  expect(unsealTotp(after, OWNER, await readSealed())).toEqual(APP);
  expect(readAddressee(after, link)).not.toBeNull();
  expect(readAddressee(after, made.link)).toBeNull();
  expect(checkKeyed(after, made.password, 'FirstFirstFirst1')).toBe(false);
});

test('with SECRET_KEY on several servers, none of which stops', async () => {
  const [one, two] = ['1'.repeat(32), '2'.repeat(32)];
  const old = await settle({ SECRET_KEY: one });
  await putSealed(old);
  vi.stubEnv('SECRET_KEY', one);
  await expect(rotate()).rejects.toThrow('SECRET_KEY_PREVIOUS');
  // As long as some have the old one alone, all seal with that.
  const both = { SECRET_KEY: two, SECRET_KEY_PREVIOUS: one };
  const first = await settle(both);
  expect(first.mark).toBe(old.mark);
  expect(readAddressee(old, sealAddressee(first, LINK))).toEqual(LINK);
  await expect(settle({ SECRET_KEY: two })).rejects.toThrow('is not the key of these data');

  for (const [name, value] of Object.entries(both)) vi.stubEnv(name, value);
  expect(await rotate()).toContain('1 authenticator apps were sealed again');
  expect(await rotate()).toContain('0 authenticator apps were sealed again');
  await followKey(service.db, first);
  const second = await settle(both);
  expect(readAddressee(second, sealAddressee(first, LINK))).toEqual(LINK);
  // A server that was left behind says so, and what it has of before still opens.
  await expect(followKey(service.db, old)).rejects.toThrow('another key');
  expect(await rotate('--finish')).toContain('Take SECRET_KEY_PREVIOUS');
  const last = await settle({ SECRET_KEY: two });
  expect(unsealTotp(last, OWNER, await readSealed())).toEqual(APP);
});
