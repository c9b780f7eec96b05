// Opening day: people walk the whole way at once for a quarter as many places of one institution, again and again, each time of another
// one, while ten others go about their day. `npm run bench -- rush 2000` has two thousand come at once.
import { sql } from 'kysely';
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { issueToken } from '#server/access/tokens.ts';
import { wrongCounters } from '#tests/kit/booking-hospital.ts';
import { freePort } from '#tests/kit/real-service.ts';
import {
  buildWayGround,
  prepareWalker,
  type Step,
  type Walked,
  type Walker,
  type WayGround,
  walk,
} from '#tests/kit/whole-way.ts';
import { isDone, load, writeRequest } from './frame/load.ts';
import { type Figure, type Found, sayFigure } from './frame/results.ts';
import { type Act, measureRow, type Pace, sayRow, type Taken } from './frame/row.ts';
import { cpuSeconds, databaseCpuSeconds, memoryOf, type Running, startHello, startService } from './kit.ts';
import { Client, Times } from './rush-client.ts';
import { goAboutTheDay, openOthers } from './rush-others.ts';

/** Another one opens in every round. */
let opened = 71_000_000;
/**
 * As a front server keeps them open to one server, and lets people through: the others wait there. Each person's next call is sent the moment the
 * last one is answered, so this is far denser than people are.
 */
const CONNECTIONS = 128;
const PLACES_PER_PERSON = 1 / 4;
const LONGEST_MS = 240_000;
/** Every other one has an account; the guests' first password is their birth date. */
const isGuest = (number: number) => number % 2 === 0;

const QUIET_MS = 6_000;
const MOST_MEGABYTES = 400;
/** The others may wait so many times as long as in a quiet time. */
const OTHERS_TIMES = 5;
/** Of the others' calls; beyond it lies what a single slow log-in of some seconds decides. */
const MOST_OF_THEM = 0.9;

type RushStep = Exclude<Step, 'reserve'> | 'reserve, booked' | 'reserve, full';

async function logWalkersIn(db: Db, institutionCode: string, people: number, now: Date): Promise<Map<number, string>> {
  const numbers = Array.from({ length: people }, (_, n) => n).filter((n) => !isGuest(n));
  const rows = numbers.map((n) => ({
    institution_code: institutionCode,
    mail: `walker${n}@example.jp`,
    mail_verified_at: now,
  }));
  const found = await db.insertInto('examinees').values(rows).returning('examinee_id').execute();
  const tokens = await Promise.all(
    found.map(({ examinee_id: examineeId }) => issueToken(db, { kind: 'examinee', institutionCode, examineeId }, now)),
  );
  return new Map(numbers.map((n, index) => [n, tokens[index] ?? '']));
}

/** Before the doors open, so that what the measuring side has to do for it is not measured. */
async function gather(db: Db, ground: WayGround, people: number): Promise<Walker[]> {
  const tokens = await logWalkersIn(db, ground.institutionCode, people, new Date());
  return Array.from({ length: people }, (_, n) => prepareWalker(ground, n, tokens.get(n)));
}

