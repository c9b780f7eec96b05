// Backup and restore of a hospital with very many reservations: how long they take, the memory of either, and bookings beside a backup.
import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { book, GUEST } from './booking.ts';
import { addReservations, buildBookingGround, type Ground, openLoader } from './booking-ground.ts';
import { type Judged, judge } from './frame/judge.ts';
import { type Figure, isMissed, sayFigure } from './frame/results.ts';
import { memoryOf, type Rate, ROOT, type Running, startService } from './kit.ts';

const STEP = 250_000;
const PASSPHRASE = 'a passphrase for measurements';
/** What "in minutes" means for a million reservations, however busy the machine is. */
const MOST_MINUTES = 15;
const MOST_MEGABYTES = 200;
const LEAST_BESIDE = 0.8;
const BOOKINGS = 3_000;

interface Run {
  seconds: number;
  megabytes: number;
}

interface Command {
  child: ChildProcess;
  ended: Promise<Run & { code: number | null }>;
}

/** The command as an operator gives it, in a process of its own. */
function give(args: string[], dataDir: string): Command {
  const began = performance.now();
  const child = spawn(process.execPath, [`${ROOT}src/app/operator/operator.ts`, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE, OPERATOR_NAME: 'bench' },
  });
  let megabytes = 0;
  let errors = '';
  child.stderr?.on('data', (chunk) => (errors += chunk));
  const look = setInterval(() => {
    try {
      megabytes = Math.max(megabytes, memoryOf(child.pid ?? 0).most);
    } catch {
      // It has just ended.
    }
  }, 100);
  const ended = new Promise<Run & { code: number | null }>((resolve, reject) =>
    child.once('close', (code) => {
      clearInterval(look);
      const isOver = code === 0 || child.killed;
      if (isOver) resolve({ code, seconds: (performance.now() - began) / 1000, megabytes });
      else reject(new Error(`${args[0]} ended with ${code}: ${errors}`));
    }),
  );
  return { child, ended };
}

/** Bookings while a backup runs, from so many seconds on: each round meets other tables. Who is done sooner begins again. */
async function bookBesideBackup(
  bookings: () => Promise<Rate>,
  { dataDir, folder, from }: { dataDir: string; folder: string; from: number },
): Promise<Rate> {
  let isOver = false;
  let running: Command | undefined;
  const backups = (async () => {
    for (let count = 0; !isOver; count++) {
      const file = path.join(folder, `beside-${count}.backup`);
      running = give(['backup', file], dataDir);
      await running.ended;
      await rm(file, { force: true });
    }
  })();
  await sleep(from * 1000);
  try {
    return await bookings();
  } finally {
    isOver = true;
    running?.child.kill('SIGTERM');
    await backups;
  }
}

/** Alone and beside in turns, each pair compared with itself. */
async function measureBeside(
  service: Running & { dataDir: string },
  ground: Ground,
  { folder, rounds, seconds }: { folder: string; rounds: number; seconds: number },
): Promise<Judged> {
  const bookings = () => book(service, ground, GUEST, [], BOOKINGS);
  // For the compiler.
  await bookings();
  const [act, reference]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    reference.push((await bookings()).perSecond);
    const from = 1 + (seconds * round) / rounds;
    act.push((await bookBesideBackup(bookings, { dataDir: service.dataDir, folder, from })).perSecond);
    console.log(
      `       round ${round + 1}: ${reference[round]?.toFixed(0)} bookings a second alone, ${act[round]?.toFixed(0)} beside a backup`,
    );
  }
  return judge({ act, reference }, LEAST_BESIDE);
}

export async function benchBackup(reservations = 1_000_000, rounds = 7): Promise<boolean> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'biyori-backups-'));
  // As root the database runs as another account, which has to get through.
  await chmod(folder, 0o711);
  const service = await startService(18_097, { GUEST_RESERVATIONS_PER_MINUTE: '0', BACKUPS_KEPT: '0' });
  const connection = connectRunning(service.dataDir)!.superuser;
  const db = openDatabase(connection, 2);
  const loader = openLoader(connection);
  try {
    const day = today(new Date());
    const ground = await buildBookingGround(db, day);
    for (let from = 0; from < reservations; from += STEP) {
      await addReservations(loader, from, Math.min(from + STEP, reservations), day);
    }
    const file = path.join(folder, 'whole.backup');
    const backup = await give(['backup', file], service.dataDir).ended;
    const restore = await give(['restore', file], path.join(folder, 'data')).ended;
    const beside = await measureBeside(service, ground, { folder, rounds, seconds: backup.seconds });
    const what = (name: string) => `${reservations.toLocaleString('en')} reservations: ${name}`;
    const figures: Figure[] = [
      { name: what('backup'), value: backup.seconds / 60, unit: 'minutes', most: MOST_MINUTES },
      { name: what('backup'), value: backup.megabytes, unit: 'MB of memory', most: MOST_MEGABYTES },
      { name: what('its file'), value: statSync(file).size / 1e6, unit: 'MB' },
      { name: what('restore with verify'), value: restore.seconds / 60, unit: 'minutes', most: MOST_MINUTES },
      { name: what('restore'), value: restore.megabytes, unit: 'MB of memory', most: MOST_MEGABYTES },
    ];
    figures.forEach(sayFigure);
    const { ratio, low, high, moved, verdict } = beside;
    const spread = `${low.toFixed(3)} to ${high.toFixed(3)}; at least ${LEAST_BESIDE}, alone moved ${(moved * 100).toFixed(0)} %`;
    console.log(`${what('bookings beside a backup')}: ${verdict} ${ratio.toFixed(3)} of bookings alone (${spread})`);
    return !figures.some(isMissed) && verdict !== 'missed';
  } finally {
    await loader.destroy();
    await db.destroy();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
