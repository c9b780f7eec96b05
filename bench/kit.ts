// What measurements share: a service to measure, and what it spends.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { makeDataDir } from '#tests/kit/data-dir.ts';

export const ROOT = new URL('..', import.meta.url).pathname;

export interface Rate {
  perSecond: number;
  /** CPU microseconds that the measured process spent per request. */
  cpuMicros: number;
}

const TICKS_PER_SECOND = 100;

/** By the scheduler's own count, thread by thread: a tick of ten milliseconds is a good part of a short round. */
export function cpuSeconds(pid: number): number {
  const nanosecondsOf = (thread: string) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + nanosecondsOf(thread), 0) / 1e9;
}

/** Of those that it started and that have ended, in user and system. */
function endedSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** Of all processes of the service's own database, those included that came and went. */
export function databaseCpuSeconds(dataDir: string): number {
  const [first = ''] = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(first);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  // One may end while they are being counted.
  const seconds = (pid: string) => (existsSync(`/proc/${pid}/stat`) ? cpuSeconds(Number(pid)) : 0);
  const own = cpuSeconds(postmaster) + endedSeconds(postmaster);
  return children.reduce((sum, pid) => sum + seconds(pid), own);
}

/** Megabytes that a process holds, now and at the most. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}

export interface Running {
  pid: number;
  base: string;
  stop(): Promise<void>;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
}

/** The service of a checkout as `npm start` runs it, on a folder of its own, without the limits that keep people honest. */
export async function startService(
  port: number,
  env: Record<string, string> = {},
  root = ROOT,
): Promise<Running & { dataDir: string }> {
  const dataDir = env.DATA_DIR ?? (await makeDataDir('bench'));
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const child = spawn('sh', ['-c', scripts.start], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      // Others are opened beside it.
      DEMO: '1',
      REQUESTS_PER_MINUTE: '0',
      TOKEN_REQUESTS_PER_MINUTE: '100000',
      ...env,
    },
  });
  const base = `http://127.0.0.1:${port}`;
  await answers(`${base}/api/AdminLogin/GetAliveServer`, child);
  return {
    pid: child.pid ?? 0,
    base,
    dataDir,
    async stop() {
      await stopChild(child);
      if (!env.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The least that Node can do for a request: the measure of all rates. */
export async function startHello(port: number): Promise<Running> {
  const script = `require('node:http').createServer((q, r) => { r.setHeader('content-type', 'application/json'); r.end('{"errorCode":0}'); }).listen(${port}, '127.0.0.1')`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'inherit'] });
  const base = `http://127.0.0.1:${port}`;
  await answers(base, child);
  return { pid: child.pid ?? 0, base, stop: () => stopChild(child) };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 1800; attempt++) {
    if (child.exitCode !== null) throw new Error(`the process behind ${url} ended`);
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stopChild(child);
  throw new Error(`${url} does not answer`);
}

/** A machine's pace changes from minute to minute: what is measured before and after stands for the time between. */
export function meanOf(...rates: readonly Rate[]): Rate {
  const mean = (of: keyof Rate) => rates.reduce((sum, rate) => sum + rate[of], 0) / rates.length;
  return { perSecond: mean('perSecond'), cpuMicros: mean('cpuMicros') };
}

export interface Ratio {
  name: string;
  of: Rate;
  to: Rate;
  wanted?: number;
}

export function report(rows: readonly Ratio[]): boolean {
  let met = true;
  for (const { name, of, to, wanted } of rows) {
    const ratio = of.perSecond / to.perSecond;
    const good = wanted === undefined || ratio >= wanted;
    met &&= good;
    const goal = wanted === undefined ? '' : `  (wanted ${wanted}${good ? '' : ', MISSED'})`;
    const cpu = `${of.cpuMicros.toFixed(0)} and ${to.cpuMicros.toFixed(0)} us CPU each`;
    console.log(
      `${ratio.toFixed(3)}  ${name}${goal}  [${of.perSecond.toFixed(0)} / ${to.perSecond.toFixed(0)} per s, ${cpu}]`,
    );
  }
  return met;
}
