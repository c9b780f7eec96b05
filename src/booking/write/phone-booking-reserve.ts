// Makes a booking for staff. What somebody else did between the look and the write is looked at once more, as a new state of things.
import type { Db } from '#db/database.ts';
import { stale } from '#server/records/record-version.ts';
import { Failure } from '#wire/failure.ts';
import { type BookingRequest, type Reserved, reserve } from './reserve.ts';

const MOST_TRIES = 5;

/** The account on whose my page it was to show was erased meanwhile. */
const isOwnerGone = (error: unknown) =>
  (error as { constraint?: string }).constraint === 'reservations_institution_code_examinee_id_fkey';

export async function reserveForStaff(db: Db, ask: Required<BookingRequest>): Promise<Reserved> {
  for (let tries = 1; ; tries++) {
    try {
      return await reserve(db, ask);
    } catch (error) {
      const name = isOwnerGone(error) ? 'OwnerGone' : error instanceof Failure ? error.name : null;
      // The address has got an account or lost it, or the reservation that is changed has moved.
      if (name !== 'Registered' && name !== 'NoLongerChangeable' && name !== 'OwnerGone') throw error;
      if (tries === MOST_TRIES) throw name === 'Registered' ? error : stale();
    }
  }
}
