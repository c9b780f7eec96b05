// Statements that say something else of their rows than the database: what the test of all others must find.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';

export const FALSE_CLAIMS = [
  query<{ frameTitle: string }>('select name as "frameName" from frames'),
  query<{ version: string }>('select version from frames'),
  query<{ created: string }>('select created_at as created from institutions'),
  query<{ sex: 'male' | 'female' }>('select sex from course_prices'),
  query<{ name: string; frameCode: string }>(
    `select o.name, f.frame_code as "frameCode" from option_items o
       left join frames f on f.institution_code = o.institution_code and f.frame_code = o.frame_code`,
  ),
  query<{ name: string }>('select name from framez'),
];

/** Right, though each has something that looks like one of those. */
export const TRUE_CLAIMS = [
  query<{ sex: 'male' | 'female' | null; amount: number }>('select sex, amount from course_prices where sex = $1'),
  query<{ name: string; frameCode: string | null }>(
    `select o.name, f.frame_code as "frameCode" from option_items o
       left join frames f on f.institution_code = o.institution_code and f.frame_code = o.frame_code`,
  ),
  // No row of it can be missing: the condition asks for one.
  query<{ frameCode: string }>(
    `select f.frame_code as "frameCode" from option_items o
       left join frames f on f.institution_code = o.institution_code and f.frame_code = o.frame_code
      where f.name = $1`,
  ),
  query<{ found: unknown }>('select to_jsonb(1) as found'),
  query('delete from frames where institution_code = $1'),
];

/** Two fixed texts that are run as if they were not, and two that are put together. */
export const UNCLAIMED = [
  (db: Db) => sql`select name from frames`.execute(db),
  (db: Db, code: string) => sql<{ name: string }>`select name from frames where frame_code = ${code}`.execute(db),
  (db: Db, table: string) => sql`select from ${sql.table(table)}`.execute(db),
  (db: Db, isLast: boolean) => sql`select from frames ${isLast ? sql`limit 1` : sql``}`.execute(db),
];
