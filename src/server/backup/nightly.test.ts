// A backup of every night, the newest kept, and a word when there has been none for too long.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Config } from '#server/config.ts';
import { NightlyBackups } from './nightly.ts';
import { findOwn, refuseLostData } from './stored-backups.ts';

const OWN = '0a1b2c3d';

let folder: string;
let dir: string;
let now: Date;
let lines: string[];
let trouble: string | null;
let rows: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'biyori-nightly-'));
  dir = join(folder, 'backups');
  lines = [];
  trouble = null;
  rows = 1000;
  writeFileSync(join(folder, 'data-id'), `${OWN}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (text: string) => {
  now = new Date(`${text}:00+09:00`);
};
const print = (_: object, line: string) => void lines.push(line);

function open(kept = 14) {
  const write = async (file: string) => {
    if (trouble) throw new Error(trouble);
    writeFileSync(file, 'whole');
    return { line: 'some rows', rows };
  };
  const log = { info: print, error: print } as never;
  return new NightlyBackups({ write, settings: { dir, kept }, dataDir: folder, clock: () => now, log });
}

test('one a night, from two o’clock on or when the machine is switched on, and a line for each', async () => {
  at('2026-11-15T10:00');
  const nightly = open();
  await nightly.look();
  await nightly.look();
  expect(readdirSync(dir)).toEqual(['kenshin-biyori-20261115-1000-0a1b2c3d.backup']);
  at('2026-11-16T01:59');
  await nightly.look();
  expect(readdirSync(dir)).toHaveLength(1);
  at('2026-11-16T02:00');
  await open().look();
  expect(readdirSync(dir).at(-1)).toBe('kenshin-biyori-20261116-0200-0a1b2c3d.backup');
  expect(lines).toEqual(['nightly backup: some rows', 'nightly backup: some rows']);
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
  expect(names[1]).toBe('kenshin-biyori-20261107-0300-0a1b2c3d.backup');
});

test('what fails is reported, tried again in an hour, and costs no older one', async () => {
  at('2026-11-15T03:00');
  await open().look();
  const nightly = open(1);
  at('2026-11-16T03:00');
  trouble = 'There is no room left.';
  await nightly.look();
  await nightly.look();
  expect(lines.slice(1)).toEqual(['there is no nightly backup; it is tried again in an hour']);
  expect(readdirSync(dir)).toEqual(['kenshin-biyori-20261115-0300-0a1b2c3d.backup']);
  trouble = null;
  at('2026-11-16T04:00');
  await nightly.look();
  expect(readdirSync(dir)).toEqual(['kenshin-biyori-20261116-0400-0a1b2c3d.backup']);
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

  // A folder of today's, with nothing noted about an earlier one.
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
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
  expect(lines.slice(1)).toEqual(Array(3).fill('there is no nightly backup; it is tried again in an hour'));
  rmSync(dir);
  renameSync(away, dir);
  await open().look();
  expect(open().overdueSince()).toBeNull();
  expect(readdirSync(dir)).toHaveLength(2);
});

test('one of a clock that ran ahead keeps no night from having its own, and is not thinned out', async () => {
  mkdirSync(dir);
  const ahead = 'kenshin-biyori-20991231-0300-0a1b2c3d.backup';
  writeFileSync(join(dir, ahead), '');
  at('2026-11-15T03:00');
  await open(1).look();
  at('2026-11-16T03:00');
  await open(1).look();
  expect(readdirSync(dir)).toEqual(['kenshin-biyori-20261116-0300-0a1b2c3d.backup', ahead]);
  at('2026-11-19T03:00');
  expect(open().overdueSince()).toEqual(new Date('2026-11-16T03:00:00+09:00'));
});

test('a good one is reported as good, though older ones cannot be taken away', async () => {
  mkdirSync(dir);
  // A folder in their place is no file that can be removed.
  mkdirSync(join(dir, 'kenshin-biyori-20261101-0300-0a1b2c3d.backup'));
  writeFileSync(join(folder, 'last-backup'), 'kenshin-biyori-20261101-0300-0a1b2c3d.backup\n1000\n');
  at('2026-11-15T03:00');
  const nightly = open(1);
  await nightly.look();
  expect(lines).toEqual(['nightly backup: some rows', 'the nightly backup is good, but what is done after it failed']);
  expect(nightly.lastGood).toEqual(now);
  await nightly.look();
  expect(lines).toHaveLength(2);
});

test('a folder that cannot be made keeps nobody from starting', async () => {
  writeFileSync(join(folder, 'file'), '');
  dir = join(folder, 'file', 'backups');
  at('2026-11-15T03:00');
  const nightly = open();
  await nightly.look();
  expect(lines).toEqual(['there is no nightly backup; it is tried again in an hour']);
  expect(existsSync(dir)).toBe(false);
});

test('backups of other data are neither thinned out nor taken for those of this night', async () => {
  mkdirSync(dir);
  const others = ['kenshin-biyori-20261112-0300.backup', 'kenshin-biyori-20261115-0230-ffffffff.backup'];
  for (const name of others) writeFileSync(join(dir, name), '');
  for (const day of ['15', '16', '17']) {
    at(`2026-11-${day}T03:00`);
    await open(1).look();
  }
  expect(readdirSync(dir).sort()).toEqual([...others, `kenshin-biyori-20261117-0300-${OWN}.backup`]);
});

test('a folder of 1.0.0 gets an id, and goes on with the backups that it had made until then', async () => {
  mkdirSync(dir);
  rmSync(join(folder, 'data-id'));
  const [first, last, later] = ['20261113', '20261114', '20261117'].map((day) => `kenshin-biyori-${day}-0300.backup`);
  for (const name of [first, last, later]) writeFileSync(join(dir, name!), '');
  writeFileSync(join(folder, 'last-backup'), `${last}\n`);
  at('2026-11-15T03:00');
  // Nothing is known of the rows of the one before.
  await open(2).look();
  expect(readdirSync(dir)).toHaveLength(4);
  at('2026-11-16T03:00');
  await open(2).look();
  const names = readdirSync(dir).sort();
  expect(names).toEqual([
    expect.stringMatching(/^kenshin-biyori-20261115-0300-[0-9a-f]{8}\.backup$/),
    expect.stringMatching(/^kenshin-biyori-20261116-0300-[0-9a-f]{8}\.backup$/),
    later,
  ]);
});

test('one with far fewer rows than the one before thins nothing out, and says so every night until somebody acts', async () => {
  const nights = ['2026-11-14T03:00', '2026-11-15T03:00', '2026-11-16T03:00', '2026-11-17T03:00'];
  for (const [night, moment] of nights.entries()) {
    at(moment);
    rows = night === 0 ? 1000 : 499;
    await open(1).look();
  }
  expect(readdirSync(dir)).toHaveLength(4);
  expect(lines.filter((line) => line.includes('far fewer rows'))).toHaveLength(3);
  rmSync(join(folder, 'last-backup'));
  at('2026-11-18T03:00');
  await open(1).look();
  at('2026-11-19T03:00');
  await open(1).look();
  expect(readdirSync(dir)).toEqual([`kenshin-biyori-20261119-0300-${OWN}.backup`]);
});

test('data that are lost beside their own id are reported; who starts over gets another, and the old backups are nobody’s', () => {
  mkdirSync(dir, { recursive: true });
  const old = `kenshin-biyori-20261114-0300-${OWN}.backup`;
  writeFileSync(join(dir, old), 'whole');
  writeFileSync(join(folder, 'last-backup'), `${old}\n1000\n`);
  // The place of a disk that is away.
  mkdirSync(join(folder, 'postgres'));
  const config = { dataDir: folder, databaseUrl: null, backups: { dir } } as Config;
  expect(() => refuseLostData(config, false)).toThrow(/^There are no data in .* but 1 backups of other data/);
  refuseLostData(config, true);
  expect(existsSync(join(folder, 'data-id')) || existsSync(join(folder, 'last-backup'))).toBe(false);
  expect(findOwn(folder).id).not.toBe(OWN);
});
