// The reservation that is being changed.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { notFound } from '#wire/failure.ts';
import { type CategoryFacts, rowsOf } from './facts.ts';
import { ofReservation, type ReservationRow, selectReservation } from './reservation-reads.ts';

const REPLACED = [
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

export type Replaced = ReservationRow<typeof REPLACED>;

/** The select list of a Replaced. */
export const REPLACED_COLUMNS = selectReservation(REPLACED);

const readOfOwner = query<Replaced>(`
  select ${REPLACED_COLUMNS}
    from reservations r
   where r.institution_code = $1 and r.reservation_number = $2 and r.examinee_id = $3`);

/** A place that it holds. */
export interface HeldPlace {
  frameCode: string;
  date: PlainDate;
  slotCode: string;
  quantity: number;
}

export type ReplacedWithPlaces = Replaced & { places: HeldPlace[] };

const readOfAnyone = query<ReplacedWithPlaces>(`
  select ${REPLACED_COLUMNS},
         ${rowsOf(`
           select p.frame_code as "frameCode", p.visit_date as date, p.slot_code as "slotCode",
                  sum(p.quantity)::integer as quantity
             from reservation_places p where ${ofReservation('p')} and p.held
            group by p.frame_code, p.visit_date, p.slot_code`)} as places
    from reservations r
   where r.institution_code = $1 and r.reservation_number = $2`);

interface Reader {
  institutionCode: string;
  examineeId: number | null;
  clerk: object | null;
}

/** The reservation that is to be replaced, if it is the asker's; null where it is not, or none is named. */
export async function readReplaced(db: Db, asker: Reader, number: number | null): Promise<Replaced | null> {
  const { institutionCode, examineeId, clerk } = asker;
  if (clerk) return readReplacedAtDesk(db, institutionCode, number);
  if (!number || examineeId === null) return null;
  const [found] = await readOfOwner(db, institutionCode, number, examineeId);
  return found ?? null;
}

/** Staff may replace anybody's. */
export async function readReplacedAtDesk(
  db: Db,
  institutionCode: string,
  number: number | null,
): Promise<ReplacedWithPlaces | null> {
  if (!number) return null;
  const [found] = await readOfAnyone(db, institutionCode, number);
  if (!found) throw notFound();
  return found;
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
