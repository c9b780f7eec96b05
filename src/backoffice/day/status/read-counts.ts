// Reads how many reservations there are. The counts of live ones are kept by the database as they change (decision 31): they
// are what was counted and what has moved since, always read together.
import { type RawBuilder, sql } from 'kysely';
import type { Ranges } from '#backoffice/shared/contract-ranges.ts';
import { LAST_BEFORE_OPEN_DAY } from '#backoffice/shared/server-open-day.ts';
import { unsentOf } from '#booking/records/sending.ts';
import { type Db, runBigRead } from '#db/database.ts';
import type { OnGone } from '#db/fair-queue.ts';
import { query } from '#db/query.ts';
import { today as dateOf, startOfDay } from '#domain/calendar/clock.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { OUTSTANDING } from '#domain/reservation/reservation-status.ts';
import type { Administrator } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import type { openStatus } from './contract.ts';

export interface Cell {
  date: PlainDate;
  frameCode: string;
  slotCode: string;
  live: number;
  used: number;
  /** Null where there is no record of it. */
  capacity: number | null;
}

const IN_DAYS = 'institution_code = $1 and visit_date between $2::date and $3::date';

/** The places are looked up frame by frame: their key has the frame before the day. */
export const CELLS = `
  with live as (
    select visit_date, frame_code, slot_code, sum(live)::integer as live
      from (select visit_date, frame_code, slot_code, live from live_counts
             where ${IN_DAYS}
            union all
            select visit_date, frame_code, slot_code, delta from live_count_moves
             where ${IN_DAYS}) as parts
     group by visit_date, frame_code, slot_code),
  places as (
    select c.visit_date, c.frame_code, c.slot_code, c.used, c.capacity
      from frames f
      join frame_capacities c on c.institution_code = f.institution_code and c.frame_code = f.frame_code
                             and c.visit_date between $2::date and $3::date
     where f.institution_code = $1)
  select visit_date as date, frame_code as "frameCode", slot_code as "slotCode",
         coalesce(live, 0) as live, coalesce(used, 0) as used, capacity
    from live full join places using (visit_date, frame_code, slot_code)`;

export const readCells = query<Cell>(CELLS);

const NO_INVITATIONS = `
         exists (select from clients where institution_code = $1 and promotion_months > 0)
         and exists (select from institutions
                      where institution_code = $1 and exam_address1 || exam_address2 || contract_address1 || contract_address2 = '')`;

export const OUTSTANDING_COUNTS = `
  select count(*) filter (where status = '${OUTSTANDING[0]}')::integer as "newCount",
         count(*) filter (where status = '${OUTSTANDING[1]}')::integer as "changeCount",
         count(*) filter (where status = '${OUTSTANDING[2]}')::integer as "cancelCount",
         (select p.anonymise_from from institution_policies p where p.institution_code = $1) as "anonymiseFrom",
         (select p.reserve_years from institution_policies p where p.institution_code = $1) as "reserveYears",
         (select i.route_param from institutions i where i.institution_code = $1) as "routeParam",
         ${NO_INVITATIONS} as "isNobodyInvited"
    from reservations
   where institution_code = $1 and status in (${OUTSTANDING.map((status) => `'${status}'`).join(', ')})`;

type Status = Reply<typeof openStatus>;

interface OutstandingCounts extends Pick<Status, 'newCount' | 'changeCount' | 'cancelCount' | 'isNobodyInvited'> {
  anonymiseFrom: PlainDate | null;
  reserveYears: number | null;
  routeParam: string;
}

const selectOutstanding = query<OutstandingCounts>(OUTSTANDING_COUNTS);

export async function readOutstanding(db: Db, institutionCode: string): Promise<OutstandingCounts> {
  const [counts] = await selectOutstanding(db, institutionCode);
  if (!counts) throw new Error('an aggregate gives one row');
  return counts;
}

export type FrameCount = Omit<Status['results'][number], 'name'>;

/** Of the counts and of the moves, in that order. */
const sumStored = (ofCounts: string, ofMoves: string) => `
  select frame_code as "frameCode", sum(live)::integer as count
    from (select frame_code, live from live_counts where ${ofCounts}
          union all
          select frame_code, delta from live_count_moves where ${ofMoves}) as parts
   group by frame_code`;

export const ALL_LIVE = sumStored(`institution_code = $1 and visit_date = 'infinity'`, 'institution_code = $1');
export const LIVE_BY_VISIT = sumStored(IN_DAYS, IN_DAYS);

