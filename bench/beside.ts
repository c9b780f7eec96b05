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
import { isDone, load, writeRequest } from './frame/load.ts';
import { type Act, measureRow, sayRow, WHOLE } from './frame/row.ts';
import { cpuSeconds, databaseCpuSeconds, ROOT, type Running, startService } from './kit.ts';
import { CALENDAR, monthForm } from './rows/examinee.ts';

const CALLS = 1_500;
const PEOPLE = 16;
const DEMO = { grant_type: 'password', username: 'demo0001', password: 'Biyori#2026' };

interface Checkout {
  service: Running & { dataDir: string };
  measures: Record<string, (calls: number) => Promise<unknown>>;
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

/** People with an account and a session each, which they get as anybody does. */
function bookAndLogIn(base: string, ground: Ground): Promise<string[]> {
  const person = async (_: unknown, n: number) => {
    const form = bookingForm(ground, n, `person${n}@example.jp`);
    const { userId, firstPassword } = await post<{ userId: string; firstPassword: string }>(base, GUEST, form);
    return logIn(base, { grant_type: 'password', username: userId, password: firstPassword });
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
  const tokens = await bookAndLogIn(base, ground);
  const staff = { authorization: `Bearer ${await logIn(base, DEMO)}` };
  const repeat = (call: string, form: Record<string, unknown>, headers = {}) => {
    const request = writeRequest(base, { path: call, headers, body: encodeForm(form).toString() });
    return (calls: number) => load({ base, connections: PEOPLE, calls, next: () => request, check: isDone });
  };
  const measures = {
    'a guest books': (calls: number) => book(service, ground, GUEST, [], calls),
    'somebody logged in books': (calls: number) => book(service, ground, LOGGED_IN, tokens, calls),
    'the month': repeat(CALENDAR, monthForm(ground)),
    'a list of the office': repeat('/api/MasterWWAKU/List', { ircd: '10000001' }, staff),
  };
  return { service, measures };
}

/** Compared by the CPU of the service and of its database, and not by the clock, which both share. */
const costing =
  ({ service, measures }: Checkout, name: string): Act =>
  async (calls) => {
    const before = databaseCpuSeconds(service.dataDir);
    const own = cpuSeconds(service.pid);
    await measures[name]?.(calls);
    const taken = { service: cpuSeconds(service.pid) - own, database: databaseCpuSeconds(service.dataDir) - before };
    return { ...taken, seconds: taken.service + taken.database };
  };

export async function benchBeside(other: string, rounds = WHOLE.rounds): Promise<void> {
  const checkouts: Checkout[] = [];
  try {
    for (const root of [ROOT, `${path.resolve(other)}/`]) checkouts.push(await open(root));
    const [here, there] = checkouts as [Checkout, Checkout];
    for (const name of Object.keys(here.measures)) {
      const references = [
        { name: 'what it costs the other checkout (more than 1 is cheaper here)', act: costing(there, name), least: 0 },
      ];
      sayRow(await measureRow({ name, calls: CALLS, act: costing(here, name), references }, { ...WHOLE, rounds }));
    }
  } finally {
    for (const { service } of checkouts) await service.stop();
  }
}
