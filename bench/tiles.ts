// What the tiles of the staff's home cost the database: what no CSV file has yet, and who of today has come.
import { sql } from 'kysely';
import { readTiles } from '#backoffice/status/read-tiles.ts';
import type { Db } from '#db/database.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { HOSPITAL } from './booking-ground.ts';
import type { Ratio } from './kit.ts';

const PENDING = 2_000;
const TIMES = 400;
const MOST_MS = 5;

/** So many are in no file, of all that there are; others have as many again. */
async function leavePending(db: Db): Promise<void> {
  await sql`
    delete from csv_pending where reservation_number not in (
      select reservation_number from reservations where institution_code = ${HOSPITAL}
       order by reservation_number desc limit ${sql.lit(PENDING)})`.execute(db);
  await sql`
    insert into csv_pending (institution_code, reservation_number, news_version)
    select '79999999', reservation_number, 1 from csv_pending`.execute(db);
  await sql`vacuum analyze csv_pending`.execute(db);
}

/** One after the other, past the service; on a day with as many visits as a thousand days share. */
export async function benchTiles(db: Db, size: number, today: PlainDate): Promise<Ratio> {
  await leavePending(db);
  const read = () => readTiles(db, HOSPITAL, addDays(today, -1), true);
  const { csvCount, todayCount } = await read();
  if (csvCount !== PENDING) throw new Error(`${csvCount} are pending`);
  const began = performance.now();
  for (let time = 0; time < TIMES; time++) await read();
  const ms = (performance.now() - began) / TIMES;
  const rate = (each: number) => ({ perSecond: 1000 / each, cpuMicros: 0 });
  const among = `${PENDING.toLocaleString('en')} pending among ${size.toLocaleString('en')} reservations, ${todayCount} of the day`;
  return { name: `tiles: ${among}, ${ms.toFixed(2)} ms of ${MOST_MS} ms`, of: rate(ms), to: rate(MOST_MS), wanted: 1 };
}
