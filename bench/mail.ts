// A wave of bookings with its mails: how quick bookings are meanwhile, how long until all mails are out; and the daily run
// on many reservations. `npm run bench -- mail 200 10000` measures 200 bookings and 10,000 reservations.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { runDailyFor } from '#booking/daily-run.ts';
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded.ts';
import { today } from '#domain/clock.ts';
import { readConfig } from '#server/config.ts';
import { startMailServer } from '#tests/kit/mail-server.ts';
import { encodeForm } from '#wire/form.ts';
import { addReservations, bookingForm, buildBookingGround, HOSPITAL } from './booking-ground.ts';
import { cpuSeconds, type Rate, report, startService } from './kit.ts';
import { Client } from './rush-client.ts';

const CONNECTIONS = 16;
const WARM_UP = 100;
/** Of 2,000 bookings; the pace alone makes it 200 s. */
const LONGEST_MINUTES = 5;

interface Wave {
  rate: Rate;
  secondsUntilOut: number;
  mails: number;
}

/** So many guests one after the other on each connection, and then as long as it takes until nothing waits. */
async function wave(db: Db, pid: number, base: string, people: number, isSending: boolean): Promise<Wave> {
  const ground = await buildBookingGround(db, today(new Date()));
  const client = new Client(base, CONNECTIONS);
  let n = 0;
  const book = async (until: number) => {
    while (n < until) {
      const form = bookingForm(ground, n, `wave${n++}@example.jp`);
      const { body } = await client.post('/api/Account/CommonGuestNewReserve', encodeForm(form).toString());
      if (body.errorCode !== 0) throw new Error(JSON.stringify(body));
    }
  };
  const bookAll = (until: number) => Promise.all(Array.from({ length: CONNECTIONS }, () => book(until)));
  await bookAll(WARM_UP);
  const [start, cpu] = [performance.now(), cpuSeconds(pid)];
  await bookAll(WARM_UP + people);
  const seconds = (performance.now() - start) / 1000;
  const rate = { perSecond: people / seconds, cpuMicros: ((cpuSeconds(pid) - cpu) / people) * 1e6 };
  client.close();
  const count = async () => {
    const { rows } = await sql<{ all: number; waiting: number }>`
      select count(*)::int as all, (count(*) filter (where state = 'waiting'))::int as waiting
        from outbox_mails`.execute(db);
    return rows[0] ?? { all: 0, waiting: 0 };
  };
  while (isSending && (await count()).waiting > 0) await wait(500);
  return { rate, secondsUntilOut: (performance.now() - start) / 1000, mails: (await count()).all };
}

async function onService<T>(
  port: number,
  env: Record<string, string>,
  work: (db: Db, pid: number, base: string) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'biyori-bench-mail-'));
  const service = await startService(port, { DATA_DIR: dataDir, GUEST_RESERVATIONS_PER_MINUTE: '0', ...env });
  const connection = connectRunning(dataDir);
  if (!connection) throw new Error('the database does not run');
  // Many rows are loaded by statements that may take as long as they need.
  const { user, database, host, port: socketPort } = connection;
  const socket = `host=${encodeURIComponent(host)}&port=${socketPort}`;
  const url = { connectionString: `postgresql://${user}@/${database}?${socket}&statement_timeout=0` };
  const db = openDatabase(url, 4);
  try {
    return await work(db, service.pid, service.base);
  } finally {
    await db.destroy();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Twice: the second time there is nothing left to write. */
async function runDailyTwice(db: Db, reservations: number): Promise<void> {
  const day = today(new Date());
  await addReservations(db, 0, reservations, day);
  await sql`update reservations set visit_date = ${day}::date + 1 + reservation_number % 90
             where institution_code = ${HOSPITAL} and reservation_number >= 200000000`.execute(db);
  await sql`update clients set reminder_days = 99 where institution_code = ${HOSPITAL}`.execute(db);
  const service = { db, clock: () => new Date(), config: readConfig({}) };
  for (const which of ['first', 'second']) {
    const start = performance.now();
    const written = await runDailyFor(service, HOSPITAL);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`       the daily run, ${which} time: ${written?.reminder} reminders in ${seconds} s`);
  }
}

export async function benchMail(people = 2000, reservations = 100_000): Promise<boolean> {
  const quiet = await onService(18_086, { MAILS_PER_SECOND: '0' }, (db, pid, base) =>
    wave(db, pid, base, people, false),
  );
  const server = await startMailServer();
  try {
    return await onService(18_087, { SMTP_URL: server.url }, async (db, pid, base) => {
      const sending = await wave(db, pid, base, people, true);
      const minutes = sending.secondsUntilOut / 60;
      const isInTime = minutes <= LONGEST_MINUTES && server.received.length === sending.mails;
      console.log(
        `       ${server.received.length} of ${sending.mails} mails were out after ${minutes.toFixed(1)} minutes${isInTime ? '' : ', MISSED'}`,
      );
      const name = 'bookings while their mails are sent, to bookings whose mails wait';
      const isQuick = report([{ name, of: sending.rate, to: quiet.rate, wanted: 0.8 }]);
      await runDailyTwice(db, reservations);
      return isInTime && isQuick;
    });
  } finally {
    await server.close();
  }
}
