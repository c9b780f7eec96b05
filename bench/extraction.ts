// The extraction: a month of it as data grow, and a hundred thousand rows at once: when the first are there, what they cost in memory,
// and what bookings lose beside them.
import { sql } from 'kysely';
import { type Conditions, conditions, searchReservations } from '#backoffice/examinee-search/contract.ts';
import { selectNumbers } from '#backoffice/examinee-search/server-find.ts';
import { readPiece } from '#backoffice/server-rows.ts';
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { layOutMonth, monthOf } from '#domain/calendar/month.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { encodeForm } from '#wire/form.ts';
import { bookBeside } from './booking.ts';
import { addReservations, buildBookingGround, HOSPITAL } from './booking-ground.ts';
import { memoryOf, type Running, report, startService } from './kit.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
/** Visits of the month that is asked for, however many others there are. */
const IN_MONTH = 2000;
const MOST_ROWS = 100_000;
const MOST_MEGABYTES = 200;

type Service = Running & { dataDir: string };

const between = (visitFrom: PlainDate, visitTo: PlainDate): Conditions => {
  const blank = conditions.read(conditions.blank);
  if (!blank.ok) throw new Error('blank conditions are conditions');
  return { ...blank.value, visitFrom, visitTo };
};

interface Extracted {
  bytes: number;
  firstRowsMs: number;
  wholeMs: number;
}

/** As a browser does it: compressed, and looked at as it arrives. */
async function extract(service: Service, token: string, given: Conditions): Promise<Extracted> {
  const began = performance.now();
  const response = await fetch(service.base + searchReservations.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: encodeForm(conditions.encode(given)),
  });
  let bytes = 0;
  let firstRowsMs = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (firstRowsMs === 0 && bytes > 10_000) firstRowsMs = performance.now() - began;
  }
  if (!response.ok || bytes < 1000) throw new Error(`the extraction answered ${response.status} with ${bytes} bytes`);
  return { bytes, firstRowsMs, wholeMs: performance.now() - began };
}

/** Extractions of one clerk after the other, a second. */
async function rate(service: Service, token: string, given: Conditions): Promise<number> {
  await extract(service, token, given);
  const until = performance.now() + SECONDS * 1000;
  let count = 0;
  const began = performance.now();
  while (performance.now() < until) {
    await extract(service, token, given);
    count++;
  }
  return (count / (performance.now() - began)) * 1000;
}

/** Two statements and nothing made of their rows, past the service. */
async function bareMs(db: Db, given: Conditions): Promise<{ ms: number; rows: number }> {
  const began = performance.now();
  const found = await selectNumbers(db, HOSPITAL, given, MOST_ROWS).execute();
  const numbers = found.map(({ number }) => number);
  const rows = await readPiece(db, HOSPITAL, numbers);
  return { ms: performance.now() - began, rows: rows.length };
}

async function watchMemory<T>(pid: number, work: Promise<T>): Promise<{ result: T; rise: number }> {
  const before = memoryOf(pid).now;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid).now);
  }, 50);
  try {
    return { result: await work, rise: most - before };
  } finally {
    clearInterval(timer);
  }
}

export async function benchExtraction(...sizes: number[]): Promise<boolean> {
  const service = await startService(18_092, { GUEST_RESERVATIONS_PER_MINUTE: '0' });
  const connection = connectRunning(service.dataDir)!;
  const db = openDatabase(connection, 4);
  const { user, database, host, port } = connection;
  const socket = `host=${encodeURIComponent(host)}&port=${port}`;
  const loader = openDatabase(
    { connectionString: `postgresql://${user}@/${database}?${socket}&statement_timeout=0` },
    1,
  );
  try {
    const now = new Date();
    const day = today(now);
    const ground = await buildBookingGround(db, day);
    await addAdministrator(db, {
      institutionCode: HOSPITAL,
      userId: 'bench001',
      displayName: '計測',
      password: 'Biyori#2026',
    });
    const token = await openClerk(db, { institutionCode: HOSPITAL, userId: 'bench001' }, now);
    const month = layOutMonth(monthOf(addDays(day, 300)));
    const rates: number[] = [];
    let there = 0;
    for (const size of sizes.length > 0 ? sizes : [10_000, 1_000_000]) {
      await addReservations(loader, there, size, day);
      if (there === 0) {
        await sql`update reservations set visit_date = ${month.first}::date + reservation_number % 28
          where institution_code = ${HOSPITAL} and reservation_number < 200000000 + ${IN_MONTH}::int`.execute(loader);
        await sql`vacuum analyze reservations`.execute(loader);
      }
      there = size;
      rates.push(await rate(service, token, between(month.first, month.last)));
    }
    const [few = 1, many = few] = [rates[0], rates.at(-1)];
    const speed = (perSecond: number) => ({ perSecond, cpuMicros: 0 });
    let met = report([
      {
        name: `extraction of a month with ${there.toLocaleString('en')} reservations of the same at fewer`,
        of: speed(many),
        to: speed(few),
        wanted: 1 / 1.3,
      },
    ]);

    const much = between(addDays(day, -Math.min(99, Math.floor(MOST_ROWS / (there / 1000)))), addDays(day, -1));
    await bareMs(loader, much);
    const bare = await bareMs(loader, much);
    await extract(service, token, much);
    const { result: whole, rise } = await watchMemory(service.pid, extract(service, token, much));
    const say = (name: string, value: number, most: number, unit = '') => {
      const good = value <= most;
      met &&= good;
      console.log(`${value.toFixed(2)}${unit}  ${name}  (wanted at most ${most}${good ? '' : ', MISSED'})`);
    };
    const what = `${bare.rows.toLocaleString('en')} rows`;
    say(`first of ${what}, of the bare query's time`, whole.firstRowsMs / bare.ms, 3);
    say(`the last of ${what}, of the bare query's time`, whole.wholeMs / bare.ms, 10);
    say(`rise of memory by ${what}`, rise, MOST_MEGABYTES, ' MB');

    const { alone, beside } = await bookBeside(service, ground, () => extract(service, token, much));
    return (
      report([
        { name: `bookings beside extractions of ${what}, of bookings alone`, of: beside, to: alone, wanted: 0.5 },
      ]) && met
    );
  } finally {
    await Promise.all([db.destroy(), loader.destroy()]);
    await service.stop();
  }
}
