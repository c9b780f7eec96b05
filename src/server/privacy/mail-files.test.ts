// Mails in files: those whose time is over go, and those of people who were forgotten.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putMail } from '#tests/kit/outbox.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { sweepMailFiles } from './run-retention.ts';

let service: TestService;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'biyori-mails-'));
  service = await startTestService({ env: { DATA_DIR: dataDir } });
  await service.openInstitution('10000001', 'clinic01');
});
afterAll(async () => {
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('a file goes with its mail, or when the shortest time of all institutions is over', async () => {
  expect(await sweepMailFiles(service.running)).toBe(0);
  const folder = join(dataDir, 'mails');
  await mkdir(folder);
  const kept = await putMail(service.db);
  const old = await putMail(service.db);
  const names = {
    kept: `20261101T010000Z-booked-${kept}.eml`,
    old: `20260801T010000Z-changed_by_staff-${old}.eml`,
    forgotten: `20261101T010000Z-booked-${crypto.randomUUID()}.eml`,
    foreign: 'notes.txt',
  };
  for (const name of Object.values(names)) await writeFile(join(folder, name), '');
  expect(await sweepMailFiles(service.running)).toBe(2);
  expect((await readdir(folder)).sort()).toEqual([names.kept, names.foreign].sort());
});
