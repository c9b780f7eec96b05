// A bulkhead (the pattern's name): so many calls of one institution are in work at a time, the next wait outside, and those
// of other institutions do not stand behind them.
import { tooMany } from '#wire/failure.ts';
import type { Service } from '../service.ts';

interface Room {
  running: number;
  waiting: (() => void)[];
}

export class Bulkhead {
  readonly #longest: number;
  readonly #patienceMs: number;
  readonly #rooms = new Map<string, Room>();
  #entered = 0;

  constructor({ waiting, waitMs }: { waiting: number; waitMs: number }) {
    this.#longest = waiting;
    this.#patienceMs = waitMs;
  }

  /** How many calls have come so far: who sees it grow is not alone. */
  get entered(): number {
    return this.#entered;
  }

  async run<T>(name: string, atOnce: number, work: () => Promise<T>): Promise<T> {
    this.#entered++;
    const room = this.#rooms.get(name) ?? { running: 0, waiting: [] };
    this.#rooms.set(name, room);
    const until = performance.now() + this.#patienceMs;
    if (room.running < atOnce) room.running++;
    else if (room.waiting.length >= this.#longest) throw tooMany();
    else await new Promise<void>((resolve) => room.waiting.push(resolve));
    try {
      // Whoever has waited for long may have gone: better nothing is done than something that nobody hears of.
      if (performance.now() > until) throw tooMany();
      return await work();
    } finally {
      // Whoever comes next takes over the place in work.
      const next = room.waiting.shift();
      if (next) next();
      else if (--room.running === 0) this.#rooms.delete(name);
    }
  }
}

const bulkheads = new WeakMap<Service, Bulkhead>();

export function bulkheadOf(service: Service): Bulkhead {
  const found = bulkheads.get(service) ?? new Bulkhead(service.config.institutionCalls);
  bulkheads.set(service, found);
  return found;
}
