// Waits that tries of passwords bring upon themselves. Whoever waits holds nothing that others stand for: no place of an
// institution, no connection, no turn of the slow hash; only a timer, and one of a bounded number of seats.
import { type Bounds, FairQueue } from '#db/fair-queue.ts';
import type { RequestContext } from '#server/service.ts';
import { tooMany } from '#wire/failure.ts';
import { networkOf } from './limiter.ts';

/** In work at a time: a network address that tries by the thousand keeps nobody else waiting, and no institution's bookings. */
export const ATTEMPT_BOUNDS: Bounds = { atOnceEach: 16, waitingEach: 2000, waitMs: 20_000 };

/** Nobody waits for a seat. One network address, or one user id, may take half of them, so that there is always one for somebody else. */
export function makeLogInDelays(seats: number): FairQueue {
  const bounds: Bounds = { atOnce: seats, atOnceEach: seats / 2, waiting: 0 };
  return new FairQueue('tries of passwords', bounds);
}

/** Refuses at once where too many wait already, and ends when the client goes. */
export async function delayLogIn(
  { service, address, onGone, takeBreak }: RequestContext,
  ms: number,
  key = networkOf(address),
): Promise<void> {
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
  const sitDown = () => service.logInDelays.run(key, wait);
  await (takeBreak ? takeBreak(sitDown) : sitDown());
}
