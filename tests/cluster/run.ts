// npm run cluster: makes the cluster of deploy/ on this machine, lets faults happen to it while people book, and prints what that did.
// `-- quick` tries one of each of the cheap faults, `-- --only frozen` those of that name, `-- --port 25000` takes other ports.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { reportOn, violationsOf } from '#server/verify/verify.ts';
import { compareBookings, openGround } from '#tests/torture/ground.ts';
import { Cluster } from './cluster.ts';
import { FAULTS, type Fault } from './faults.ts';
import { CAPACITY, type Load, startLoad } from './load.ts';
import { findPrograms, versionsOf } from './programs.ts';
import { drawTable, type Row } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '24000' }, only: { type: 'string', default: '' } },
});
const extent = positionals.includes('quick') ? 'quick' : 'full';
/** Whatever hangs, this ends. */
const LONGEST_MS = 40 * 60_000;
const PATIENCE_MS = 120_000;
const SETTLED_MS = 3_000;

const say = (line: string) => console.log(line);

const began = Date.now();
const programs = findOrExit();
say(versionsOf(programs));
const cluster = new Cluster(programs, Number(values.port));
let tidying: Promise<void> | undefined;
const tidy = () => (tidying ??= cluster.end());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void tidy().then(() => process.exit(130)));
}
setTimeout(() => {
  console.error('This took too long.');
  void tidy().then(() => process.exit(1));
}, LONGEST_MS).unref();

try {
  process.exitCode = (await tryFaults()) ? 0 : 1;
} catch (error) {
  // What was asked for while all of it was being ended is no fault.
  if (!tidying) throw error;
} finally {
  await tidy();
}

async function tryFaults(): Promise<boolean> {
  if (await cluster.isTaken()) {
    console.error(`Another program, or another run, has the ports from ${values.port} on: choose others with --port.`);
    return false;
  }
  await cluster.start(say);
  const isGuarded = await cluster.refusesWrongPassword();
  say(isGuarded ? 'a wrong password opens nothing' : 'A WRONG PASSWORD LETS IN');
  const connection = { connectionString: cluster.databaseUrl };
  await openGround(connection, CAPACITY);
  const load = startLoad(cluster.url);
  const rows: Row[] = [];
  try {
    await load.servedAfter(Date.now() + SETTLED_MS, PATIENCE_MS);
    const wanted = FAULTS.filter(({ name, times }) => times[extent] > 0 && name.includes(values.only));
    for (const fault of wanted) rows.push(await tryFault(fault, load));
  } finally {
    await load.stop();
  }
  const violations = await violationsOf(connection);
  const { lost, doubled } = await compareBookings(connection, load.bookings);
  say(`\n${drawTable(rows)}\n`);
  say(reportOn(violations));
  say(`${load.bookings.length} bookings acknowledged in all: ${lost.length} lost, ${doubled.length} doubled.`);
  if (load.strange.length > 0) say(`Strange answers: ${load.strange.slice(0, 20).join('\n')}`);
  say(`${Math.round((Date.now() - began) / 1000)} s in all.`);
  return isGuarded && [violations, lost, doubled, load.strange].every(({ length }) => length === 0);
}

async function tryFault(fault: Fault, load: Load): Promise<Row> {
  const connection = { connectionString: cluster.databaseUrl };
  const row: Row = {
    fault: fault.name,
    goalMs: fault.goalMs,
    gapsMs: [],
    bookings: 0,
    errors: {},
    lost: 0,
    doubled: 0,
    oversold: 0,
  };
  for (let time = 0; time < fault.times[extent]; time++) {
    await cluster.whole();
    await wait(SETTLED_MS);
    const before = await wrongIn(connection, load);
    const since = Date.now();
    await fault.happen(cluster);
    if (!(await load.servedAfter(Date.now(), PATIENCE_MS))) throw new Error(`${fault.name}: nobody can book any more`);
    await cluster.whole();
    await wait(SETTLED_MS);
    const { gapMs, errors, bookings } = load.since(since);
    const after = await wrongIn(connection, load);
    row.gapsMs.push(gapMs);
    row.bookings += bookings;
    for (const [what, count] of Object.entries(errors)) row.errors[what] = (row.errors[what] ?? 0) + count;
    for (const wrong of ['lost', 'doubled', 'oversold'] as const) row[wrong] += after[wrong] - before[wrong];
    say(`${fault.name}: ${gapMs} ms without a booking, ${JSON.stringify({ ...errors, bookings })}`);
  }
  return row;
}

/** So far: what an earlier fault has done is taken off. */
async function wrongIn(connection: { connectionString: string }, { bookings }: Load) {
  const { lost, doubled } = await compareBookings(connection, [...bookings]);
  const oversold = (await violationsOf(connection)).find(({ name }) => name === 'used-places')?.count ?? 0;
  return { lost: lost.length, doubled: doubled.length, oversold };
}

function findOrExit() {
  try {
    return findPrograms();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
