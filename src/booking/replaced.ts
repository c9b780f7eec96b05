// The reservation that is being changed.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { CategoryFacts } from './facts.ts';
import { type ReservationRow, selectReservation } from './reservation-reads.ts';

const REPLACED = [
  'number',
  'status',
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

export type Replaced = ReservationRow<typeof REPLACED>;

const readReservation = query<Replaced>(`
  select ${selectReservation(REPLACED)}
    from reservations r
   where r.institution_code = $1 and r.reservation_number = $2 and r.examinee_id = $3`);

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
