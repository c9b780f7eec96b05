// One transaction around the write of a call, tried again where that is safe and may help.
import type { Db } from '#db/database.ts';
import { isUndone, retryOn } from '#db/errors.ts';

const DEADLOCK = '40P01';
const SERIALIZATION = '40001';

/** The work may run more than once, each time as if it were the first: nothing of a try before was written. */
export function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return retryOn(
    (error) => isUndone(error) || isCollision(error),
    () => db.transaction().execute(work),
  );
}

/** For a single statement that is a transaction of its own: if its connection breaks, it may have been carried out. */
export const retrying = <T>(work: () => Promise<T>) => retryOn(isCollision, work);

function isCollision(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === DEADLOCK || code === SERIALIZATION;
}
