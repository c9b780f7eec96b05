// People who book through HAProxy whatever happens behind it: each repeats a request, with its id, until it is answered for good.
import { setTimeout as wait } from 'node:timers/promises';
import { someone } from '#tests/torture/ground.ts';
import { encodeForm } from '#wire/form.ts';

const CLIENTS = 12;
const REST_MS = 100;
/** Whoever gets no answer in that time asks again. */
const ANSWER_MS = 20_000;

/** More people come for each day and time than have room: some have to be informed that it is full, and never too few. */
export const CAPACITY = 60;
const PEOPLE_PER_CELL = 80;

/** Errors that clients were told of or saw, by kind. */
export type Errors = Record<string, number>;

export interface Load {
  /** Reservation number and mail address of who was informed that it is booked. */
  bookings: readonly (readonly [number: number, mail: string])[];
  /** Answers that nobody may get. */
  strange: string[];
  /** From this moment on: errors, and the longest that nobody anywhere was acknowledged a booking. */
  since(moment: number): { errors: Errors; gapMs: number; bookings: number };
  /** Until somebody who asked after this moment has booked. */
  servedAfter(moment: number, patienceMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

type Outcome = { kind: 'booked'; number: number } | { kind: 'full' } | { kind: 'error'; what: string };

export function startLoad(url: string): Load {
  const bookings: [number, string][] = [];
  const successes: { asked: number; at: number }[] = [];
  const failures: { what: string; at: number }[] = [];
  const strange: string[] = [];
  let people = 0;
  let stopped = false;

  const bookSomeone = async () => {
    const form = someone(++people, Math.floor(people / PEOPLE_PER_CELL));
    while (!stopped) {
      const asked = Date.now();
      const outcome = await ask(url, form, strange);
      if (outcome.kind === 'full') return;
      if (outcome.kind === 'booked') {
        bookings.push([outcome.number, String(form.email1)]);
        successes.push({ asked, at: Date.now() });
        return;
      }
      failures.push({ what: outcome.what, at: Date.now() });
      await wait(REST_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!stopped) {
      await bookSomeone();
      await wait(REST_MS);
    }
  });

  return {
    bookings,
    strange,
    since(moment) {
      const last = successes.findLastIndex(({ at }) => at < moment);
      const times = successes.slice(Math.max(last, 0)).map(({ at }) => at);
      const errors: Errors = {};
      for (const { what, at } of failures) if (at >= moment) errors[what] = (errors[what] ?? 0) + 1;
      const gaps = [...times, Date.now()].map((time, index) => time - (times[index - 1] ?? time));
      return { errors, gapMs: Math.max(...gaps), bookings: times.length - 1 };
    },
    async servedAfter(moment, patienceMs) {
      for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await wait(50)) {
        if ((successes.at(-1)?.asked ?? 0) > moment) return true;
      }
      return false;
    },
    async stop() {
      stopped = true;
      await Promise.all(clients);
    },
  };
}

async function ask(url: string, form: Record<string, unknown>, strange: string[]): Promise<Outcome> {
  try {
    const response = await fetch(`${url}/api/Account/CommonGuestNewReserve`, {
      method: 'POST',
      body: encodeForm(form),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const answer = (await response.json()) as { errorCode: number; ukno?: number; redoStep?: string };
    if (answer.errorCode === 0) return { kind: 'booked', number: Number(answer.ukno) };
    if (answer.redoStep === 'calendar') return { kind: 'full' };
    if (answer.errorCode !== 11) strange.push(JSON.stringify(answer));
    return { kind: 'error', what: String(response.status) };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    if (name === 'TimeoutError') return { kind: 'error', what: 'no answer' };
    return { kind: 'error', what: cause?.code === 'ECONNREFUSED' ? 'refused' : 'cut' };
  }
}
