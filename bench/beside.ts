// Two checkouts beside each other, in the same rounds as all rows: the CPU time that a call costs the service and its database there,
// of what it costs here. Whatever else the machine does meanwhile concerns both alike.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { freePort } from '#tests/kit/real-service.ts';
import { encodeForm } from '#wire/form.ts';
import { book, FORM, GUEST, LOGGED_IN } from './booking.ts';
import { bookingForm, type Ground, groundOf } from './booking-ground.ts';
import { median } from './frame/judge.ts';
import { isDone, isFound, load, writeRequest } from './frame/load.ts';
import { cpuSeconds, databaseCpuSeconds, ROOT, type Running, startService } from './kit.ts';
import { CALENDAR, monthForm } from './rows/examinee.ts';

/** Short rounds, many of them: what else the machine does in the meantime concerns neighbouring rounds alike. */
const ROUNDS = 25;
const CALLS = 300;
/** Each takes a slow hash, two of which run at once. */
const LOG_INS = 12;
const HASHES = 2;
const PEOPLE = 16;
const DEMO = { grant_type: 'password', username: 'demo0001', password: 'Biyori#2026' };

interface Measure {
  calls: number;
  run(calls: number): Promise<unknown>;
}

interface Checkout {
  service: Running & { dataDir: string };
  measures: Record<string, Measure>;
}

/** Each checkout lays its own ground, since it alone knows its tables. */
async function layGround(root: string, dataDir: string): Promise<Ground> {
  const day = today(new Date());
  const script = `
    const { openDatabase } = await import(${JSON.stringify(`${root}src/db/database.ts`)});
    const { buildBookingGround } = await import(${JSON.stringify(`${root}bench/booking-ground.ts`)});
    const db = openDatabase(${JSON.stringify(connectRunning(dataDir)?.superuser)}, 2);
    await buildBookingGround(db, '${day}');
    await db.destroy();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
  return groundOf(day);
}

async function post<Reply>(base: string, call: string, form: Record<string, unknown>): Promise<Reply> {
  const response = await fetch(base + call, { method: 'POST', headers: FORM, body: encodeForm(form).toString() });
  if (!response.ok) throw new Error(`${call} answered ${response.status}`);
  return (await response.json()) as Reply;
}

const logIn = async (base: string, form: Record<string, string>) =>
  (await post<{ access_token: string }>(base, '/Token', form)).access_token;

interface Person {
  form: Record<string, string>;
  token: string;
}

/** People with an account and a session each, which they get as anybody does. */
function bookAndLogIn(base: string, ground: Ground): Promise<Person[]> {
  const person = async (_: unknown, n: number) => {
    const form = bookingForm(ground, n, `person${n}@example.jp`);
    const { userId, firstPassword } = await post<{ userId: string; firstPassword: string }>(base, GUEST, form);
    const own = { grant_type: 'password', username: userId, password: firstPassword };
    return { form: own, token: await logIn(base, own) };
  };
  return Promise.all(Array.from({ length: PEOPLE }, person));
}

async function open(root: string): Promise<Checkout> {
  const unlimited = {
    AVAILABILITY_REQUESTS_PER_MINUTE: '0',
    GUEST_RESERVATIONS_PER_MINUTE: '0',
    // Sixteen people book thousands of times: what they have booked is not counted, as nobody's is so much.
    BOOKINGS_PER_ACCOUNT_PER_DAY: '0',
    LIVE_BOOKINGS_PER_ACCOUNT: '0',
    BOOKINGS_PER_RECIPIENT_PER_DAY: '0',
  };
  // Mails go out by the second and not by the call: the slower the machine is, the more of them would be counted.
  const service = await startService(await freePort(), { ...unlimited, MAILS_PER_SECOND: '0' }, root);
  const { base } = service;
  const ground = await layGround(root, service.dataDir);
  const people = await bookAndLogIn(base, ground);
  const tokens = people.map(({ token }) => token);
  const staff = { authorization: `Bearer ${await logIn(base, DEMO)}` };
  const booking = (call: string, own: string[]): Measure => ({
    calls: CALLS,
    run: (calls) => book(service, ground, call, own, calls),
  });
  const repeating = (call: string, form: Record<string, unknown>, headers = {}): Measure => {
    const request = writeRequest(base, { path: call, headers, body: encodeForm(form).toString() });
    const run = (calls: number) => load({ base, connections: PEOPLE, calls, next: () => request, check: isDone });
    return { calls: CALLS, run };
  };
  const loggingIn = (form: Record<string, string>): Measure => {
    const request = writeRequest(base, { path: '/Token', body: encodeForm(form).toString() });
    const run = (calls: number) => load({ base, connections: HASHES, calls, next: () => request, check: isFound });
    return { calls: LOG_INS, run };
  };
  const measures = {
    'a guest books': booking(GUEST, []),
    'somebody logged in books': booking(LOGGED_IN, tokens),
    'the month': repeating(CALENDAR, monthForm(ground)),
    'a list of the office': repeating('/api/MasterWWAKU/List', { ircd: '10000001' }, staff),
    'an examinee logs in': loggingIn(people[0]!.form),
    'staff log in': loggingIn(DEMO),
  };
  return { service, measures };
}

/** Microseconds of CPU, and not of the clock, which both share. */
async function costOf({ service }: Checkout, { run, calls }: Measure) {
  const [own, databases] = [cpuSeconds(service.pid), databaseCpuSeconds(service.dataDir)];
  await run(calls);
  const micros = (seconds: number) => (seconds / calls) * 1e6;
  return {
    service: micros(cpuSeconds(service.pid) - own),
    database: micros(databaseCpuSeconds(service.dataDir) - databases),
  };
}

type Cost = Awaited<ReturnType<typeof costOf>>;

const sumOf = ({ service, database }: Cost) => service + database;

const middleOf = (costs: readonly Cost[]) =>
  `${median(costs.map(({ service }) => service)).toFixed(0)} + ${median(costs.map(({ database }) => database)).toFixed(0)}`;

/** The first round is for the compiler. */
async function compare(name: string, [here, there]: [Checkout, Checkout], rounds: number): Promise<void> {
  const [ours, theirs]: [Cost[], Cost[]] = [[], []];
  for (let round = -1; round < rounds; round++) {
    const both = [await costOf(here, here.measures[name]!), await costOf(there, there.measures[name]!)] as const;
    if (round < 0) continue;
    ours.push(both[0]);
    theirs.push(both[1]);
  }
  const ratios = ours.map((cost, round) => sumOf(cost) / sumOf(theirs[round]!)).toSorted((a, b) => a - b);
  const at = (share: number) => ratios[Math.floor(share * ratios.length)]!.toFixed(3);
  console.log(
    `${name}: ${median(ratios).toFixed(3)} of the CPU of the other checkout (half of the rounds ${at(0.25)} to ${at(0.75)})`,
  );
  console.log(`  ${middleOf(ours)} us of service and database here, ${middleOf(theirs)} us there`);
}

export async function benchBeside(other: string, rounds = ROUNDS, wanted: readonly string[] = []): Promise<void> {
  const checkouts: Checkout[] = [];
  try {
    for (const root of [ROOT, `${path.resolve(other)}/`]) checkouts.push(await open(root));
    const [here, there] = checkouts as [Checkout, Checkout];
    const names = Object.keys(here.measures);
    for (const name of names.filter((one) => wanted.length === 0 || wanted.some((part) => one.includes(part)))) {
      await compare(name, [here, there], rounds);
    }
  } finally {
    for (const { service } of checkouts) await service.stop();
  }
}
