// Which PostgreSQL the tests of starts, kills, full disks and backups run on: the one that comes along, and Debian's where it is installed.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { OLDEST_MAJOR } from '#db/embedded/programs.ts';

const DEBIANS = '/usr/lib/postgresql';

const majors = existsSync(DEBIANS) ? readdirSync(DEBIANS).map(Number) : [];

/** The newest one that the service takes; null where there is none. */
export const machineBin =
  majors
    .filter((major) => major >= OLDEST_MAJOR)
    .sort((a, b) => b - a)
    .map((major) => path.join(DEBIANS, String(major), 'bin'))
    .find((bin) => existsSync(path.join(bin, 'postgres'))) ?? null;

/** For tests that run on each of them. */
export const EACH_POSTGRESQL: [name: string, machineBin: string | null][] = [
  ['the one that comes along', null],
  ...(machineBin ? [['Debian’s', machineBin] as [string, string]] : []),
];
