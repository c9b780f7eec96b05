// A backup of every night, the newest kept, and a word when there has been none for too long.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NightlyBackups } from './nightly.ts';

let folder: string;
let dir: string;
let now: Date;
let said: string[];
let trouble: string | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'biyori-nightly-'));
  dir = join(folder, 'backups');
  said = [];
  trouble = null;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (text: string) => {
  now = new Date(`${text}:00+09:00`);
};
const tell = (_: object, line: string) => void said.push(line);

function open(kept = 14) {
  const write = async (file: string) => {
    if (trouble) throw new Error(trouble);
    writeFileSync(file, 'whole');
    return 'some rows';
  };
  const log = { info: tell, error: tell } as never;
  return new NightlyBackups({ write, settings: { dir, kept }, dataDir: folder, clock: () => now, log });
}

test('one a night, from two o’clock on or when the machine is switched on, and a line for each', async () => {
  at('2026-11-15T10:00');
  const nightly = open();
  await nightly.look();
  await nightly.look();
  expect(readdirSync(dir)).toEqual(['kenshin-biyori-20261115-1000.backup']);
  at('2026-11-16T01:59');
  await nightly.look();
  expect(readdirSync(dir)).toHaveLength(1);
  at('2026-11-16T02:00');
  await open().look();
  expect(readdirSync(dir).at(-1)).toBe('kenshin-biyori-20261116-0200.backup');
  expect(said).toEqual(['nightly backup: some rows', 'nightly backup: some rows']);
});

test('the newest are kept, and what somebody else has put there', async () => {
  mkdirSync(dir);
  writeFileSync(join(dir, 'before-the-move.backup'), '');
  writeFileSync(join(dir, 'kenshin-biyori-20260101-0300.backup.part-999999999'), '');
  for (let day = 1; day <= 20; day++) {
    at(`2026-11-${String(day).padStart(2, '0')}T03:00`);
    await open().look();
  }
  const names = readdirSync(dir);
  expect(names).toHaveLength(15);
  expect(names[0]).toBe('before-the-move.backup');
  expect(names[1]).toBe('kenshin-biyori-20261107-0300.backup');
});

test('what fails is told, tried again in an hour, and costs no older one', async () => {
  at('2026-11-15T03:00');
  await open().look();
  const nightly = open(1);
  at('2026-11-16T03:00');
  trouble = 'There is no room left.';
  await nightly.look();
  await nightly.look();
  expect(said.slice(1)).toEqual(['there is no nightly backup; it is tried again in an hour']);
  expect(readdirSync(dir)).toEqual(['kenshin-biyori-20261115-0300.backup']);
  trouble = null;
  at('2026-11-16T04:00');
  await nightly.look();
  expect(readdirSync(dir)).toEqual(['kenshin-biyori-20261116-0400.backup']);
});

test('two days without a good one are too long, from the last one or from the beginning on', async () => {
  at('2026-11-15T03:00');
  const nightly = open();
  await nightly.look();
  at('2026-11-17T03:00');
  expect(nightly.overdueSince()).toBeNull();
  at('2026-11-17T03:01');
  expect(nightly.overdueSince()).toEqual(new Date('2026-11-15T03:00:00+09:00'));
  expect(open().overdueSince()).toEqual(new Date('2026-11-15T03:00:00+09:00'));
  await nightly.look();
  expect(nightly.overdueSince()).toBeNull();

  rmSync(dir, { recursive: true });
  now = new Date();
  const young = open();
  expect(young.overdueSince()).toBeNull();
  now = new Date(now.getTime() + 49 * 3_600_000);
  expect(young.overdueSince()).not.toBeNull();
});

test('while the disk of the backups is away, the last good one grows older all the same, also over restarts', async () => {
  at('2026-11-15T03:00');
  await open().look();
  const away = join(folder, 'away');
  renameSync(dir, away);
  // As a mount point that belongs to somebody else: nothing can be made there.
  writeFileSync(dir, '');
  for (const morning of ['2026-11-16T08:00', '2026-11-17T08:00', '2026-11-18T08:00']) {
    at(morning);
    const restarted = open();
    await restarted.look();
    expect(restarted.lastGood).toEqual(new Date('2026-11-15T03:00:00+09:00'));
    expect(restarted.overdueSince() === null).toBe(morning < '2026-11-17');
  }
  expect(said.slice(1)).toEqual(Array(3).fill('there is no nightly backup; it is tried again in an hour'));
  rmSync(dir);
  renameSync(away, dir);
  await open().look();
  expect(open().overdueSince()).toBeNull();
  expect(readdirSync(dir)).toHaveLength(2);
});

test('one of a clock that ran ahead keeps no night from having its own, and is not thinned out', async () => {
  mkdirSync(dir);
  const ahead = 'kenshin-biyori-20991231-0300.backup';
  writeFileSync(join(dir, ahead), '');
  at('2026-11-15T03:00');
  await open(1).look();
  at('2026-11-16T03:00');
  await open(1).look();
  expect(readdirSync(dir)).toEqual(['kenshin-biyori-20261116-0300.backup', ahead]);
  at('2026-11-19T03:00');
  expect(open().overdueSince()).toEqual(new Date('2026-11-16T03:00:00+09:00'));
});

test('a good one is told as good, though older ones cannot be taken away', async () => {
  mkdirSync(dir);
  // A folder in their place is no file that can be removed.
  mkdirSync(join(dir, 'kenshin-biyori-20261101-0300.backup'));
  at('2026-11-15T03:00');
  const nightly = open(1);
  await nightly.look();
  expect(said).toEqual(['nightly backup: some rows', 'the nightly backup is good, but what is done after it failed']);
  expect(nightly.lastGood).toEqual(now);
  await nightly.look();
  expect(said).toHaveLength(2);
});

test('a folder that cannot be made keeps nobody from starting', async () => {
  writeFileSync(join(folder, 'file'), '');
  dir = join(folder, 'file', 'backups');
  at('2026-11-15T03:00');
  const nightly = open();
  await nightly.look();
  expect(said).toEqual(['there is no nightly backup; it is tried again in an hour']);
  expect(existsSync(dir)).toBe(false);
});
