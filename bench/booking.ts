// Bookings as other measurements need them: by guests or people who have logged in, so many of them, and beside other work.
import { encodeForm } from '#wire/form.ts';
import { bookingForm, type Ground } from './booking-ground.ts';
import { median } from './frame/judge.ts';
import { isDone, load, writeRequest } from './frame/load.ts';
import { cpuSeconds, type Rate, type Running } from './kit.ts';

const CONNECTIONS = 16;
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const GUEST = '/api/Account/CommonGuestNewReserve';
export const LOGGED_IN = '/api/Account/CommonLoginedNewReserve';

type Service = Pick<Running, 'pid' | 'base'>;
let made = 0;

/** Books so many times; a single refusal of a free place spoils the measurement. */
export async function book(
  service: Service,
  ground: Ground,
  path: string,
  tokens: string[],
  calls: number,
): Promise<Rate> {
  // Made beforehand: what it costs to fill in forms is not the service's.
  const requests = Array.from({ length: calls }, (_, at) => {
    const n = ++made;
    const body = encodeForm(bookingForm(ground, n, `http${process.pid}n${n}@example.jp`)).toString();
    const token = tokens[at % Math.max(1, tokens.length)];
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    return writeRequest(service.base, { path, headers, body });
  });
  const before = cpuSeconds(service.pid);
  const next = (_: number, n: number) => requests[n]!;
  const seconds = await load({ base: service.base, connections: CONNECTIONS, calls, next, check: isDone });
  return { perSecond: calls / seconds, cpuMicros: ((cpuSeconds(service.pid) - before) / calls) * 1e6 };
}

const [ROUNDS, BOOKINGS] = [7, 300];

const middle = (rates: readonly Rate[]): Rate => ({
  perSecond: median(rates.map(({ perSecond }) => perSecond)),
  cpuMicros: median(rates.map(({ cpuMicros }) => cpuMicros)),
});

/** Guests' bookings alone and beside other work, in rounds that take turns; the work goes on until the bookings of its round are done. */
export async function bookBeside(service: Service, ground: Ground, work: () => Promise<unknown>) {
  const bookings = () => book(service, ground, GUEST, [], BOOKINGS);
  const [alone, beside]: [Rate[], Rate[]] = [[], []];
  let rounds = 0;
  for (let round = -1; round < ROUNDS; round++) {
    const before = await bookings();
    let isOver = false;
    const working = (async () => {
      for (; !isOver; rounds++) await work();
    })();
    const meanwhile = await bookings().finally(() => {
      isOver = true;
    });
    await working;
    // The first round is for the compiler.
    if (round < 0) continue;
    alone.push(before);
    beside.push(meanwhile);
  }
  return { alone: middle(alone), beside: middle(beside), rounds };
}
