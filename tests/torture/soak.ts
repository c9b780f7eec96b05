// npm run torture -- soak MINUTES: a day of mixed load, over and over, while memory, file handles, connections and the size of tables
// are looked at. After the warm-up they must stay as they are, but for what rows explain.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#db/database.ts';
import { type Violation, violationsOf } from '#server/verify/verify.ts';
import { startMailServer } from '#tests/kit/mail-server.ts';
import { askBeside, connectionTo, freePort, type RealService, startRealService } from '#tests/kit/real-service.ts';
import { compareBookings, openGround } from './ground.ts';
import { randomOf } from './random.ts';
import { openDay, spendDay } from './soak-load.ts';

const MB = 1024 * 1024;
/** Of the usual memory in the last quarter over that of the second: the first is warm-up, and a short run is nothing else. */
const mostGrowthIn = (minutes: number) => (minutes >= 10 ? 0.2 : 0.5);
/** File handles and connections come and go with what happens to be under way. */
const MOST_MORE = 12;
/** A table may grow with its rows, by half of that again, and by what a vacuum leaves of a small one. */
const BLOAT = { share: 1.5, bytes: 4 * MB };
const DAILY_MS = 30_000;

interface Sample {
  seconds: number;
  resident: number;
  /** Without the pages of files, such as the program's: the kernel drops those that nobody has touched for long, and reads them again. */
  own: number;
  heap: number;
  handles: number;
  connections: number;
}

interface Table {
  name: string;
  bytes: number;
  rows: number;
}

export interface Soaked {
  minutes: number;
  acts: number;
  bookings: number;
  mails: number;
  /** Start, middle and end. */
  stages: { at: string; sample: Sample; databaseBytes: number }[];
  wrong: string[];
  violations: Violation[];
}

const gaugeIn = (metrics: string, name: string) =>
  Number(new RegExp(`^\\S*${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);

async function look(service: RealService, metricsPort: number, dataDir: string, began: number): Promise<Sample> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  const [row] = await askBeside<{ n: number }>(
    dataDir,
    `select count(*)::integer as n from pg_stat_activity where datname = 'biyori' and pid <> pg_backend_pid()`,
  );
  return {
    seconds: Math.round((Date.now() - began) / 1000),
    resident: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024,
    own: Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) * 1024,
    heap: gaugeIn(metrics, 'process_heap_bytes'),
    handles: (await readdir(`/proc/${service.pid}/fd`)).length,
    connections: row?.n ?? 0,
  };
}

const TABLES = `
  select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes,
         (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', c.relname), false, true, '')))[1]::text::integer as rows
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'public'`;

/** A process that gives memory back for a while, and takes it again, has not grown. */
const usual = (samples: Sample[], of: keyof Sample) =>
  samples.map((sample) => sample[of]).sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0;
const top = (samples: Sample[], of: keyof Sample) => Math.max(...samples.map((sample) => sample[of]));

/** What did not stay as it was. */
function judge(minutes: number, samples: Sample[], before: Table[], after: Table[]): string[] {
  const quarter = (n: number) =>
    samples.slice(Math.floor((samples.length * n) / 4), Math.floor((samples.length * (n + 1)) / 4));
  const [early, late] = [quarter(1), quarter(3)];
  const most = mostGrowthIn(minutes);
  const grown = (['own', 'heap'] as const).flatMap((of) => {
    const growth = usual(late, of) / usual(early, of) - 1;
    return growth > most
      ? [`memory (${of}) has grown by ${Math.round(growth * 100)} %, more than ${most * 100} %`]
      : [];
  });
  const more = (['handles', 'connections'] as const).flatMap((of) =>
    top(late, of) > top(early, of) + MOST_MORE ? [`${of} have grown from ${top(early, of)} to ${top(late, of)}`] : [],
  );
  const bloated = after.flatMap(({ name, bytes, rows }) => {
    const was = before.find((table) => table.name === name);
    if (!was) return [];
    const allowed = was.bytes * Math.max(1, rows / Math.max(1, was.rows)) * BLOAT.share + BLOAT.bytes;
    return bytes > allowed ? [`${name}: ${was.rows} rows in ${was.bytes} bytes, then ${rows} in ${bytes}`] : [];
  });
  return [...grown, ...more, ...bloated];
}

interface Plan {
  minutes: number;
  seed: number;
  perSecond: number;
}

export async function soak({ minutes, seed, perSecond }: Plan, say: (line: string) => void): Promise<Soaked> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'biyori-soak-'));
  const mailServer = await startMailServer();
  const metricsPort = await freePort();
  const service = await startRealService(dataDir, {
    SMTP_URL: mailServer.url,
    PUBLIC_URL: 'http://localhost',
    METRICS_PORT: String(metricsPort),
  });
  const connection = connectionTo(dataDir);
  await openGround(connection);
  const db = openDatabase(connection, 4);
  try {
    const day = await openDay(service, db, randomOf(seed));
    const began = Date.now();
    const until = began + minutes * 60_000;
    const samples: Sample[] = [];
    const stages: Soaked['stages'] = [];
    const tables = () => askBeside<Table>(dataDir, TABLES);
    const stage = async (at: string) => {
      const sample = await look(service, metricsPort, dataDir, began);
      const found = await tables();
      stages.push({ at, sample, databaseBytes: found.reduce((sum, { bytes }) => sum + bytes, 0) });
      return found;
    };
    await stage('start');
    const spending = spendDay(day, perSecond, until);
    const pause = Math.max(2_000, (minutes * 60_000) / 240);
    let before: Table[] | undefined;
    for (let dailyAt = began; Date.now() < until; await wait(pause)) {
      const sample = await look(service, metricsPort, dataDir, began);
      samples.push(sample);
      if (!before && Date.now() - began > (minutes * 60_000) / 2) before = await stage('middle');
      if (samples.length % 20 === 0) say(formatSample(sample));
      if (Date.now() < dailyAt) continue;
      dailyAt += DAILY_MS;
      await day.dailyRun();
    }
    await spending;
    const after = await stage('end');
    const { lost } = await compareBookings(connection, day.bookings);
    const wrong = [
      ...judge(minutes, samples, before ?? after, after),
      ...lost.map((one) => `lost: ${one}`),
      ...day.strange.slice(0, 20),
    ];
    const acts = Object.values(day.acts).reduce((sum, n) => sum + n, 0);
    const violations = await violationsOf(connection);
    return {
      minutes,
      acts,
      bookings: day.bookings.length,
      mails: mailServer.received.length,
      stages,
      wrong,
      violations,
    };
  } finally {
    await db.destroy();
    await service.stop();
    await mailServer.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const inMb = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`;
const formatSample = ({ seconds, resident, own, heap, handles, connections }: Sample) =>
  `${seconds} s: ${inMb(resident)} of memory, ${inMb(own)} its own, ${inMb(heap)} of heap, ${handles} handles, ${connections} connections`;

/** For people, and for the document. */
export const soakTable = ({ stages }: Soaked): string[] => [
  '| | seconds | memory (resident) | without files | heap in use | file handles | connections | tables and indexes |',
  '|---|---|---|---|---|---|---|---|',
  ...stages.map(
    ({ at, sample: { seconds, resident, own, heap, handles, connections }, databaseBytes }) =>
      `| ${at} | ${seconds} | ${inMb(resident)} | ${inMb(own)} | ${inMb(heap)} | ${handles} | ${connections} | ${inMb(databaseBytes)} |`,
  ),
];
