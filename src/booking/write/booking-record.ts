// How a booking that was checked is put on record: what follows from who asks for it, examinees or staff, beside what they are held to.
import type { BookingDraft } from '#booking/policy/actor.ts';
import type { OriginalReservation } from '#booking/policy/original-reservation.ts';
import { readMailOwner } from '#booking/policy/phone-booking.ts';
import type { ValidatedBooking } from '#booking/policy/validate-booking.ts';
import type { Db } from '#db/database.ts';
import { MAIL_OF_STATUS, type TemplateKind } from '#domain/mail/mail-kinds.ts';
import type { LiveStatus } from '#domain/reservation/reservation-status.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { byStaff, rowOf } from '#server/access-log/write-log.ts';
import type { Administrator } from '#server/service.ts';
import { invalid } from '#wire/failure.ts';
import type { BookingRows, RaisedCell } from './write-booking.ts';

/** Whose my page it stands on: an account's, one that is opened with it, or nobody's. */
type Owner = number | 'new' | null;

interface FoundOwner {
  owner: Owner;
  unverified: BookingRecord['unverified'];
}

export interface BookingRecord {
  owner: Owner;
  status: LiveStatus;
  /** Who did it; null: whoever owns it. */
  clerk: string | null;
  mails: readonly TemplateKind[];
  wish: BookingRows['wish'];
  /**
   * The account that is there already and whose address has yet to be verified, before anything of this shows there
   * (functions/verified-mail.sql): the mails ask for that. Null also where one is opened.
   */
  unverified: number | null;
  /** What only staff write; a change has the rest from the reservation before. */
  notes: { patient_number?: string; staff_memo?: string };
  /** What must be true of a reservation that is replaced; null: that it is the owner's. */
  expected: { version: number } | null;
  raise: readonly RaisedCell[] | null;
}

/** What staff say of a booking beside the booking itself. */
export interface PhoneBookingOrder {
  isConfirmed: boolean;
  /** Null: as the reservation before had it. */
  patientNumber: string | null;
  staffMemo: string | null;
  sendsMail: boolean;
  /** Whether it shows on the my page of whoever else has the address; null where nobody was asked. */
  onTheirPage: 'shown' | 'hidden' | null;
  /** Absent by telephone, as from servers of 1.0.0. */
  isWalkIn?: true;
  /** Of the reservation that is changed, as staff saw it; null compares nothing. */
  version: string | null;
  /** The cells that may be raised, with the capacity that staff saw; null: none. */
  raise: readonly RaisedCell[] | null;
}

/** Of an examinee's, or a guest's who gets an account with it. */
export function recordForExaminee({ actor, original, person }: ValidatedBooking): BookingRecord {
  const { examineeId } = actor;
  const mailKind = original ? 'changed_by_examinee' : 'booked';
  return {
    owner: examineeId ?? 'new',
    status: original ? 'changed' : 'new',
    clerk: null,
    mails: examineeId === null ? ['password', 'booked'] : [mailKind],
    // Whose address it is, the database finds out: only its owner may take a refusal back.
    wish:
      payerOf(person.clientCode) === 'individual'
        ? { mail: lowerAscii(person.mail), accepts: person.acceptsMail, examinee_id: examineeId }
        : null,
    unverified: null,
    notes: {},
    expected: null,
    raise: null,
  };
}

export function recordForPhoneBooking(
  validated: ValidatedBooking,
  clerk: Administrator,
  order: PhoneBookingOrder,
  { owner, unverified }: FoundOwner,
): BookingRecord {
  const { original, person } = validated;
  const { patientNumber, staffMemo } = order;
  const status = order.isConfirmed ? 'confirmed' : original ? 'changed' : 'new';
  // Nobody has said that they want none: only what is ticked is a wish.
  const isWished = payerOf(person.clientCode) === 'individual' && person.mail !== '' && person.acceptsMail;
  return {
    owner,
    status,
    clerk: clerk.userId,
    mails: order.sendsMail && person.mail !== '' ? mailsAtDesk(status, original !== null, owner) : [],
    wish: isWished ? { mail: lowerAscii(person.mail), accepts: true, user_id: clerk.userId } : null,
    unverified,
    notes: {
      ...(patientNumber !== null && { patient_number: patientNumber }),
      ...(staffMemo !== null && { staff_memo: staffMemo }),
    },
    expected: original && { version: original.version },
    raise: order.raise,
  };
}

function mailsAtDesk(status: LiveStatus, isChange: boolean, owner: Owner): TemplateKind[] {
  const mailKind = isChange && status === 'confirmed' ? 'changed_by_staff' : MAIL_OF_STATUS[status];
  return owner === 'new' ? ['password', mailKind] : [mailKind];
}

/** What the access log holds of a booking at the desk. */
export function logPhoneBooking({ actor, original }: ValidatedBooking, number: number, raise: BookingRecord['raise']) {
  if (!actor.clerk) return { log: null, raise: null };
  const note = original ? `電話予約（予約番号${original.number}からの変更）` : '電話予約';
  const entry = { ...byStaff(actor.clerk), subject: String(number) };
  return {
    log: rowOf({ ...entry, act: 'change', details: { note } }),
    // Written only if something was raised, with what that was.
    raise: raise && { cells: raise, log: rowOf({ ...entry, act: 'master', details: { note: '枠の追加' } }) },
  };
}

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
