// Keeps the PostgreSQL of the service running, the one that comes along or the machine's, on one data folder and for one process at a time.
import { readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAY_PASS, StartRefused } from '#db/errors.ts';
import { findPlace, hasCluster } from './account.ts';
import { type EmbeddedRoles, makeCluster, makeSocketFolder, rolesAt } from './cluster.ts';
import { guardDiskReserve, isNearlyFull, NoDiskSpace } from './disk-reserve.ts';
import { AlreadyRunning, becomeOwner, endOrphan, OWNER_PATIENCE } from './owner.ts';
import { findHome, type Home } from './programs.ts';
import {
  type EmbeddedOptions,
  type Launch,
  logOf,
  PORT,
  removeStaleLock,
  rotateLog,
  runningServer,
  type Server,
  spawnServer,
  stopServer,
} from './server-process.ts';

/** Says which commands lead on, where the data were written by another major version. */
function refuseOtherMajorVersion({ cluster, data, major }: Pick<Home, 'cluster' | 'data' | 'major'>): void {
  if (!hasCluster(cluster)) return;
  const written = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (written === major) return;
  throw new StartRefused(
    [
      `The data in ${data} are PostgreSQL ${written}'s, and what is to work on them is PostgreSQL ${major}. Nothing was changed.`,
      `With PostgreSQL ${written} (the program of before, or POSTGRES_BIN as it was before):  deploy/operator.sh backup FILE`,
      `Then move ${data} away, and as it is set now:  deploy/operator.sh restore FILE`,
    ].join('\n'),
  );
}

/** The pause before a restart: none for a server that lived this long, then longer and longer. */
const STEADY_MS = 5_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** With the pauses between them about three minutes. */
const MAX_ATTEMPTS = 12;
/** A full disk is waited for as long as it takes. */
const ROOM_PAUSE_MS = 1_000;

export interface EmbeddedDatabase extends EmbeddedRoles {
  /** where the cluster lies when it could not be put into the data folder; null otherwise */
  elsewhere: string | null;
  /** says why, when the server has ended and cannot be started again */
  lost: Promise<Error>;
  /** from now on nothing is saved while the disk is nearly full: for whoever has written what a start writes */
  keepRoom(): void;
  /** whether that is so now, known without the database's word */
  isFull(): boolean;
  stop(): Promise<void>;
  /** asks the server to end, for a process that ends at once itself */
  letGo(): void;
}

export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
  report: (line: string) => void = () => {},
): Promise<EmbeddedDatabase> {
  const home = findHome(dataDir, options.machineBin ?? null);
  if (inThisProcess.has(home.cluster)) throw new AlreadyRunning(home.data);
  inThisProcess.add(home.cluster);
  const stopped = new AbortController();
  try {
    refuseOtherMajorVersion(home);
    await makeCluster(home, options.durable ?? true);
    const sockets = makeSocketFolder(home);
    const wanted: Launch = { home, sockets, options, signal: stopped.signal };
    const log = await rotateLog(logOf(home), options.log);
    stopped.signal.addEventListener('abort', log.stop);
    let server = await launch(wanted);
    const owner = await becomeOwner(home, server.pid, sockets);
    const roles = rolesAt(sockets);
    const lost = Promise.withResolvers<Error>();
    let restarting: Promise<void> | undefined;

    const watch = (quickEnds: number) => {
      const since = Date.now();
      server.ended.then((how) => {
        if (stopped.signal.aborted) return;
        report(`PostgreSQL is gone (${how}): it is started again.`);
        restarting = restart(Date.now() - since < STEADY_MS ? quickEnds + 1 : 0);
      });
    };
    const restart = async (quickEnds: number) => {
      try {
        server = await relaunch(wanted, quickEnds, report);
        watch(quickEnds);
      } catch (error) {
        if (!stopped.signal.aborted) lost.resolve(error as Error);
      }
    };
    const stopOnce = async () => {
      stopped.abort();
      // The lock is kept until the server is down, so that a rival start cannot mistake it for an orphan.
      owner.resign();
      await restarting;
      await stopServer(home.cluster, server.pid);
      await owner.leave();
      removeIfEmpty(sockets);
      inThisProcess.delete(home.cluster);
    };
    watch(0);
    let stopping: Promise<void> | undefined;
    let isKeepingRoom = false;
    return {
      ...roles,
      elsewhere: home.elsewhere,
      lost: lost.promise,
      isFull: () => isKeepingRoom && isNearlyFull(home.cluster, options.room),
      keepRoom: () => {
        isKeepingRoom = true;
        const disk = { folder: home.cluster, connection: roles.superuser, report, bounds: options.room };
        const keeper = guardDiskReserve(disk);
        stopped.signal.addEventListener('abort', keeper.stop);
      },
      stop: () => {
        stopping ??= stopOnce();
        return stopping;
      },
      letGo: () => {
        if (runningServer(home.cluster)?.pid === server.pid) process.kill(server.pid, 'SIGINT');
      },
    };
  } catch (error) {
    stopped.abort();
    inThisProcess.delete(home.cluster);
    throw !(error instanceof AlreadyRunning) && isNearlyFull(home.folder, options.room)
      ? new NoDiskSpace(home.folder, options.room)
      : error;
  }
}

