// Repeats what was certainly not carried out, or only reads, a few times at the most.
import { ConnectionLost, isRetired } from './errors.ts';

const TRIES = 3;

/** Nothing of it was carried out, and the connections that it comes of have been retired: it may be done again on another. */
export const isUndone = (error: unknown) => isRetired(error) || (error instanceof ConnectionLost && error.isUndone);

/** The same of what only reads: it does not matter how far it came. */
export const isWorthReadingAgain = (error: unknown) => isRetired(error) || error instanceof ConnectionLost;

export async function retryOn<T>(isWorthIt: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthIt(error) || attempt === TRIES) throw error;
    }
  }
}
