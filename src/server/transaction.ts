// One transaction around the write of a call, tried again where that is safe and may help.
import type { Db } from '#db/database.ts';
import { ConnectionLost, isRetired } from '#db/errors.ts';

const DEADLOCK = '40P01';
const SERIALIZATION = '40001';
const TRIES = 3;

/** The work may run more than once, each time as if it were the first: nothing of a try before was written. */
export function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  const isUndone = (error: unknown) =>
    isRetired(error) || (error instanceof ConnectionLost && !error.mayHaveCommitted) || isCollision(error);
  return tryAgainOn(isUndone, () => db.transaction().execute(work));
}

/** For a single statement that is a transaction of its own: if its connection breaks, it may have been carried out. */
export const retrying = <T>(work: () => Promise<T>) => tryAgainOn(isCollision, work);

function isCollision(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === DEADLOCK || code === SERIALIZATION;
}

async function tryAgainOn<T>(isWorthIt: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthIt(error) || attempt === TRIES) throw error;
    }
  }
}
