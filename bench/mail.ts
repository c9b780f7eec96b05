// A wave of bookings with its mails, at the pace that is set unless somebody sets another: how quick bookings are meanwhile, how
// long until all mails are out, and how long another institution's mail is held up. `npm run bench -- mail 2000` measures 2,000 bookings.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { readConfig } from '#server/config.ts';
import { freePort } from '#tests/kit/real-service.ts';
import { encodeForm } from '#wire/form.ts';
import { bookingForm, buildBookingGround, type Ground, HOSPITAL } from './booking-ground.ts';
import { type Figure, type Found, sayFigure } from './frame/results.ts';
import { type Act, measureRow, type Pace, sayRow } from './frame/row.ts';
import { cpuSeconds, databaseCpuSeconds, type Rate, startService } from './kit.ts';
import { type MailSink, startMailSink } from './mail-sink.ts';
import { Client } from './rush-client.ts';

const CONNECTIONS = 16;
const WARM_UP = 100;
/** So many seconds after its pace alone would have sent it, the last mail of a wave is out. */
const LATEST_SECONDS = 15;
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

/** All that wait, those of the warm-up too: each has its turn. */
async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox_mails where state = 'waiting'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How the rest of the wave goes out: another institution's mail in between, and all of them in time. */
async function followWave(db: Db, sink: MailSink): Promise<Figure[]> {
  const start = performance.now();
  const paced = (await countWaiting(db)) / readConfig({}).mailsPerSecond;
  const turnMs = await timeTurn(db, sink);
  while ((await countWave(db)).waiting > 0) await wait(500);
  const late = (performance.now() - start) / 1000 - paced;
  const { all } = await countWave(db);
  const lost = all - (await sink.count('wave'));
  return [
    { name: `last of ${all} mails of a wave, behind their pace`, value: late, unit: 's', most: LATEST_SECONDS },
    { name: 'mails of the wave that did not arrive', value: lost, unit: '', most: 0 },
    { name: "another institution's mail in the middle of it", value: turnMs, unit: 'ms', most: LONGEST_TURN_MS },
  ];
}

export interface Open {
  db: Db;
  pid: number;
  base: string;
  dataDir: string;
}

export async function onService<T>(env: Record<string, string>, work: (open: Open) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'biyori-bench-mail-'));
  const service = await startService(await freePort(), {
    DATA_DIR: dataDir,
    GUEST_RESERVATIONS_PER_MINUTE: '0',
    ...env,
  });
  const connection = connectRunning(dataDir)?.superuser;
  if (!connection) throw new Error('the database does not run');
  // Many rows are loaded by statements that may take as long as they need.
  const { user, database, host, port: socketPort } = connection;
  const socket = `host=${encodeURIComponent(host)}&port=${socketPort}`;
  const url = { connectionString: `postgresql://${user}@/${database}?${socket}&statement_timeout=0` };
  const db = openDatabase(url, 4);
  try {
    return await work({ db, pid: service.pid, base: service.base, dataDir });
  } finally {
    await db.destroy();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The same bookings in both services: in one their mails are sent, in the other they wait. */
const booking =
  (crowd: Crowd, dataDir: string): Act =>
  async (calls) => {
    const before = databaseCpuSeconds(dataDir);
    const { perSecond, cpuMicros } = await crowd.book(calls, 'wave');
    return {
      seconds: calls / perSecond,
      service: (cpuMicros * calls) / 1e6,
      database: databaseCpuSeconds(dataDir) - before,
    };
  };

export async function measureMail(pace: Pace, people = 480): Promise<Found> {
  const sink = await startMailSink();
  const day = today(new Date());
  const onBoth = (work: (quiet: Open, sending: Open) => Promise<Found>) =>
    onService({ MAILS_PER_SECOND: '0' }, (quiet) =>
      onService({ SMTP_URL: sink.url, PUBLIC_URL: 'http://localhost' }, (sending) => work(quiet, sending)),
    );
  try {
    return await onBoth(async (quiet, sending) => {
      const crowds = await Promise.all(
        [quiet, sending].map(async ({ db, pid, base }) => new Crowd(base, pid, await buildBookingGround(db, day))),
      );
      try {
        const [waiting, going] = crowds as [Crowd, Crowd];
        await waiting.book(WARM_UP, 'warm');
        await going.book(WARM_UP, 'warm');
        const row = await measureRow(
          {
            name: 'bookings while their mails are sent',
            calls: Math.ceil(people / (pace.rounds + 1)),
            act: booking(going, sending.dataDir),
            references: [{ name: 'bookings whose mails wait', act: booking(waiting, quiet.dataDir), least: 0.8 }],
          },
          { ...pace, share: 1 },
        );
        sayRow(row);
        const figures = await followWave(sending.db, sink);
        figures.forEach(sayFigure);
        return { rows: [row], figures };
      } finally {
        for (const crowd of crowds) crowd.close();
      }
    });
  } finally {
    await sink.close();
  }
}