const inThisProcess = new Set<string>();

/** For a command beside the service: how to reach the database of this folder while it runs, null when it does not. */
export function connectRunning(dataDir: string): EmbeddedRoles | null {
  const server = runningServer(findPlace(dataDir).cluster);
  return server?.ready ? rolesAt(server.sockets) : null;
}

async function launch(wanted: Launch): Promise<Server> {
  const { home, sockets, signal } = wanted;
  const deadline = Date.now() + OWNER_PATIENCE;
  for (;;) {
    await endOrphan(home);
    makeSocketFolder(home);
    removeStaleLock(join(home.cluster, 'postmaster.pid'), home.cluster);
    removeStaleLock(join(sockets, `.s.PGSQL.${PORT}.lock`), home.cluster);
    const outcome = await spawnServer(wanted);
    if (typeof outcome !== 'string') return outcome;
    if (runningServer(home.cluster)) throw new AlreadyRunning(home.data);
    // Both pass by themselves: a rival's lock file half written, and the last children of a killed server.
    const passing = /lock file|still in use/.test(outcome);
    if (!passing || signal.aborted || Date.now() > deadline) {
      removeIfEmpty(sockets);
      throw new StartRefused(`PostgreSQL could not be started on ${home.cluster}:\n${outcome}`, MAY_PASS);
    }
    await sleep(100);
  }
}

/** Retries with a growing pause; throws where that is hopeless, or was stopped. */
async function relaunch(wanted: Launch, quickEnds: number, report: (line: string) => void): Promise<Server> {
  const { home, options, signal } = wanted;
  let isWaitingForRoom = false;
  for (let attempt = 1; ; attempt++) {
    const doublings = quickEnds + attempt - 1;
    const pause = doublings === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** doublings, LONGEST_PAUSE_MS);
    await sleep(isWaitingForRoom ? ROOM_PAUSE_MS : pause, undefined, { ref: false, signal });
    // A new, empty cluster in its place would look like a service that has lost everything.
    if (!hasCluster(home.cluster)) throw new Error(`The database's folder ${home.cluster} is gone.`);
    try {
      return await launch(wanted);
    } catch (error) {
      if (signal.aborted || attempt === MAX_ATTEMPTS) throw error;
      if (isNearlyFull(home.cluster, options.room)) {
        if (!isWaitingForRoom)
          report(`The disk of ${home.data} is full: PostgreSQL is started again as soon as there is room.`);
        isWaitingForRoom = true;
        attempt = 0;
        continue;
      }
      isWaitingForRoom = false;
      report(`PostgreSQL does not start (try ${attempt} of ${MAX_ATTEMPTS}): ${(error as Error).message}`);
    }
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The next start has moved in already.
  }
}
