// The reservation that is being changed.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { DecidingFields } from '#domain/reservation/person.ts';
import type { ReservationStatus } from '#domain/reservation/reservation-status.ts';
import type { CategoryFacts } from './facts.ts';

/** The reservation that is being changed, if it is the asker's. */
export interface Replaced extends DecidingFields {
  number: number;
  status: ReservationStatus;
  desired: boolean;
  clientCode: string;
  fiscalYear: number;
  courseCode: string;
  visitDate: PlainDate;
  slotCode: string;
  insurerNumber: string;
  categoryName: string;
  /** As my page tells it. */
  age: number;
}

const readReservation = query<Replaced>(`
  select reservation_number as number, status, desired, client_code as "clientCode", fiscal_year as "fiscalYear",
         course_code as "courseCode", visit_date as "visitDate", slot_code as "slotCode",
         insurer_number as "insurerNumber", category_code as "categoryCode", category_name as "categoryName", sex,
         birth_date as "birthDate", age
    from reservations where institution_code = $1 and reservation_number = $2 and examinee_id = $3`);

/** The reservation that is to be replaced, if it is the asker's; null where it is not, or none is named. */
export async function readReplaced(
  db: Db,
  { institutionCode, examineeId }: { institutionCode: string; examineeId: number | null },
  number: number | null,
): Promise<Replaced | null> {
  if (!number || examineeId === null) return null;
  const [found] = await readReservation(db, institutionCode, number, examineeId);
  return found ?? null;
}

/** A change has its own category, also where that is gone by now, or none, also where the client has got some since. */
export function categoriesFor(
  categories: readonly CategoryFacts[],
  replaced: Pick<Replaced, 'categoryCode' | 'categoryName'> | null,
): readonly CategoryFacts[] {
  if (!replaced) return categories;
  const { categoryCode, categoryName: name } = replaced;
  if (categoryCode === null) return [];
  return [categories.find((one) => one.categoryCode === categoryCode) ?? { categoryCode, name }];
}
