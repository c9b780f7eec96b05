// Whether the institution is closed on a day; a day without a record is open.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';

const readClosed = query<object>(`
  select from calendar_days where institution_code = $1 and day = $2::date and status = 'closed'`);

export async function isClosed(db: Db, institutionCode: string, day: PlainDate): Promise<boolean> {
  return (await readClosed(db, institutionCode, day)).length > 0;
}
