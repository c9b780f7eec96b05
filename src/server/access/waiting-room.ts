// Waits that tries of passwords bring upon themselves. Whoever waits holds nothing that others stand for: no place of an
// institution, no connection, no turn of the slow hash; only a timer, and one of a bounded number of seats.
import { setTimeout as sleep } from 'node:timers/promises';
import { tooMany } from '#wire/failure.ts';
import type { Asking, Service } from '../service.ts';
import { networkOf } from './tries.ts';

class WaitingRoom {
  readonly #seats: number;
  readonly #taken = new Map<string, number>();
  #waiting = 0;

  constructor(seats: number) {
    this.#seats = seats;
  }

  /** One owner may take half of the seats, so that there is always one for somebody else. */
  async wait(ms: number, owner: string, gone: AbortSignal | undefined): Promise<void> {
    const own = this.#taken.get(owner) ?? 0;
    if (this.#waiting >= this.#seats || own >= this.#seats / 2) throw tooMany();
    this.#waiting++;
    this.#taken.set(owner, own + 1);
    try {
      await sleep(ms, undefined, { signal: gone });
    } catch {
      // Nobody is left to hear of it; what comes after the wait need not be done.
      throw tooMany();
    } finally {
      this.#waiting--;
      const left = (this.#taken.get(owner) ?? 1) - 1;
      if (left > 0) this.#taken.set(owner, left);
      else this.#taken.delete(owner);
    }
  }
}

const rooms = new WeakMap<Service, WaitingRoom>();

/** Refuses at once where too many wait already, and ends when the client goes. */
export async function waitOutside({ service, address, gone }: Asking, ms: number): Promise<void> {
  if (ms <= 0) return;
  const room = rooms.get(service) ?? new WaitingRoom(service.config.tries.waiting);
  rooms.set(service, room);
  await room.wait(ms, networkOf(address), gone);
}
