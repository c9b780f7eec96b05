// A bulkhead (the pattern's name): so many calls of one institution are in work at a time, the next wait outside, and those
// of other institutions do not stand behind them.
import { tooMany } from '#wire/failure.ts';

interface Room {
  running: number;
  waiting: (() => void)[];
}

export class Bulkhead {
  readonly #atOnce: number;
  readonly #longest: number;
  readonly #rooms = new Map<string, Room>();

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#atOnce = atOnce;
    this.#longest = waiting;
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const room = this.#rooms.get(name) ?? { running: 0, waiting: [] };
    this.#rooms.set(name, room);
    if (room.running < this.#atOnce) room.running++;
    else if (room.waiting.length >= this.#longest) throw tooMany();
    else await new Promise<void>((resolve) => room.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Whoever comes next takes over the place in work.
      const next = room.waiting.shift();
      if (next) next();
      else if (--room.running === 0) this.#rooms.delete(name);
    }
  }
}
