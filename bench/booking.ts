// Bookings and the month's calendar: over HTTP, against the bare function and the bare query, and as data grow.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { makeService } from '#app/service.ts';
import { askerOf } from '#booking/asker.ts';
import { MONTH, monthValues } from '#booking/availability.ts';
import { readCourse } from '#booking/facts.ts';
import { judge } from '#booking/judge.ts';
import { prepare, requestOf } from '#booking/reserve.ts';
import { bookingCall } from '#booking/write.ts';
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { layOutMonth, monthOf } from '#domain/calendar/month.ts';
import { reserveAsGuest } from '#examinee/booking/contract-reserve.ts';
import { draftOf } from '#examinee/booking/server-reserve.ts';
import { issueToken } from '#server/access/tokens.ts';
import { readConfig } from '#server/config.ts';
import { encodeForm } from '#wire/form.ts';
import {
  addReservations,
  bookingForm,
  buildBookingGround,
  type Ground,
  HOSPITAL,
  openLoader,
  SLOTS,
} from './booking-ground.ts';
import {
  cpuSeconds,
  hammer,
  meanOf,
  type Rate,
  type Ratio,
  ROOT,
  type Running,
  startHello,
  startService,
} from './kit.ts';

const CONNECTIONS = 16;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const GUEST = '/api/Account/CommonGuestNewReserve';
export const LOGGED_IN = '/api/Account/CommonLoginedNewReserve';

type Service = Running & { dataDir: string };
let made = 0;

