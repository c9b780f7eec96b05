// One transaction around the write of a call, tried again where the database itself asks for that.
import type { Db } from '#db/database.ts';

const DEADLOCK = '40P01';
const SERIALIZATION = '40001';
const TRIES = 3;

export function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return retrying(() => db.transaction().execute(work));
}

/** For a single statement that is a transaction of its own. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = (error as { code?: string }).code;
      if ((code !== DEADLOCK && code !== SERIALIZATION) || attempt === TRIES) throw error;
    }
  }
}
