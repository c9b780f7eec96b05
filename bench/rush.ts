// Opening day: two thousand people walk the whole way at once for five hundred places of one institution, while ten others
// go about their day. `npm run bench -- rush 200 10` measures 200 people after 10 quiet seconds.
import { sql } from 'kysely';
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { issueToken } from '#server/access/tokens.ts';
import { wrongCounters } from '#tests/kit/booking-hospital.ts';
import {
  buildWayGround,
  prepareWalker,
  type Step,
  type Walked,
  type Walker,
  type WayGround,
  walk,
} from '#tests/kit/whole-way.ts';
import { cpuSeconds, databaseCpuSeconds, hammer, memoryOf, startHello, startService } from './kit.ts';
import { Client, Times } from './rush-client.ts';
import { goAboutTheDay, openOthers } from './rush-others.ts';

const HOSPITAL = '71000001';
/**
 * As a front server keeps them open to one server, and lets people through: the others wait there. Each person's next call is sent the moment the
 * last one is answered, so this is far denser than people are.
 */
const CONNECTIONS = 128;
const PLACES_PER_PERSON = 1 / 4;
const LONGEST_MS = 240_000;
/** Every other one has an account; the guests' first password is their birth date. */
const isGuest = (number: number) => number % 2 === 0;

const LIMITS = { memoryMb: 400, othersTimes: 5 };

type RushStep = Exclude<Step, 'reserve'> | 'reserve, booked' | 'reserve, full';

async function logWalkersIn(db: Db, people: number, now: Date): Promise<Map<number, string>> {
  const numbers = Array.from({ length: people }, (_, n) => n).filter((n) => !isGuest(n));
  const rows = numbers.map((n) => ({ institution_code: HOSPITAL, mail: `walker${n}@example.jp` }));
  const found = await db.insertInto('examinees').values(rows).returning('examinee_id').execute();
  const tokens = await Promise.all(
    found.map(({ examinee_id: examineeId }) =>
      issueToken(db, { kind: 'examinee', institutionCode: HOSPITAL, examineeId }, now),
    ),
  );
  return new Map(numbers.map((n, index) => [n, tokens[index] ?? '']));
}

/** Before the doors open, so that what the measuring side has to do for it is not measured. */
async function gather(db: Db, ground: WayGround, people: number): Promise<Walker[]> {
  const tokens = await logWalkersIn(db, people, new Date());
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
    walkers.map(async (walker): Promise<Walked> => {
      try {
        return await walk(async ({ step, path, body, token }) => {
          const answer = await client.post(path, body, { token, signal: deadline });
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
async function findFalseRefusals(db: Db, walked: readonly Walked[]): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select to_char(visit_date, 'YYYY/MM/DD') || '/' || slot_code as place from frame_capacities
     where institution_code = ${HOSPITAL} and frame_code = '0001' and used < capacity`.execute(db);
  const free = new Set(rows.map(({ place }) => place));
  return walked.flatMap(({ full }) => full.filter((place) => free.has(place)));
}

async function countBooked(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reservations where institution_code = ${HOSPITAL}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function benchRush(people = 2000, quietSeconds = 60): Promise<boolean> {
  // With the limits as they come: all of them come from one address.
  const service = await startService(18_084, { REQUESTS_PER_MINUTE: '', TOKEN_REQUESTS_PER_MINUTE: '' });
  const hello = await startHello(18_085);
  const db = openDatabase(connectRunning(service.dataDir)!, 4);
  let met = true;
  const say = (line: string) => console.log(line);
  const check = (what: string, isMet: boolean) => {
    met &&= isMet;
    say(`${isMet ? 'ok    ' : 'MISSED'}  ${what}`);
  };
  try {
    const day = today(new Date());
    const places = Math.ceil(people * PLACES_PER_PERSON);
    const ground = await buildWayGround(db, HOSPITAL, day, places, { first_password: 'birth_date' });
    const others = await openOthers(db, day);
    const bare = await hammer(hello.pid, { url: hello.base });
    const quiet = await goAboutTheDay(service.base, others, AbortSignal.timeout(quietSeconds * 1000));

    const walkers = await gather(db, ground, people);
    const ended = new AbortController();
    const meanwhile = goAboutTheDay(service.base, others, ended.signal);
    const before = { server: cpuSeconds(service.pid), database: databaseCpuSeconds(service.dataDir) };
    const { walked, times, ways, seconds } = await rush(service.base, walkers);
    const cpu = {
      server: cpuSeconds(service.pid) - before.server,
      database: databaseCpuSeconds(service.dataDir) - before.database,
    };
    ended.abort();
    const busy = await meanwhile;
    const memory = memoryOf(service.pid);

    const count = (end: Walked['end']) => walked.filter((one) => one.end === end).length;
    const perSecond = people / seconds;
    say(
      `rush: ${people} people for ${ground.places} places over ${CONNECTIONS} connections in ${seconds.toFixed(1)} s`,
    );
    say(
      `${perSecond.toFixed(0)} people a second, ${(perSecond / bare.perSecond).toFixed(4)} of ${bare.perSecond.toFixed(0)} hellos`,
    );
    say(`${count('booked')} booked, ${count('sold out')} found it sold out, ${count('sent away')} sent away`);
    say(
      `CPU a person: ${((cpu.server / people) * 1000).toFixed(1)} ms server, ${((cpu.database / people) * 1000).toFixed(1)} ms database`,
    );
    for (const line of [...times.lines(), ...ways.lines()]) say(line);
    for (const [name, when] of Object.entries({ quiet, rush: busy })) {
      for (const line of when.times.lines()) say(`others, ${name}: ${line}`);
    }

    const strange = [...walked.flatMap((one) => one.strange), ...quiet.strange, ...busy.strange];
    for (const one of strange.slice(0, 5)) say(JSON.stringify(one));
    const falseRefusals = await findFalseRefusals(db, walked);
    const booked = await countBooked(db);
    const wrong = await wrongCounters(db);
    const [refusedMs, bookedMs] = [times.quantile(0.5, 'reserve, full'), times.quantile(0.5, 'reserve, booked')];
    const ratio = busy.times.quantile(0.99) / quiet.times.quantile(0.99);
    check(`${strange.length} answers that nobody should get`, strange.length === 0);
    check(`${falseRefusals.length} refused while places were left`, falseRefusals.length === 0);
    check(
      `${booked} booked of ${ground.places} places, ${count('booked')} told so`,
      booked === ground.places && booked === count('booked'),
    );
    check(`${wrong.length} places oversold or miscounted`, wrong.length === 0);
    check(`refused in ${refusedMs.toFixed(0)} ms, booked in ${bookedMs.toFixed(0)} ms (p50)`, refusedMs <= bookedMs);
    check(`the others' p99 is ${ratio.toFixed(1)} times that of a quiet minute`, ratio <= LIMITS.othersTimes);
    check(
      `${memory.now.toFixed(0)} MB at the end (${memory.most.toFixed(0)} at the most)`,
      memory.now < LIMITS.memoryMb,
    );
    return met;
  } finally {
    await db.destroy();
    await service.stop();
    await hello.stop();
  }
}
