// Finding anyone, as data grow: beside the same two statements by a bare driver, and beside the same search among few. The searches have
// equally large answers among few and many (a page of people, or one), and a service and a database stand for each number of
// reservations, which are asked by turns and for CPU time: whatever else the machine does meanwhile, it does to all of them.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findInside, findPeople, MOST_PEOPLE } from '#backoffice/find/contract.ts';
import { KEYS, type PersonKey, valuesFor } from '#backoffice/find/server-keys.ts';
import { PEOPLE, valuesOf } from '#backoffice/find/server-people.ts';
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { understandFind } from '#domain/reservation/find-words.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { encodeForm } from '#wire/form.ts';
import { buildBookingGround, HOSPITAL, openLoader } from './booking-ground.ts';
import { addPeople, birthOf, phoneOf } from './find-ground.ts';
import {
  cpuSeconds,
  databaseCpuSeconds,
  hammer,
  meanOf,
  type Rate,
  type Ratio,
  ROOT,
  report,
  startService,
} from './kit.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const CONNECTIONS = 4;
const ROUNDS = 3;
const [WARM_UP, CALLS] = [100, 200];
const PORT = 18_095;
const CLERK = { institutionCode: HOSPITAL, userId: 'bench001' };

/** The names end where the person's do: among a million, ten of one family were born on the same day. */
const SEARCHES = {
  'kana of very many': 'サト',
  'a name of very many': '佐藤',
  'a telephone': phoneOf(1240),
  'kana and birth date': `さとうあい ${birthOf(1240)}`,
};

type Ground = Awaited<ReturnType<typeof openGround>>;

/** A service with so many reservations. */
async function openGround(size: number, port: number) {
  const service = await startService(port);
  const connection = connectRunning(service.dataDir);
  if (!connection) throw new Error('no database to measure');
  const db = openDatabase(connection, 4);
  const loader = openLoader(connection);
  const now = new Date();
  await buildBookingGround(db, today(now));
  await addAdministrator(db, { ...CLERK, displayName: '計測', password: 'Biyori#2026' });
  await addPeople(loader, 0, size, today(now));
  await loader.destroy();
  const token = await openClerk(db, CLERK, now);
  return {
    name: `at ${size.toLocaleString('en')} reservations`,
    service,
    db,
    host: connection.host,
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` },
    async close() {
      await db.destroy();
      await service.stop();
    },
  };
}

const bodyOf = (text: string) => encodeForm(findPeople.request.encode({ text })).toString();

interface Step {
  statement: string;
  values: readonly unknown[];
}

async function stepsOf(db: Db, text: string): Promise<{ steps: Step[]; people: number }> {
  const understood = understandFind(text, today(new Date()));
  if (!understood) throw new Error('nothing to look for');
  const first = { statement: KEYS[understood.sought.kind], values: valuesFor(HOSPITAL, understood) };
  const keys = (await query<PersonKey>(first.statement)(db, ...first.values)).slice(0, MOST_PEOPLE);
  return { steps: [first, { statement: PEOPLE, values: valuesOf(HOSPITAL, keys) }], people: keys.length };
}

const rateOf = (cpu: number): Rate => ({ perSecond: 1 / cpu, cpuMicros: cpu * 1e6 });

/** What the bare driver and the database spend on it. */
async function bareCost({ host, db }: Ground, text: string): Promise<Rate> {
  const { steps } = await stepsOf(db, text);
  const task = { host, steps, connections: CONNECTIONS, seconds: SECONDS / ROUNDS };
  const { stdout } = await promisify(execFile)(process.execPath, [`${ROOT}bench/driver-loop.ts`, JSON.stringify(task)]);
  const { cpuMicros, databaseMicros } = JSON.parse(stdout);
  return rateOf((cpuMicros + databaseMicros) / 1e6);
}

/** What the service and its database spend on it. */
async function foundCost({ service: { pid, dataDir, base }, headers }: Ground, text: string): Promise<Rate> {
  const load = { url: base + findPeople.path, headers, body: bodyOf(text), connections: CONNECTIONS };
  await hammer(pid, { ...load, method: 'POST', calls: WARM_UP });
  const spent = () => cpuSeconds(pid) + databaseCpuSeconds(dataDir);
  const before = spent();
  await hammer(pid, { ...load, method: 'POST', calls: CALLS });
  return rateOf((spent() - before) / CALLS);
}

/** As a clerk waits for it: one after the other, with nobody beside. */
async function waited({ service, headers }: Ground, path: string, text: string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 15; turn++) {
    const began = performance.now();
    const response = await fetch(service.base + path, { method: 'POST', headers, body: bodyOf(text) });
    await response.arrayBuffer();
    times.push(performance.now() - began);
  }
  return times.toSorted((one, other) => one - other)[7] ?? 0;
}

async function compare(grounds: readonly Ground[], what: string, text: string): Promise<Ratio[]> {
  const all = grounds.map((ground) => ({ ground, found: [] as Rate[], bare: [] as Rate[] }));
  const answers = await Promise.all(grounds.map(async ({ db }) => (await stepsOf(db, text)).people));
  if (new Set(answers).size > 1) throw new Error(`answers to ${text} differ: ${answers.join()} people`);
  for (const { ground } of all) {
    const ms = await waited(ground, findPeople.path, text);
    console.log(`${ms.toFixed(1)} ms  ${what} ${ground.name}, with nobody beside`);
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { ground, found, bare } of all) {
      found.push(await foundCost(ground, text));
      bare.push(await bareCost(ground, text));
    }
  }
  const few = meanOf(...(all[0]?.found ?? []));
  return all.flatMap(({ ground: { name }, found, bare }, at) => {
    const of = meanOf(...found);
    const ratios = [
      { name: `${what} ${name}, for the CPU of the bare statements`, of, to: meanOf(...bare), wanted: 0.4 },
    ];
    return at === 0
      ? ratios
      : [...ratios, { name: `${what} ${name}, for the CPU of it at fewer`, of, to: few, wanted: 1 / 1.3 }];
  });
}

export async function benchFind(...sizes: number[]): Promise<boolean> {
  const grounds: Ground[] = [];
  try {
    for (const [at, size] of (sizes.length > 0 ? sizes : [10_000, 1_000_000]).entries())
      grounds.push(await openGround(size, PORT + at));
    const ratios: Ratio[] = [];
    for (const [what, text] of Object.entries(SEARCHES)) ratios.push(...(await compare(grounds, what, text)));
    for (const ground of grounds) {
      const ms = await waited(ground, findInside.path, 'トウハナ');
      console.log(`${ms.toFixed(0)} ms  the middle of names ${ground.name}, with nobody beside`);
    }
    return report(ratios);
  } finally {
    await Promise.all(grounds.map((ground) => ground.close()));
  }
}
