// Reads what the tiles below the counts of the staff's home say: how much no CSV file has yet, and who of today has come.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';

/** Beyond what the tile tells, nobody counts. */
const COUNTED_UP_TO = 10_000;

/** Whose files nobody makes, or who makes none, is told of none. */
export const TILE_COUNTS = `
  select case when $3::boolean and exists (select from csv_patterns where institution_code = $1) then
           (select count(*) from (select from csv_pending where institution_code = $1 limit ${COUNTED_UP_TO}) as p)
         end::integer as "csvCount",
         count(m.reservation_number)::integer as "arrivedCount", count(*)::integer as "todayCount"
    from reservations r
    left join reception_marks m on m.institution_code = r.institution_code
         and m.reservation_number = r.reservation_number and m.state = 'arrived'
   where r.institution_code = $1 and r.visit_date = $2::date
     and is_live(r.status)`;

interface Tiles {
  csvCount: number | null;
  arrivedCount: number;
  todayCount: number;
}

const selectTiles = query<Tiles>(TILE_COUNTS);

export async function readTiles(
  db: Db,
  institutionCode: string,
  today: PlainDate,
  makesFiles: boolean,
): Promise<Tiles> {
  const [tiles] = await selectTiles(db, institutionCode, today, makesFiles);
  if (!tiles) throw new Error('an aggregate gives one row');
  return tiles;
}