const readAllLive = query<FrameCount>(ALL_LIVE);
const readLiveByVisit = query<FrameCount>(LIVE_BY_VISIT);

const FIRST_DAY = '1000-01-01';
const LAST_DAY = '9999-12-31';

/** Live reservations in all the ranges that are given, by the frames that they use. */
export function countByFrame(
  db: Db,
  institutionCode: string,
  ranges: Partial<Ranges>,
  onGone?: OnGone,
): Promise<FrameCount[]> {
  const { registeredFrom, registeredTo, updatedFrom, updatedTo, visitFrom, visitTo } = ranges;
  if (registeredFrom ?? registeredTo ?? updatedFrom ?? updatedTo) {
    const count = (reading: Db) => runSearch(reading, searchStatement(institutionCode, ranges));
    // In a line of its own, so that it does not stand behind all the downloads of its institution.
    return runBigRead(db, `${institutionCode} counts`, count, { onGone });
  }
  return visitFrom || visitTo
    ? readLiveByVisit(db, institutionCode, visitFrom ?? FIRST_DAY, visitTo ?? LAST_DAY)
    : readAllLive(db, institutionCode);
}

/** Nobody keeps counts by the day of registration or of the last change: the reservations themselves are counted. */
export function searchStatement(institutionCode: string, ranges: Partial<Ranges>): RawBuilder<FrameCount> {
  const { registeredFrom, registeredTo, updatedFrom, updatedTo, visitFrom, visitTo } = ranges;
  const conditions = [
    sql`r.institution_code = ${institutionCode}`,
    registeredFrom && sql`r.created_at >= ${startOfDay(registeredFrom)}`,
    registeredTo && sql`r.created_at < ${startOfDay(addDays(registeredTo, 1))}`,
    updatedFrom && sql`r.updated_at >= ${startOfDay(updatedFrom)}`,
    updatedTo && sql`r.updated_at < ${startOfDay(addDays(updatedTo, 1))}`,
    visitFrom && sql`r.visit_date >= ${visitFrom}`,
    visitTo && sql`r.visit_date <= ${visitTo}`,
  ].flatMap((condition) => condition ?? []);
  return sql`
    select p.frame_code as "frameCode", count(*)::integer as count
      from reservations r
      join reservation_places p on p.institution_code = r.institution_code
                               and p.reservation_number = r.reservation_number and p.origin = 'own'
     where is_live(r.status) and ${sql.join(conditions, sql` and `)}
     group by p.frame_code`;
}

const avoidWholeTables = query('set local enable_seqscan = off');

/** By indexes alone, also where a range is so wide that a whole table would be read sooner: it holds everybody's rows. */
export async function runSearch<Row>(reading: Db, statement: RawBuilder<Row>): Promise<Row[]> {
  await avoidWholeTables(reading);
  return (await statement.execute(reading)).rows;
}

/** Beyond what the tile shows, nobody counts. */
const COUNTED_UP_TO = 10_000;

const SENDINGS_COUNTED = 1_000;

/** What is due until then falls due while nobody is here. */
const LAST_DUE_VISIT = `(select ${LAST_BEFORE_OPEN_DAY} + i.sending_days from institutions i where i.institution_code = $1)`;

/** Whose files nobody makes, or who makes none, is warned of none. */
export const TILE_COUNTS = `
  select case when $3::boolean and exists (select from csv_patterns where institution_code = $1) then
           (select count(*) from (select from csv_pending where institution_code = $1 limit ${COUNTED_UP_TO}) as p)
         end::integer as "csvCount",
         (select count(*)::integer from (${unsentOf('$2::date', LAST_DUE_VISIT, SENDINGS_COUNTED)}) unsent
           where (select sending_days > 0 from institutions where institution_code = $1)) as "sendCount",
         count(m.reservation_number)::integer as "arrivedCount", count(*)::integer as "todayCount"
    from reservations r
    left join reception_marks m on m.institution_code = r.institution_code
         and m.reservation_number = r.reservation_number and m.state = 'arrived'
   where r.institution_code = $1 and r.visit_date = $2::date
     and is_live(r.status)`;

type Tiles = Pick<Status, 'csvCount' | 'sendCount' | 'arrivedCount' | 'todayCount'>;

const selectTiles = query<Tiles>(TILE_COUNTS);

export async function readTiles(db: Db, who: Administrator, makesFiles: boolean): Promise<Tiles> {
  const [tiles] = await selectTiles(db, who.institutionCode, dateOf(who.now), makesFiles);
  if (!tiles) throw new Error('an aggregate gives one row');
  return tiles;
}
