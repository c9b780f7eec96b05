// What a server counts while it works: numbers in memory and nothing else, so that counting costs a call next to nothing. No label
// holds more than a path of ours, a status or a code: neither institutions nor people are distinguished.
import type { Call, Effect } from '#wire/call.ts';

/** Upper bounds of the histogram's buckets, in seconds; a call that reads much may take five minutes. */
export const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 300] as const;

class Durations {
  /** Not summed up; the last is for whatever took longer. */
  readonly counts = new Array<number>(BUCKETS.length + 1).fill(0);
  seconds = 0;

  add(seconds: number): void {
    let at = 0;
    while (at < BUCKETS.length && seconds > (BUCKETS[at] as number)) at++;
    this.counts[at] = (this.counts[at] as number) + 1;
    this.seconds += seconds;
  }
}

/** Stands for an answer of another protocol, which has no errorCode. */
const NO_CODE = 999;

class Answers {
  readonly #counts = new Map<number, number>();

  add(status: number, code: unknown): void {
    const key = status * 1000 + (typeof code === 'number' ? code : NO_CODE);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  *[Symbol.iterator](): Iterator<{ status: number; error: string; count: number }> {
    for (const [key, count] of this.#counts) {
      const code = key % 1000;
      yield { status: Math.floor(key / 1000), error: code === NO_CODE ? '' : String(code), count };
    }
  }
}

type Outcome = 'made' | 'full' | 'refused';

/** For what never became a call: an address that is none of ours, a body that is too large. */
const OTHER = '(other)';

export class Metrics {
  /** Read when somebody asks: how much waits in each. */
  readonly queues: [name: string, length: () => number][] = [];
  readonly answers = new Map<string, Answers>([[OTHER, new Answers()]]);
  /** By the calls' effect: each call by itself would be thousands of numbers. */
  readonly durations = new Map<Effect, Durations>();
  readonly bookings: Record<Outcome, number> = { made: 0, full: 0, refused: 0 };
  /** Taken by bookings that were made; what they replaced gives its own back. */
  places = 0;

  ofCall({ path, effect }: Pick<Call, 'path' | 'effect'>): (status: number, code: unknown, ms: number) => void {
    const answers = this.#answersOf(path);
    const durations = this.durations.get(effect) ?? new Durations();
    this.durations.set(effect, durations);
    return (status, code, ms) => {
      answers.add(status, code);
      durations.add(ms / 1000);
    };
  }

  refuse(path: string | undefined, status: number, code: unknown): void {
    (this.answers.get(path ?? OTHER) ?? this.answers.get(OTHER))?.add(status, code);
  }

  countBooking(outcome: Outcome, places = 0): void {
    this.bookings[outcome]++;
    this.places += places;
  }

  #answersOf(path: string): Answers {
    const answers = this.answers.get(path) ?? new Answers();
    this.answers.set(path, answers);
    return answers;
  }
}
