// Two checkouts beside each other, in rounds that take turns: the CPU time that a call costs the service and its database here, of
// what it costs there. Whatever else the machine does meanwhile concerns both alike.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { encodeForm } from '#wire/form.ts';
import { FORM, GUEST, hammerBookings, LOGGED_IN, monthForm } from './booking.ts';
import { bookingForm, type Ground, groundOf } from './booking-ground.ts';
import { databaseCpuSeconds, hammer, ROOT, type Running, startService } from './kit.ts';

/** By number and not by time: however busy the machine is, the compiler has then seen as much of one as of the other. */
const CALLS = 1_500;
const WARM_UP = 2;
const PEOPLE = 16;
const DEMO = { grant_type: 'password', username: 'demo0001', password: 'Biyori#2026' };

interface Checkout {
  service: Running & { dataDir: string };
  /** By call, and whose it is: CPU microseconds, of each round. */
  micros: Map<string, number[]>;
  measures: Record<string, () => Promise<{ cpuMicros: number }>>;
}

/** Each checkout lays its own ground, since it alone knows its tables. */
async function layGround(root: string, dataDir: string): Promise<Ground> {
  const day = today(new Date());
  const script = `
    const { openDatabase } = await import(${JSON.stringify(`${root}src/db/database.ts`)});
    const { buildBookingGround } = await import(${JSON.stringify(`${root}bench/booking-ground.ts`)});
    const db = openDatabase(${JSON.stringify(connectRunning(dataDir))}, 2);
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

async function open(root: string, port: number): Promise<Checkout> {
  const unlimited = {
    AVAILABILITY_REQUESTS_PER_MINUTE: '0',
    GUEST_RESERVATIONS_PER_MINUTE: '0',
    // Sixteen people book thousands of times: what they have booked is not counted, as nobody's is so much.
    BOOKINGS_PER_ACCOUNT_PER_DAY: '0',
    LIVE_BOOKINGS_PER_ACCOUNT: '0',
    BOOKINGS_PER_RECIPIENT_PER_DAY: '0',
  };
  // Mails go out by the second and not by the call: the slower the machine is, the more of them would be counted.
  const service = await startService(port, { ...unlimited, MAILS_PER_SECOND: '0' }, root);
  const { base, pid } = service;
  const ground = await layGround(root, service.dataDir);
  const tokens = await bookAndLogIn(base, ground);
  const staff = { ...FORM, authorization: `Bearer ${await logIn(base, DEMO)}` };
  const load = { method: 'POST', headers: FORM, calls: CALLS } as const;
  const month = { ...load, url: `${base}/api/CommonSelectCalender/ChangeCalender`, body: monthForm(ground) };
  const list = { ...load, url: `${base}/api/MasterWWAKU/List`, headers: staff, body: 'ircd=10000001' };
  const measures = {
    'a guest books': () => hammerBookings(service, ground, GUEST, [], CALLS),
    'somebody logged in books': () => hammerBookings(service, ground, LOGGED_IN, tokens, CALLS),
    'the month': () => hammer(pid, month),
    'a list of the office': () => hammer(pid, list),
  };
  return { service, measures, micros: new Map() };
}

async function goRound({ service, measures, micros }: Checkout, isMeasured: boolean): Promise<void> {
  const note = (name: string, cpu: number) => micros.set(name, [...(micros.get(name) ?? []), cpu]);
  for (const [name, measure] of Object.entries(measures)) {
    const before = databaseCpuSeconds(service.dataDir);
    const { cpuMicros } = await measure();
    const inDatabase = ((databaseCpuSeconds(service.dataDir) - before) / CALLS) * 1e6;
    if (!isMeasured) continue;
    note(name, cpuMicros);
    note(`${name}, in the database`, inDatabase);
    note(`${name}, both`, cpuMicros + inDatabase);
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export async function benchBeside(other: string, rounds = 5): Promise<void> {
  const checkouts: Checkout[] = [];
  try {
    for (const [index, root] of [ROOT, `${path.resolve(other)}/`].entries()) {
      checkouts.push(await open(root, 18_090 + index));
    }
    // The first rounds are for the compiler.
    for (let round = -WARM_UP; round < rounds; round++) {
      for (const checkout of checkouts) await goRound(checkout, round >= 0);
    }
    const [here, there] = checkouts;
    for (const [name, micros] of here?.micros ?? []) {
      const others = there?.micros.get(name) ?? [];
      const ratios = micros.map((each, round) => each / (others[round] ?? each));
      const cpu = `${median(micros).toFixed(0)} here and ${median(others).toFixed(0)} us CPU there`;
      const all = ratios.map((ratio) => ratio.toFixed(2)).join(' ');
      console.log(`${median(ratios).toFixed(3)}  ${name}  [${cpu}; by rounds ${all}]`);
    }
  } finally {
    for (const { service } of checkouts) await service.stop();
  }
}
