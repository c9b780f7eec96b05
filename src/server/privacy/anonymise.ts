// Makes reservations anonymous where they stand (migrations/functions/privacy.sql says what that is).
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';

const run = query<{ count: number }>('select anonymise_reservations($1, $2::integer[], $3) as count');

export async function anonymise(db: Db, institutionCode: string, numbers: readonly number[], now: Date) {
  const [done] = await run(db, institutionCode, numbers, now);
  return done?.count ?? 0;
}
