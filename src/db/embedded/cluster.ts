// Makes the embedded PostgreSQL's cluster where there is none, the folder of its socket, and the surroundings of its programs.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MAY_PASS, StartRefused } from '#db/errors.ts';
import { canReach, digest, hasCluster, type Place, SIGNPOST } from './account.ts';
import { draftName, moveIntoPlace, sweepDrafts } from './drafts.ts';
import { childOptions, type Home } from './programs.ts';

/** Looks after the server itself, and nothing of the service's work. */
export const SUPERUSER = 'biyori';

export async function makeCluster(home: Home, durable: boolean): Promise<void> {
  sweepDrafts(home.folder, 'postgres');
  if (!hasCluster(home.cluster)) {
    if (existsSync(home.cluster) && readdirSync(home.cluster).length > 0) {
      throw new StartRefused(
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

async function initdb(home: Home, args: string[]): Promise<void> {
  try {
    await promisify(execFile)(join(home.bin, 'initdb'), args, childOptions(home));
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    throw new StartRefused(`PostgreSQL's initdb failed on ${home.cluster}:\n${stderr?.trim() || message}`, MAY_PASS);
  }
}

/** Only once the cluster is there: a signpost to nothing stops every later start. */
function leaveSignpost({ data, elsewhere }: Place): void {
  if (elsewhere) writeFileSync(join(data, SIGNPOST), `${elsewhere}\n`, { mode: 0o600 });
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** A socket's path may have 103 bytes on macOS, 107 on Linux. */
const LONGEST_FOLDER = 80;

/**
 * Beside the cluster, where commands see it too: a service under systemd may have a temporary folder of its own. Only a path that is too
 * long has to lie there.
 */
export function socketFolderOf({ folder, cluster, account }: Pick<Place, 'folder' | 'cluster' | 'account'>): string {
  const beside = join(folder, 'socket');
  if (Buffer.byteLength(beside) <= LONGEST_FOLDER) return beside;
  const fits = (dir: string) => Buffer.byteLength(dir) <= 60 && existsSync(dir) && canReach(realpathSync(dir), account);
  return join([tmpdir()].find(fits) ?? '/tmp', `biyori-${digest(`${account.uid} ${cluster}`)}`);
}

export function makeSocketFolder(home: Place): string {
  const { account } = home;
  const folder = socketFolderOf(home);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(folder);
  // Anyone may write to the temporary folder: a folder or link put there by someone else would hand them the database.
  if (!found.isDirectory() || ![account.uid, process.getuid?.()].includes(found.uid)) {
    throw new StartRefused(`${folder} was made by someone else: remove it, then start again.`);
  }
  chmodSync(folder, 0o700);
  if (found.uid !== account.uid) lchownSync(folder, account.uid, account.gid);
  return folder;
}
