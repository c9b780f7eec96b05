// Takes the database away from the service under load, again and again: whatever it acknowledged must be there, it must
// not end, and it must serve again by itself.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Violation } from '#server/verify/verify.ts';
import { makeDataDir } from '#tests/kit/data-dir.ts';
import { connectBeside, connectionTo, startRealService } from '#tests/kit/real-service.ts';
import { audit, everyLoadServed } from './afterwards.ts';
import { openGround } from './ground.ts';
import { startLoads } from './load.ts';

/** Refused: nobody may connect. Demoted: it takes no writes. Frozen: it says nothing more. Killed: the service has to start it again. */
export type Outage = 'refused' | 'demoted' | 'frozen' | 'killed';

export interface Outcome {
  bookings: number;
  frames: number;
  /** What was acknowledged and is not there, or not once. */
  missing: string[];
  violations: Violation[];
  /** Answers that nobody may get. */
  strange: string[];
  /** What went wrong with the service itself. */
  trouble: string[];
}

export interface OutagePlan {
  outages: readonly Outage[];
  /** How long it is away each time; a killed one is back as soon as the service manages. */
  awayMs: number;
  /** How long all is well before the next. */
  pauseMs: number;
}

export async function surviveOutages(plan: OutagePlan, say: (line: string) => void = () => {}): Promise<Outcome> {
  const dataDir = await makeDataDir('outages');
  const trouble: string[] = [];
  let service = await startRealService(dataDir);
  try {
    await openGround(connectionTo(dataDir));
    const loads = await startLoads(service);
    try {
      await everyLoadServed(service, loads, 'before the first');
      for (const [index, outage] of plan.outages.entries()) {
        await wait(plan.pauseMs);
        await OUTAGES[outage](dataDir, plan.awayMs);
        const since = Date.now();
        await everyLoadServed(service, loads, `after ${outage}, the outage number ${index + 1}`);
        say(`${outage}: served again after ${Date.now() - since} ms; ${loads.bookings.size} bookings so far`);
      }
    } catch (error) {
      trouble.push((error as Error).message);
    } finally {
      await loads.stop();
    }
    if (!service.isRunning()) service = await startRealService(dataDir);
    return { bookings: loads.bookings.size, frames: loads.frames.size, trouble, ...(await audit(dataDir, loads)) };
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const OUTAGES: Record<Outage, (dataDir: string, awayMs: number) => Promise<void>> = {
  async refused(dataDir, awayMs) {
    const client = await connectBeside(dataDir, 'postgres');
    await client.query('alter database biyori allow_connections false');
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'biyori'");
    await wait(awayMs);
    await client.query('alter database biyori allow_connections true');
    await client.end();
  },
  async demoted(dataDir, awayMs) {
    const client = await connectBeside(dataDir, 'postgres');
    await client.query('alter database biyori set default_transaction_read_only = on');
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'biyori'");
    await wait(awayMs);
    // What was opened meanwhile stays, and would go on refusing.
    await client.query('alter database biyori reset default_transaction_read_only');
    await client.end();
  },
  async frozen(dataDir, awayMs) {
    const client = await connectBeside(dataDir, 'postgres');
    const postmaster = await postmasterPid(dataDir);
    // The parent first, so that no child is born meanwhile.
    process.kill(postmaster, 'SIGSTOP');
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
    const children = rows.map(({ pid }) => pid);
    const signalAll = (signal: NodeJS.Signals) => {
      for (const pid of [...children, postmaster]) process.kill(pid, signal);
    };
    signalAll('SIGSTOP');
    await wait(awayMs).finally(() => signalAll('SIGCONT'));
    await client.end();
  },
  async killed(dataDir) {
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
  },
};

async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}
