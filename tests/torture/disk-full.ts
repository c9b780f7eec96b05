// Fills the disk under load, again and again: nothing more is saved and that is told once, reading goes on, and when there is room
// again so does the rest. A small tmpfs of its own, so that no other disk is ever filled.
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, statfsSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Violation } from '#server/verify/verify.ts';
import { connectBeside, connectionTo, type RealService, startRealService } from '#tests/kit/real-service.ts';
import { audit, everyLoadServed } from './afterwards.ts';
import { openGround } from './ground.ts';
import { type Loads, startLoads } from './load.ts';

/** Nearly: somebody else's files leave a little. Wholly: they leave nothing. Log: nothing, and PostgreSQL needs a new file of its log at once. */
export const FILLINGS = ['nearly', 'wholly', 'log'] as const;
type Filling = (typeof FILLINGS)[number];

const MB = 1024 * 1024;
const DISK = '512m';
/** Less than the service keeps for PostgreSQL. */
const LEFT = { nearly: 40 * MB, wholly: 0, log: 0 } as const;
/** One that tells of the fault, and a few beside it; not one per call. */
const MOST_LINES = 30;
/** Until the service knows: it looks once a second. */
const NOTICED_MS = 30_000;

export interface Outcome {
  bookings: number;
  missing: string[];
  violations: Violation[];
  strange: string[];
  trouble: string[];
}

/** Null where nobody may mount one here. */
function mountSmallDisk(folder: string): (() => void) | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=711`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return () => execFileSync('umount', [folder]);
}

const roomOn = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Until so much is left, or nothing more goes in. */
function inflate(balloon: string, left: number): void {
  const file = openSync(balloon, 'a');
  try {
    const piece = Buffer.alloc(64 * 1024);
    while (roomOn(path.dirname(balloon)) > left) writeSync(file, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/** Null where there can be no small disk; whoever calls has to say so. */
export async function fillDisk(
  fillings: readonly Filling[],
  fullMs: number,
  say: (line: string) => void = () => {},
  env: Record<string, string> = {},
): Promise<Outcome | null> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'biyori-disk-'));
  const unmount = mountSmallDisk(folder);
  if (!unmount) {
    await rm(folder, { recursive: true, force: true });
    return null;
  }
  const dataDir = path.join(folder, 'data');
  const trouble: string[] = [];
  let service: RealService | undefined;
  try {
    service = await startRealService(dataDir, env);
    await openGround(connectionTo(dataDir));
    const loads = await startLoads(service);
    try {
      await everyLoadServed(service, loads, 'before the first');
      for (const filling of fillings) {
        trouble.push(
          ...(await fillOnce({ service, loads, dataDir, balloon: path.join(folder, 'balloon'), fullMs }, filling)),
        );
        say(`${filling}: ${loads.bookings.size} bookings so far`);
      }
    } catch (error) {
      trouble.push((error as Error).message);
    } finally {
      await loads.stop();
    }
    if (!service.isRunning()) service = await startRealService(dataDir, env);
    return { bookings: loads.bookings.size, trouble, ...(await audit(dataDir, loads)) };
  } finally {
    await service?.stop();
    unmount();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Ground {
  service: RealService;
  loads: Loads;
  dataDir: string;
  balloon: string;
  /** How long it stays so. */
  fullMs: number;
}

const REPORTS = /the disk is full|is full: PostgreSQL|room on the disk/;

/** What was not as it must be. */
async function fillOnce({ service, loads, dataDir, balloon, fullMs }: Ground, filling: Filling): Promise<string[]> {
  const trouble: string[] = [];
  const before = service.output.length;
  const client = filling === 'log' ? await connectBeside(dataDir) : null;
  try {
    inflate(balloon, LEFT[filling]);
    // It ends the server that is asked, and all others with it.
    await client?.query('select pg_switch_wal(), pg_sleep(1)').catch(() => {});
    for (const deadline = Date.now() + NOTICED_MS; await isReady(service); await wait(100)) {
      if (Date.now() < deadline) continue;
      trouble.push(`${filling}: health tells nothing of it`);
      break;
    }
    // Health tells of the disk itself; what was under way may still be saved until the service has told, and a moment longer.
    const isReported = () => service.output.slice(before).some((line) => REPORTS.test(line));
    for (const deadline = Date.now() + NOTICED_MS; !isReported() && Date.now() < deadline; await wait(100)) {
      inflate(balloon, LEFT[filling]);
    }
    await wait(1_000);
    const since = Date.now();
    for (const end = since + fullMs; Date.now() < end; await wait(200)) inflate(balloon, LEFT[filling]);
    const unread = loads.unservedSince(since).filter((kind) => kind === 'list' || kind === 'calendar');
    // Where PostgreSQL itself is down there is nothing to read from.
    if (filling !== 'log' && unread.length > 0) trouble.push(`${filling}: nobody could read (${unread})`);
    if (!loads.unservedSince(since).includes('booking')) trouble.push(`${filling}: the disk was not full`);
  } finally {
    await client?.end().catch(() => {});
    await rm(balloon, { force: true });
  }
  await everyLoadServed(service, loads, `after a disk that was full (${filling})`);
  const lines = service.output.slice(before);
  if (!lines.some((line) => REPORTS.test(line))) trouble.push(`${filling}: the log does not tell of the disk`);
  if (lines.length > MOST_LINES) trouble.push(`${filling}: ${lines.length} lines in the log: ${lines.slice(0, 5)}`);
  return trouble;
}

const isReady = (service: RealService) =>
  fetch(`http://127.0.0.1:${service.port}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.ok,
    () => false,
  );
