// Backup and restore of a hospital with very many reservations: bookings beside it, how long they take, and the memory of either.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { bookBeside } from './booking.ts';
import { addReservations, buildBookingGround, openLoader } from './booking-ground.ts';
import { memoryOf, ROOT, report, startService } from './kit.ts';

const STEP = 100_000;
const MOST_MEGABYTES = 200;
const PASSPHRASE = 'a passphrase for measurements';

interface Run {
  seconds: number;
  megabytes: number;
}

/** The command as an operator gives it, in a process of its own. */
async function operate(args: string[], dataDir: string): Promise<Run> {
  const began = performance.now();
  const child = spawn(process.execPath, [`${ROOT}src/app/operator.ts`, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE },
  });
  let megabytes = 0;
  const look = setInterval(() => {
    try {
      megabytes = Math.max(megabytes, memoryOf(child.pid ?? 0).most);
    } catch {
      // It has just ended.
    }
  }, 100);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, megabytes };
}

function tell(what: string, { seconds, megabytes }: Run): boolean {
  const isGood = megabytes <= MOST_MEGABYTES;
  console.log(
    `       ${what}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB of memory at the most${isGood ? '' : ` (wanted ${MOST_MEGABYTES}, MISSED)`}`,
  );
  return isGood;
}

export async function benchBackup(reservations = 1_000_000): Promise<boolean> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'biyori-backups-'));
  // As root the database runs as another account, which has to get through.
  await chmod(folder, 0o711);
  const service = await startService(18_097, { GUEST_RESERVATIONS_PER_MINUTE: '0', BACKUPS_KEPT: '0' });
  const connection = connectRunning(service.dataDir)!;
  const db = openDatabase(connection, 2);
  const loader = openLoader(connection);
  try {
    const day = today(new Date());
    const ground = await buildBookingGround(db, day);
    for (let from = 0; from < reservations; from += STEP) {
      await addReservations(loader, from, Math.min(from + STEP, reservations), day);
    }
    const runs: Run[] = [];
    const file = () => path.join(folder, `${runs.length}.backup`);
    const backUp = async () => void runs.push(await operate(['backup', file()], service.dataDir));
    const { alone, beside } = await bookBeside(service, ground, backUp);
    await backUp();
    const last = path.join(folder, `${runs.length - 1}.backup`);
    console.log(`       ${reservations} reservations in ${(statSync(last).size / 1e6).toFixed(0)} MB`);
    const isBackupSmall = tell('backup', runs.at(-1)!);
    const restored = await operate(['restore', last], path.join(folder, 'data'));
    const isRestoreSmall = tell('restore, with verify', restored);
    const name = 'bookings beside a backup, to bookings alone';
    return report([{ name, of: beside, to: alone, wanted: 0.8 }]) && isBackupSmall && isRestoreSmall;
  } finally {
    await loader.destroy();
    await db.destroy();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
