// The reservation that is being changed: reading it, and what a change of it must keep.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { isChangeOpen } from '#domain/reservation/change-window.ts';
import { type DecidingFields, decideAlike } from '#domain/reservation/person.ts';
import { isLive, type ReservationStatus } from '#domain/reservation/reservation-status.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import type { Visitor } from '#server/service.ts';
import { examineeOf } from './asker.ts';
import type { BookingDraft } from './draft.ts';
import type { CategoryFacts } from './facts.ts';
import { refuse } from './refusals.ts';

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

/** A reservation of that examinee; null where there is none, or nobody asks for one. */
export async function readOwned(
  db: Db,
  institutionCode: string,
  number: number | null,
  examineeId: number | null,
): Promise<Replaced | null> {
  if (number === null || examineeId === null) return null;
  const [found] = await readReservation(db, institutionCode, number, examineeId);
  return found ?? null;
}

/** The reservation that a step names as being changed; it counts only if it is the asker's. */
export async function readReplaced(db: Db, who: Visitor, number: number): Promise<Replaced | null> {
  const examinee = examineeOf(who);
  return examinee && number > 0 ? readOwned(db, examinee.institutionCode, number, examinee.examineeId) : null;
}

/** It can still be changed, and the change keeps its client and its year. */
export function checkChangeable(
  replaced: Replaced,
  { clientCode, fiscalYear }: Pick<BookingDraft, 'clientCode' | 'fiscalYear'>,
  deadlineDays: number,
  today: PlainDate,
): void {
  if (!isLive(replaced.status) || !isChangeOpen(today, replaced.visitDate, deadlineDays)) {
    throw refuse('NoLongerChangeable');
  }
  if (replaced.clientCode !== clientCode || replaced.fiscalYear !== fiscalYear) throw refuse('CourseClosed');
}

/** Through a society, a change also keeps who it is for. */
export function checkSamePerson(replaced: Replaced, person: DecidingFields): void {
  if (payerOf(replaced.clientCode) === 'insurance' && !decideAlike(replaced, person)) throw refuse('PersonFixed');
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
