// Finds where the embedded PostgreSQL lives: a folder for the cluster, and an account that reaches it, also when the service runs as root.

import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartRefused } from '#db/errors.ts';

const ACCOUNT_NAME = 'kenshin-biyori';
/** For what root's data folder cannot hold, since PostgreSQL's account does not get there. */
export const SHARED = '/var/lib/kenshin-biyori';
/** A data folder that is moved must still find its cluster, or it would come up empty. */
export const SIGNPOST = 'postgres-lies-elsewhere.txt';

export interface Account {
  uid: number;
  gid: number;
}

export interface Place {
  /** real path of the data folder */
  data: string;
  /** holds the cluster and its log: the data folder, or a folder below SHARED */
  folder: string;
  cluster: string;
  elsewhere: string | null;
  account: Account;
}

export function findPlace(dataDir: string): Place {
  // Parents keep the usual mode: only the data folder itself is private.
  mkdirSync(dirname(dataDir), { recursive: true });
  if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 });
  const data = realpathSync(dataDir);
  const self = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  const folder = self.uid === 0 ? chooseFolder(data) : data;
  const cluster = join(folder ?? data, 'postgres');
  const owner = statSync(cluster, { throwIfNoEntry: false });

  if (self.uid !== 0) {
    const foreign = owner ? owner.uid !== self.uid : existsSync(join(data, SIGNPOST));
    if (foreign)
      throw new StartRefused(
        `The database of ${data} belongs to another account: chown -R to the one that this runs as, or start the service as root.`,
      );
    return { data, folder: data, cluster, elsewhere: null, account: self };
  }

  if (owner?.uid === 0 && hasCluster(cluster)) {
    throw new StartRefused(
      `${cluster} belongs to root, as whom PostgreSQL refuses to run: chown -R ${ACCOUNT_NAME} ${cluster}`,
    );
  }
  // An existing cluster keeps its owner, so that a single start with sudo does not lock out the ordinary user.
  const account = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : systemAccount();
  return { data, ...settle(data, folder, account), account };
}

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
      `${signpost} names a database that is not there: bring it back, or delete that file to begin again.`,
    );
  }
  return hasCluster(join(sharedFolder(data), 'postgres')) ? sharedFolder(data) : null;
}

/** Makes the chosen folder reachable for the account; a new cluster goes below SHARED when the data folder cannot be. */
function settle(data: string, chosen: string | null, account: Account) {
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

export const hasCluster = (cluster: string) => existsSync(join(cluster, 'PG_VERSION'));

const sharedFolder = (data: string) => join(SHARED, digest(data));

export function makeShared(folder: string): void {
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

export const digest = (text: string) => hash('sha256', text).slice(0, 16);