/** Books from so many connections, for a while or so many times; a single refusal of a free place spoils the measurement. */
export async function hammerBookings(
  service: Pick<Running, 'pid' | 'base'>,
  ground: Ground,
  path: string,
  tokens: string[],
  calls = 0,
): Promise<Rate> {
  // Made beforehand: what it costs to fill in forms is not the service's.
  const forms = Array.from({ length: calls || 2000 * (SECONDS + 2) }, () => {
    const n = ++made;
    return encodeForm(bookingForm(ground, n, `http${process.pid}n${n}@example.jp`)).toString();
  });
  const headers = [FORM, ...tokens.map((token) => ({ ...FORM, authorization: `Bearer ${token}` }))];
  let sent = 0;
  const load = (length: { duration: number } | { amount: number }) =>
    autocannon({
      url: service.base,
      connections: CONNECTIONS,
      ...length,
      requests: [
        {
          method: 'POST',
          path,
          setupRequest: (request) => ({
            ...request,
            headers: tokens.length > 0 ? headers[1 + (sent % tokens.length)] : FORM,
            body: forms[sent++],
          }),
        },
      ],
      verifyBody: (body) => String(body).startsWith('{"errorCode":0,'),
    });
  if (!calls) await load({ duration: 2 });
  const before = cpuSeconds(service.pid);
  const result = await load(calls ? { amount: calls } : { duration: SECONDS });
  if (result.non2xx + result.errors + result.mismatches > 0) {
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} broken, ${result.mismatches} not booked`);
  }
  const cpu = cpuSeconds(service.pid) - before;
  return { perSecond: result.requests.total / result.duration, cpuMicros: (cpu / result.requests.total) * 1e6 };
}

/** Guests' bookings beside other work, done over and over, and alone before and after it. */
export async function bookBeside(service: Service, ground: Ground, work: () => Promise<unknown>) {
  const book = () => hammerBookings(service, ground, GUEST, []);
  const before = await book();
  let isOver = false;
  let rounds = 0;
  const working = (async () => {
    for (; !isOver; rounds++) await work();
  })();
  const beside = await book();
  isOver = true;
  await working;
  return { beside, rounds, alone: meanOf(before, await book()) };
}

async function runProcess(script: string, task: unknown): Promise<Rate> {
  const { stdout } = await promisify(execFile)(process.execPath, [`${ROOT}bench/${script}`, JSON.stringify(task)]);
  return JSON.parse(stdout);
}

/** Accounts with a session each: sixteen people booking for their families. */
async function logPeopleIn(db: Db, now: Date): Promise<{ ids: number[]; tokens: string[] }> {
  const rows = Array.from({ length: CONNECTIONS }, (_, n) => ({
    institution_code: HOSPITAL,
    mail: `person${n}@example.jp`,
  }));
  const people = await db.insertInto('examinees').values(rows).returning('examinee_id').execute();
  const ids = people.map(({ examinee_id }) => examinee_id);
  const person = (examineeId: number) => ({ kind: 'examinee', institutionCode: HOSPITAL, examineeId }) as const;
  return { ids, tokens: await Promise.all(ids.map((id) => issueToken(db, person(id), now))) };
}

/** Counted, but never too many: few people book all the time. */
const OFTEN = {
  BOOKINGS_PER_ACCOUNT_PER_DAY: '1000000',
  LIVE_BOOKINGS_PER_ACCOUNT: '1000000',
  BOOKINGS_PER_RECIPIENT_PER_DAY: '1000000',
};

/** What the service would hand to the function for this booking. */
async function functionInput(db: Db, ground: Ground, examineeId: number | null, now: Date) {
  const service = makeService({ db, clock: () => now, config: readConfig(OFTEN), secret: Buffer.alloc(32) });
  const reading = reserveAsGuest.request.decode(bookingForm(ground, ++made, 'template@example.jp'));
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  const visitor = { kind: 'anyone', service, now, address: '', isLocal: true, session: null } as const;
  const asker = { ...askerOf(visitor, HOSPITAL), examineeId };
  const draft = draftOf(reading.value);
  const facts = await readCourse(db, { ...draft, institutionCode: HOSPITAL });
  const judged = judge({ asker, facts, replaced: null }, draft);
  const { rows } = await prepare(judged, requestOf({ asker, draft, replaces: null }));
  return bookingCall([rows]);
}

/** The month's statement as the service sends it, for a booking with two frames. */
function bareMonth(ground: Ground) {
  const layout = layOutMonth(monthOf(ground.days[30] ?? ''));
  const needs = ['0001', '0002'].map((frameCode) => ({
    frameCode,
    quantity: 1,
    managedBy: 'time' as const,
    countedAs: 'persons' as const,
  }));
  return {
    statement: MONTH,
    values: monthValues({ institutionCode: HOSPITAL, layout, phases: [{ from: layout.first, needs }] }),
  };
}

export function monthForm(ground: Ground, { day = 30, birthYear = 1970, options = ['0001', '0002'] } = {}): string {
  const { year, month } = monthOf(ground.days[day] ?? '');
  return encodeForm({
    ircd: HOSPITAL,
    jgcd: '00000000',
    nend: ground.year,
    hfkb: 'Z',
    sex: '2',
    btdyYear: birthYear,
    btdyMonth: 5,
    btdyDate: 5,
    kscd: '0001',
    courseJkcd: '04',
    opbrs: options.map(() => '0001'),
    opcds: options,
    calenderYear: year,
    calenderMonth: month,
  }).toString();
}

/** Each connection with a course of its own through months, options and ages: what is shared least. */
async function hammerMonths(service: Service, ground: Ground, url: string): Promise<Rate> {
  const bodies = Array.from({ length: 64 }, (_, n) =>
    monthForm(ground, {
      day: (n * 31) % ground.days.length,
      birthYear: 1940 + n,
      options: [['0001'], ['0002'], ['0005'], ['0001', '0005']][n % 4],
    }),
  );
  let clients = 0;
  return hammer(service.pid, {
    url,
    method: 'POST',
    headers: FORM,
    body: bodies[0],
    seconds: SECONDS,
    setupClient(client) {
      const start = 4 * clients++ + 1;
      client.setRequests(
        bodies.map((_, n) => ({ method: 'POST', headers: FORM, body: bodies[(start + 5 * n) % bodies.length] })),
      );
    },
  });
}

export async function benchBooking(sizes: readonly number[] = [10_000, 1_000_000]): Promise<Ratio[]> {
  const hello = await startHello(18_083);
  const service = await startService(18_082, {
    AVAILABILITY_REQUESTS_PER_MINUTE: '0',
    GUEST_RESERVATIONS_PER_MINUTE: '0',
    ...OFTEN,
  });
  const connection = connectRunning(service.dataDir)!;
  const db = openDatabase(connection, 4);
  const loader = openLoader(connection);
  const ratios: Ratio[] = [];
  try {
    const now = new Date();
    const ground = await buildBookingGround(db, today(now));
    const { ids, tokens } = await logPeopleIn(db, now);
    const sayHello = () => hammer(hello.pid, { url: hello.base });
    const calendarUrl = `${service.base}/api/CommonSelectCalender/ChangeCalender`;
    const loop = { connection, days: ground.days, slots: SLOTS, connections: CONNECTIONS, seconds: SECONDS };
    const first: Record<string, Rate> = {};
    let there = 0;
    for (const size of sizes) {
      await addReservations(loader, there, size, today(now));
      there = size;
      const helloBefore = await sayHello();
      const measure = {
        guest: await hammerBookings(service, ground, GUEST, []),
        'logged in': await hammerBookings(service, ground, LOGGED_IN, tokens),
        month: await hammer(service.pid, {
          url: calendarUrl,
          method: 'POST',
          headers: FORM,
          body: monthForm(ground),
          seconds: SECONDS,
        }),
        'month, each another one,': await hammerMonths(service, ground, calendarUrl),
      };
      const bare = meanOf(helloBefore, await sayHello());
      const guestInput = await functionInput(db, ground, null, now);
      const ownInput = await functionInput(db, ground, ids[0] ?? null, now);
      const bareGuest = await runProcess('booking-loop.ts', { ...loop, input: guestInput, examinees: [] });
      const bareOwn = await runProcess('booking-loop.ts', { ...loop, input: ownInput, examinees: ids });
      const bareCalendar = await runProcess('driver-loop.ts', {
        host: connection.host,
        ...bareMonth(ground),
        connections: CONNECTIONS,
        seconds: SECONDS,
      });
      const name = (what: string) => `${size.toLocaleString('en')} reservations: ${what}`;
      ratios.push(
        { name: name('guest booking of the bare function'), of: measure.guest, to: bareGuest, wanted: 0.5 },
        { name: name('logged-in booking of the bare function'), of: measure['logged in'], to: bareOwn, wanted: 0.5 },
        { name: name('guest booking of hello'), of: measure.guest, to: bare, wanted: 0.05 },
        { name: name('logged-in booking of hello'), of: measure['logged in'], to: bare, wanted: 0.05 },
        { name: name('month of its bare query'), of: measure.month, to: bareCalendar, wanted: 0.4 },
        { name: name('month of hello'), of: measure.month, to: bare, wanted: 0.12 },
        { name: name('month of hello, each another one'), of: measure['month, each another one,'], to: bare },
      );
      for (const [what, rate] of Object.entries(measure)) {
        const smaller = first[what];
        if (smaller)
          ratios.push({
            name: `${what} at ${size.toLocaleString('en')} of the same at fewer`,
            of: rate,
            to: smaller,
            wanted: 1 / 1.3,
          });
        else first[what] = rate;
      }
    }
    return ratios;
  } finally {
    await Promise.all([db.destroy(), loader.destroy()]);
    await service.stop();
    await hello.stop();
  }
}
