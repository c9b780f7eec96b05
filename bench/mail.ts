// A wave of bookings with its mails, at the pace that is set unless somebody sets another: how quick bookings are meanwhile, how
// long until all mails are out, how long another institution's mail is held up; and the daily run. `npm run bench -- mail 200 10000` measures 200 bookings and 10,000 reservations.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { encodeForm } from '#wire/form.ts';
import { bookingForm, buildBookingGround, type Ground, HOSPITAL } from './booking-ground.ts';
import { benchDailyRun } from './daily-run.ts';
import { cpuSeconds, type Rate, report, startService } from './kit.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { Client } from './rush-client.ts';

const CONNECTIONS = 16;
const WARM_UP = 100;
/** Of 2,000 bookings; the pace alone makes it 200 s. */
const LONGEST_MINUTES = 5;
/** That another institution's mail may wait in the middle of the wave: its turn comes with the next mail. */
const LONGEST_TURN_MS = 2_000;

/** Bookings at a go, on as many connections; each n is another person. */
export class Crowd {
  readonly #client: Client;
  readonly #ground: Ground;
  readonly #pid: number;
  #n = 0;

  constructor(base: string, pid: number, ground: Ground) {
    this.#client = new Client(base, CONNECTIONS);
    this.#ground = ground;
    this.#pid = pid;
  }

  /** Their mails go to name1@example.jp, name2@ ... */
  async book(people: number, name: string): Promise<Rate> {
    const until = this.#n + people;
    const [start, cpu] = [performance.now(), cpuSeconds(this.#pid)];
    await Promise.all(Array.from({ length: CONNECTIONS }, () => this.#bookUntil(until, name)));
    const seconds = (performance.now() - start) / 1000;
    return { perSecond: people / seconds, cpuMicros: ((cpuSeconds(this.#pid) - cpu) / people) * 1e6 };
  }

  async #bookUntil(until: number, name: string): Promise<void> {
    while (this.#n < until) {
      const n = this.#n++;
      const form = encodeForm(bookingForm(this.#ground, n, `${name}${n}@example.jp`)).toString();
      const { body } = await this.#client.post('/api/Account/CommonGuestNewReserve', form);
      if (body.errorCode !== 0) throw new Error(JSON.stringify(body));
    }
  }

  close(): void {
    this.#client.close();
  }
}

interface Wave {
  /** Bookings of the wave, and of those who come when its mails are on their way. */
  rate: Rate;
  behind: Rate;
}

/** The same bookings in both services: in one their mails are sent, in the other they wait. */
async function bookWave(db: Db, pid: number, base: string, people: number): Promise<Wave> {
  const crowd = new Crowd(base, pid, await buildBookingGround(db, today(new Date())));
  try {
    await crowd.book(WARM_UP, 'wave');
    const rate = await crowd.book(people, 'wave');
    return { rate, behind: await crowd.book(Math.ceil(people / 2), 'behind') };
  } finally {
    crowd.close();
  }
}

async function countWave(db: Db): Promise<{ all: number; waiting: number }> {
  const { rows } = await sql<{ all: number; waiting: number }>`
    select count(*)::int as all, (count(*) filter (where state = 'waiting'))::int as waiting
      from outbox_mails where recipient like 'wave%'`.execute(db);
  return rows[0] ?? { all: 0, waiting: 0 };
}

/** How long a mail of another institution, or of this one, is on its way while many of a hospital are. */
export async function timeTurn(db: Db, sink: MailSink, institution: string | null = null): Promise<number> {
  const start = performance.now();
  const name = `turn${Math.random()}@`;
  const { rows } = await sql`
    insert into outbox_mails (institution_code, mail_id, message_id, kind, sender, recipient, subject, body,
                              next_attempt_at, created_at)
    select institution_code, gen_random_uuid(), '<turn@example.jp>', 'booked', '', ${`${name}example.jp`}, '件名', '本文', now(), now()
      from institutions
     where case when ${institution}::text is null then institution_code <> ${HOSPITAL} else institution_code = ${institution} end
     limit 1 returning mail_id`.execute(db);
  if (rows.length === 0) throw new Error('there is no other institution');
  while ((await sink.count(name)) === 0) await wait(10);
  return performance.now() - start;
}

/** Whether all arrived in time, and another institution's mail in between. */
async function followWave(db: Db, sink: MailSink, start: number): Promise<boolean> {
  const turnMs = await timeTurn(db, sink);
  while ((await countWave(db)).waiting > 0) await wait(500);
  const minutes = (performance.now() - start) / 60_000;
  const { all } = await countWave(db);
  const arrived = await sink.count('wave');
  const isInTime = minutes <= LONGEST_MINUTES && arrived === all;
  const isInTurn = turnMs <= LONGEST_TURN_MS;
  console.log(
    `       ${arrived} of ${all} mails were out after ${minutes.toFixed(1)} minutes${isInTime ? '' : ', MISSED'}`,
  );
  console.log(`       another institution’s mail meanwhile: ${turnMs.toFixed(0)} ms${isInTurn ? '' : ', MISSED'}`);
  return isInTime && isInTurn;
}

export async function onService<T>(
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

export async function benchMail(people = 2000, reservations = 100_000): Promise<boolean> {
  const quiet = await onService(18_086, { MAILS_PER_SECOND: '0' }, (db, pid, base) => bookWave(db, pid, base, people));
  const sink = await startMailSink();
  try {
    return await onService(18_087, { SMTP_URL: sink.url, PUBLIC_URL: 'http://localhost' }, async (db, pid, base) => {
      const start = performance.now();
      const sending = await bookWave(db, pid, base, people);
      const isInTime = await followWave(db, sink, start);
      const isQuick = report([
        {
          name: 'bookings while their mails are sent, to bookings whose mails wait',
          of: sending.rate,
          to: quiet.rate,
          wanted: 0.8,
        },
        {
          name: 'those behind the wave, whose mails are still on their way, to the same',
          of: sending.behind,
          to: quiet.behind,
          wanted: 0.8,
        },
      ]);
      const isDone = await benchDailyRun(db, reservations);
      return isInTime && isQuick && isDone;
    });
  } finally {
    await sink.close();
  }
}
