// On whose my page a booking of the desk shows.

import type { BookingDraft } from '#booking/policy/draft.ts';
import { readMailOwner } from '#booking/policy/mail-owner.ts';
import type { OriginalReservation } from '#booking/policy/original-reservation.ts';
import type { Db } from '#db/database.ts';
import { invalid } from '#wire/failure.ts';
import type { FoundOwner, Owner, PhoneBookingOrder } from './booking-record.ts';

const found = (owner: Owner): FoundOwner => ({ owner, unverified: null });

/** A mistyped address must not put a stranger's booking into somebody's my page. */
export async function findPhoneBookingOwner(
  db: Db,
  institutionCode: string,
  { applicant }: BookingDraft,
  { sendsMail, onTheirPage }: PhoneBookingOrder,
  original: OriginalReservation | null,
): Promise<FoundOwner> {
  if (original && original.ownerId !== null) return found(original.ownerId);
  if (applicant.mail === '') return found(null);
  const owner = await readMailOwner(db, institutionCode, applicant);
  if (!owner) return found(sendsMail ? 'new' : null);
  const { examineeId, isSelf, isVerified } = owner;
  if (!isVerified) return isSelf ? { owner: examineeId, unverified: examineeId } : found(null);
  if (isSelf) return found(examineeId);
  if (onTheirPage === null) throw invalid('マイページへの表示を選択してください。');
  return found(onTheirPage === 'shown' ? examineeId : null);
}
