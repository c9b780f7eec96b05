// A folder in memory for what the tests write: hundreds of databases come and go, and none has to outlive the run.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'biyori-tests-';
const GIGABYTE = 2 ** 30;
/** A run fills about one. */
const LEAST_ROOM = 3 * GIGABYTE;
const LEAST_FREE_MEMORY = 6 * GIGABYTE;

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= LEAST_ROOM && os.freemem() >= LEAST_FREE_MEMORY;
  } catch {
    return false;
  }
}

/** Somebody else's process is alive, too. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** What runs have left that were killed would stay in memory until the machine is restarted. What is somebody else's stays. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY).filter((each) => each.startsWith(PREFIX))) {
    if (isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    try {
      rmSync(path.join(MEMORY, name), { recursive: true, force: true });
    } catch {}
  }
}

/** The accounts of whom PostgreSQL runs. */
function servingAccounts(): Set<number> {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const accounts = processes.map((id) => {
    try {
      return readFileSync(`/proc/${id}/comm`, 'utf8').trim() === 'postgres' ? statSync(`/proc/${id}`).uid : [];
    } catch {
      return [];
    }
  });
  return new Set(accounts.flat());
}

/** Killed servers leave their segments, which nobody can have any more once none of the account runs. */
function removeSegments(): void {
  const serving = servingAccounts();
  for (const name of readdirSync(MEMORY).filter((each) => each.startsWith('PostgreSQL.'))) {
    try {
      if (!serving.has(statSync(path.join(MEMORY, name)).uid)) rmSync(path.join(MEMORY, name));
    } catch {}
  }
}

/** For as long as this process lives; the usual folder where there is none in memory, or little room. */
export function makeTemporaryFolder(): string {
  if (!isRoomy()) return os.tmpdir();
  removeLeftovers();
  removeSegments();
  const folder = mkdtempSync(path.join(MEMORY, `${PREFIX}${process.pid}-`));
  // PostgreSQL runs under another account than root's.
  chmodSync(folder, 0o1777);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
