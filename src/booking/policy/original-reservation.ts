// The reservation that is being changed.
import { ofReservation } from '#booking/records/of-reservation.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { notFound } from '#wire/failure.ts';
import { type CategoryData, jsonRows } from './course-data.ts';

const ORIGINAL = [
  'number',
  'ownerId',
  'version',
  'firstNumber',
  'sequence',
  'status',
  'replacedBy',
  'reception',
  'isAnonymous',
  'desired',
  'clientCode',
  'fiscalYear',
  'courseCode',
  'visitDate',
  'slotCode',
  'insurerNumber',
  'categoryCode',
  'categoryName',
  'sex',
  'birthDate',
  'age',
] as const;

export interface OccupiedPlace {
  frameCode: string;
  date: PlainDate;
  slotCode: string;
  quantity: number;
}

export const PLACES_COLUMN = `${jsonRows(`
           select p.frame_code as "frameCode", p.visit_date as date, p.slot_code as "slotCode",
                  sum(p.quantity)::integer as quantity
             from reservation_places p where ${ofReservation('p')} and p.held
            group by p.frame_code, p.visit_date, p.slot_code`)} as places`;

export type OriginalReservation = ReservationRow<typeof ORIGINAL> & { places: OccupiedPlace[] };

export const ORIGINAL_COLUMNS = `${selectReservation(ORIGINAL)}, ${PLACES_COLUMN}`;

/** $3 its owner, or null for anybody's. */
const read = query<OriginalReservation>(`
  select ${ORIGINAL_COLUMNS}
    from reservations r
   where r.institution_code = $1 and r.reservation_number = $2 and ($3::integer is null or r.examinee_id = $3)`);

interface Reader {
  institutionCode: string;
  examineeId: number | null;
  clerk: object | null;
}

/** The reservation that is to be replaced, if it is the actor's; null where it is not, or none is named. Staff may replace anybody's. */
export async function readOriginal(
  db: Db,
  { institutionCode, examineeId, clerk }: Reader,
  number: number | null,
): Promise<OriginalReservation | null> {
  if (!number || (!clerk && examineeId === null)) return null;
  const [found] = await read(db, institutionCode, number, clerk ? null : examineeId);
  if (!found && clerk) throw notFound();
  return found ?? null;
}

/** A change has its own category, also where that is gone by now, or none, also where the client has got some since. */
export function categoriesFor(
  categories: readonly CategoryData[],
  original: Pick<OriginalReservation, 'categoryCode' | 'categoryName'> | null,
): readonly CategoryData[] {
  if (!original) return categories;
  const { categoryCode, categoryName: name } = original;
  if (categoryCode === null) return [];
  return [categories.find((one) => one.categoryCode === categoryCode) ?? { categoryCode, name }];
}
