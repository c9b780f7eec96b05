// npm run torture: every fault at length, with a table at the end that docs/reliability.md keeps. `--seed n` replays one seed of the
// model, `only WORD ...` runs some of them, `soak MINUTES` a day's load over and over, and `short` each for a moment, as tests.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbedded } from '#db/embedded/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { INVARIANTS } from '#server/verify/verify.ts';
import { makeTemporaryFolder } from '../../scripts/memory-folder.ts';
import { torture } from './acts.ts';
import { wrongIn } from './afterwards.ts';
import { openBench } from './bench.ts';
import { type Faults, faultsOf, inOneDatabase } from './faults.ts';
import { ranAt, type Tried, triedTable, writeBetween } from './report.ts';
import { runSoak } from './run-soak.ts';

const words = process.argv
  .slice(2)
  .filter((word, index, all) => !word.startsWith('--') && !all[index - 1]?.startsWith('--'));
const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const say = (line: string) => console.log(`     ${line}`);

const tried: Tried[] = [];

/** Tries them in turn; one that throws keeps none of the others. */
async function tryAll(faults: Faults): Promise<void> {
  for (const [fault, times, seed, attempt] of faults) {
    if (words.length > 0 && !words.some((word) => fault.includes(word))) continue;
    const began = Date.now();
    const { held, wrong } = await attempt(say).catch((error: Error) => ({
      held: '',
      wrong: [error.stack ?? error.message],
    }));
    for (const line of wrong.slice(0, 20)) say(line);
    const isRight = wrong.length === 0;
    const seconds = Math.round((Date.now() - began) / 1000);
    tried.push({
      fault,
      times: String(times),
      held: isRight ? held : `${wrong.length} things are wrong`,
      isRight,
      seed,
      seconds,
    });
    console.log(
      `${isRight ? 'ok  ' : 'FAIL'} ${fault}: ${isRight ? held : `${wrong.length} things are wrong`} (${seconds} s)`,
    );
  }
}

async function replay(seed: number): Promise<void> {
  await onBench(async (bench, connection) => {
    await torture(bench, seed, option('acts', 200));
    const wrong = await wrongIn(connection);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    console.log(`ok   seed ${seed}`);
  });
}

type Bench = Awaited<ReturnType<typeof openBench>>;

/** A database for what needs no process of its own. */
async function onBench(
  work: (bench: Bench, connection: Parameters<typeof openBench>[0]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'biyori-torture-'));
  const database = await startEmbedded(folder, { durable: false });
  const bench = await openBench(database.superuser);
  try {
    await migrate(database.superuser);
    await work(bench, database.superuser);
  } finally {
    await bench.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function tortureAll(): Promise<void> {
  const began = Date.now();
  const counts = {
    seeds: option('seeds', 400),
    acts: option('acts', 200),
    rounds: option('rounds', 200),
    kills: option('kills', 10),
    outages: option('outages', 12),
    mails: option('mails', 30),
    backups: option('backups', 10),
    requests: option('requests', 10_000),
    fills: option('fills', 6),
  };
  await onBench((bench, connection) => tryAll(inOneDatabase(bench, connection, counts)));
  await tryAll(faultsOf(counts));
  const table = triedTable(tried);
  const minutes = Math.round((Date.now() - began) / 60_000);
  const head = `Last run: ${ranAt()}, ${minutes} minutes, on ${os.availableParallelism()} cores. Verify at the end of each.`;
  console.log(['', head, ...table].join('\n'));
  // What was chosen by words is not all.
  if (words.length > 0) return;
  writeBetween('torture', ['', head, '', ...table, '']);
  writeBetween(
    'verify',
    INVARIANTS.map(({ name, holds }) => `| \`${name}\` | ${holds} |`),
  );
}

if (words[0] === 'short') {
  const root = new URL('../../', import.meta.url).pathname;
  const bin = path.join(root, 'node_modules/.bin');
  const args = ['run', '--config', 'vitest.torture.config.ts', ...process.argv.slice(3)];
  const env = { ...process.env, TMPDIR: makeTemporaryFolder(), PATH: `${bin}:${process.env.PATH}` };
  process.exitCode = spawnSync(path.join(bin, 'vitest'), args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
} else if (words[0] === 'soak') {
  const isRight = await runSoak(Number(words[1] ?? 60), option('seed', 1), option('rate', 8));
  if (!isRight) process.exitCode = 1;
} else {
  if (words[0] === 'only') words.shift();
  const seed = option('seed', 0);
  await (seed > 0 ? replay(seed) : tortureAll());
  if (tried.some(({ isRight }) => !isRight)) process.exitCode = 1;
}