/** Everybody at once; whoever is not served in time counts as sent away. */
async function rush(base: string, walkers: readonly Walker[]) {
  const client = new Client(base, CONNECTIONS);
  await client.connect();
  const times = new Times<RushStep>();
  const ways = new Times<'whole way'>();
  const deadline = AbortSignal.timeout(LONGEST_MS);
  const start = performance.now();
  const walked = await Promise.all(
    walkers.map(async (walker, n): Promise<Walked> => {
      const from = `10.77.${n >> 8}.${n & 255}`;
      try {
        return await walk(async ({ step, path, body, token }) => {
          const answer = await client.post(path, body, { token, from, signal: deadline });
          const isBooked = answer.body.errorCode === 0;
          times.add(step === 'reserve' ? (isBooked ? 'reserve, booked' : 'reserve, full') : step, answer.ms);
          return answer;
        }, walker);
      } catch (error) {
        return { end: 'sent away', full: [], strange: [String(error)] };
      } finally {
        ways.add('whole way', performance.now() - start);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  client.close();
  return { walked, times, ways, seconds };
}

/** Where a place was refused as full and is free at the end, though nobody has given one back. */
async function findFalseRefusals(db: Db, institutionCode: string, walked: readonly Walked[]): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select to_char(visit_date, 'YYYY/MM/DD') || '/' || slot_code as place from frame_capacities
     where institution_code = ${institutionCode} and frame_code = '0001' and used < capacity`.execute(db);
  const free = new Set(rows.map(({ place }) => place));
  return walked.flatMap(({ full }) => full.filter((place) => free.has(place)));
}

async function countBooked(db: Db, institutionCode: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reservations where institution_code = ${institutionCode}`.execute(db);
  return rows[0]?.count ?? 0;
}

type Service = Running & { dataDir: string };

/** What all rushes together have shown: how long each step took, and what must not be. */
interface Seen {
  times: Times;
  strange: unknown[];
  falseRefusals: number;
  /** Places that are not booked, or that nobody was informed of. */
  miscounted: number;
}

/** One rush of an institution that opens for it; seconds of the crowd alone. */
async function rushOnce({ pid, base, dataDir }: Service, db: Db, people: number, seen: Seen): Promise<Taken> {
  const code = String(++opened);
  const places = Math.ceil(people * PLACES_PER_PERSON);
  const ground = await buildWayGround(db, code, today(new Date()), places, { first_password: 'birth_date' });
  const walkers = await gather(db, ground, people);
  const before = { service: cpuSeconds(pid), database: databaseCpuSeconds(dataDir) };
  const { walked, times, seconds } = await rush(base, walkers);
  const taken = {
    seconds,
    service: cpuSeconds(pid) - before.service,
    database: databaseCpuSeconds(dataDir) - before.database,
  };
  const [acknowledged, booked] = [walked.filter(({ end }) => end === 'booked').length, await countBooked(db, code)];
  seen.strange.push(...walked.flatMap(({ strange }) => strange));
  seen.falseRefusals += (await findFalseRefusals(db, code, walked)).length;
  seen.miscounted += Math.abs(booked - Math.min(people, ground.places)) + Math.abs(booked - acknowledged);
  seen.times.addAll(times);
  return taken;
}

const sum = (name: string, value: number): Figure => ({ name, value, unit: '', most: 0 });

export async function measureRush(pace: Pace, people = 300): Promise<Found> {
  // With the limits as they come, behind a front server that tells everybody's address.
  const limits = { REQUESTS_PER_MINUTE: '', TOKEN_REQUESTS_PER_MINUTE: '', TRUST_PROXY: '1' };
  const service = await startService(await freePort(), limits);
  const hello = await startHello(await freePort());
  const db = openDatabase(connectRunning(service.dataDir)!.superuser, 4);
  const seen: Seen = { times: new Times(), strange: [], falseRefusals: 0, miscounted: 0 };
  try {
    const others = await openOthers(db, today(new Date()));
    const all = { quiet: new Times(), rush: new Times() };
    /** How long most of the others wait, in a quiet time or beside a rush. */
    const waiting = async (when: keyof typeof all, until: AbortSignal) => {
      const { times, strange } = await goAboutTheDay(service.base, others, until);
      seen.strange.push(...strange);
      all[when].addAll(times);
      return times.quantile(MOST_OF_THEM) / 1000;
    };
    const quiet: Act = async () => ({
      seconds: await waiting('quiet', AbortSignal.timeout(QUIET_MS)),
      service: 0,
      database: 0,
    });
    const busy: Act = async () => {
      const ended = new AbortController();
      const meanwhile = waiting('rush', ended.signal);
      const taken = await rushOnce(service, db, people, seen).finally(() => ended.abort());
      return { ...taken, seconds: await meanwhile };
    };
    const request = writeRequest(hello.base, { path: '/', method: 'GET' });
    const sayHello: Act = async (calls) => {
      const given = { base: hello.base, connections: 16, calls, next: () => request, check: isDone };
      return { seconds: await load(given), service: 0, database: 0 };
    };
    const rows = [
      await measureRow(
        {
          name: 'whole way of a person in a rush',
          calls: people,
          act: (calls) => rushOnce(service, db, calls, seen),
          references: [{ name: 'hello', act: sayHello, calls: 4000, least: 0.002 }],
        },
        { ...pace, share: 1 },
      ),
      await measureRow(
        {
          name: `neighbours during a rush of ${people} people`,
          calls: 1,
          act: busy,
          references: [{ name: 'the same in a quiet time', act: quiet, least: 1 / OTHERS_TIMES }],
        },
        pace,
      ),
    ];
    rows.forEach(sayRow);
    for (const line of seen.times.lines()) console.log(`        ${line}`);
    for (const one of seen.strange.slice(0, 5)) console.log(JSON.stringify(one));
    const figures: Figure[] = [
      sum('answers in a rush that nobody should get', seen.strange.length),
      sum('people refused while places were left', seen.falseRefusals),
      sum('places left over, oversold or miscounted', seen.miscounted + (await wrongCounters(db)).length),
      {
        name: "the others' slowest hundredth in rushes, of that in quiet times",
        value: all.rush.quantile(0.99) / all.quiet.quantile(0.99),
        unit: 'times',
        most: OTHERS_TIMES,
      },
      {
        name: 'memory of the service after the rushes',
        value: memoryOf(service.pid).now,
        unit: 'MB',
        most: MOST_MEGABYTES,
      },
    ];
    figures.forEach(sayFigure);
    return { rows, figures };
  } finally {
    await db.destroy();
    await service.stop();
    await hello.stop();
  }
}
