// Waits that tries of passwords bring upon themselves. Whoever waits holds nothing that others stand for: no place of an
// institution, no connection, no turn of the slow hash; only a timer, and one of a bounded number of seats.
import { type Bounds, FairQueue } from '#db/fair-queue.ts';
import { tooMany } from '#wire/failure.ts';
import type { Asking } from '../service.ts';
import { networkOf } from './tries.ts';

/** Nobody waits for a seat. One network address may take half of them, so that there is always one for somebody else. */
export function openWaitingRoom(seats: number): FairQueue {
  const bounds: Bounds = { atOnce: seats, atOnceEach: seats / 2, waiting: 0 };
  return new FairQueue('tries of passwords', bounds);
}

/** Refuses at once where too many wait already, and ends when the client goes. */
export async function waitOutside({ service, address, onGone }: Asking, ms: number): Promise<void> {
  if (ms <= 0) return;
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      onGone?.(() => {
        clearTimeout(timer);
        // Nobody is left to hear of it; what comes after the wait need not be done.
        reject(tooMany());
      });
    });
  await service.waitingRoom.run(networkOf(address), wait);
}
