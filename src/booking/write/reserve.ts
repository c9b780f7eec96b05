// Makes a booking: for a guest, for somebody logged in, by staff, or in place of a reservation that is being changed. It is a line: what is
// known, what the booking would be, what is written, and what is answered.
import { type Actor, type BookingDraft, fullNameOf } from '#booking/policy/actor.ts';
import { OutdatedCourseData } from '#booking/policy/course-data.ts';
import { type OriginalReservation, readOriginal } from '#booking/policy/original-reservation.ts';
import { refuse } from '#booking/policy/refusals.ts';
import { type ValidatedBooking, validateBooking } from '#booking/policy/validate-booking.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { TemplateKind } from '#domain/mail/mail-kinds.ts';
import type { LiveStatus } from '#domain/reservation/reservation-status.ts';
import { stale } from '#server/records/masters.ts';
import { Failure, notFound } from '#wire/failure.ts';
import {
  type BookingRecord,
  findPhoneBookingOwner,
  type PhoneBookingOrder,
  recordForExaminee,
  recordForPhoneBooking,
} from './booking-record.ts';
import { bookingRows, type CalendarEntry, calendarEntryOf } from './booking-rows.ts';
import { type FirstPasswordRule, firstPassword, firstPasswordEnd, hashLater } from './first-password.ts';
import { findStoredAnswer, type IdempotencyKey, idempotencyKey, type RequestAct } from './idempotency-keys.ts';
import { type Account, writeBooking } from './write-booking.ts';

interface Booked {
  number: number;
  /** Only asked for: it becomes a reservation when staff confirm it. */
  desired: boolean;
  calendar: CalendarEntry;
  firstPassword: string | null;
  firstPasswordEnd: Date | null;
  /** What staff have booked is answered with its status and mails. */
  atDesk: { status: LiveStatus; mails: readonly TemplateKind[] } | null;
}

type Reserved = Booked & { account: Account };

/** What is kept of an answer; the rest follows from the request, which comes again with it. */
interface StoredAnswer {
  reservationNumber: number;
  desired: boolean;
  passwordRule: FirstPasswordRule | null;
  /** Absent from what older servers have kept, as is the next. */
  passwordEnd?: string | null;
  calendar?: CalendarEntry;
  /** Of staff's. */
  atDesk?: Booked['atDesk'];
}

/** A booking that is asked for. */
interface BookingRequest {
  actor: Actor;
  draft: BookingDraft;
  /** The number of the reservation that this one takes the place of. */
  replaces: number | null;
  /** Where staff book. */
  order?: PhoneBookingOrder;
}

/** One reservation function for all. */
export async function reserve(db: Db, ask: BookingRequest): Promise<Reserved> {
  const request = idempotencyKeyOf(ask);
  const outcome = await attemptReserve(db, ask, request).catch(async (error) => {
    // The masters were edited again and again while it was being booked.
    const refusal = error instanceof OutdatedCourseData ? refuse('OtherOffer') : error;
    if (!(refusal instanceof Failure)) throw error;
    // What can no longer be booked may have been booked by this very request.
    return (await findReserved(db, ask, request)) ?? refusal;
  });
  if (outcome instanceof Failure) throw outcome;
  return outcome;
}

export function idempotencyKeyOf({ actor, draft, replaces, order }: BookingRequest): IdempotencyKey | null {
  const { requestId, ...content } = draft;
  if (order) return idempotencyKey('desk', actor, requestId, [content, replaces, order]);
  const act: RequestAct = actor.examineeId === null ? 'guest' : replaces === null ? 'reserve' : 'change';
  return idempotencyKey(act, actor, requestId, [content, replaces]);
}

/** Throws what was refused before anything was asked of the database; what the database refused is final, and returned. */
async function attemptReserve(
  db: Db,
  ask: BookingRequest,
  request: IdempotencyKey | null,
): Promise<Reserved | Failure> {
  const { actor, draft, replaces } = ask;
  const { institutionCode, service } = actor;
  const original = await readOriginal(db, actor, replaces);
  if (replaces !== null && !original) throw notFound();
  const recordFor = await chooseRecord(db, ask, original);
  return service.courses.use(db, { ...draft, institutionCode }, async (facts) => {
    const validated = validateBooking({ actor, courseData: facts, original }, draft);
    const { rows, booked } = await prepareBooking(validated, request, recordFor(validated));
    const written = await writeBooking<StoredAnswer>(db, service.bookings, rows).catch(returnRefusal);
    if (written instanceof Failure) {
      service.metrics.countBooking(written.name === 'Full' ? 'full' : 'refused');
      return written;
    }
    const { answer, account = accountOf(draft) } = written;
    // The same request once more is not another booking.
    if (!answer) service.metrics.countBooking('made', rows.places.length);
    if (!answer) hashLater(service, facts.institution.firstPassword, institutionCode, booked);
    // Where the same request came twice and the other one was first, its booking is the one.
    return { ...(answer ? toBooked(ask, answer) : booked), account };
  });
}

/** How it is to be put on record, once it is checked. */
async function chooseRecord(db: Db, { actor, draft, order }: BookingRequest, original: OriginalReservation | null) {
  const { clerk } = actor;
  if (!clerk || !order) return recordForExaminee;
  const isStale = original && order.version !== null && order.version !== String(original.version);
  const found = await findPhoneBookingOwner(db, actor.institutionCode, draft, order, original);
  return (validated: ValidatedBooking): BookingRecord => {
    if (isStale) throw stale();
    return recordForPhoneBooking(validated, clerk, order, found);
  };
}

/** A booking with its numbers: what is to be written, and what will be answered. */
export async function prepareBooking(
  validated: ValidatedBooking,
  request: IdempotencyKey | null,
  record = recordForExaminee(validated),
) {
  const { actor, draft, courseData: facts, desired } = validated;
  const { owner, status, mails } = record;
  const passwordRule = owner === 'new' ? facts.institution.firstPassword : null;
  const reservationNumber = await actor.service.reservationNumbers.next();
  const answer: StoredAnswer = {
    reservationNumber,
    desired,
    calendar: calendarEntryOf(reservationNumber, validated.original),
    passwordRule,
    passwordEnd: passwordRule && firstPasswordEnd(passwordRule, actor.now).toISOString(),
    ...(actor.clerk && { atDesk: { status, mails } }),
  };
  const booked = toBooked({ actor, draft }, answer);
  const rows = bookingRows(validated, {
    ...booked,
    record,
    examineeId: owner === 'new' ? await actor.service.examineeIds.next() : owner,
    request: request && { ...request, answer },
  });
  return { rows, booked };
}

/** The database looks for the same request first and compares the masters: newer facts or another look change nothing. */
function returnRefusal(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

/** An answer, made again from what is kept of it. */
function toBooked({ actor, draft }: Pick<BookingRequest, 'actor' | 'draft'>, answer: StoredAnswer): Booked {
  const { reservationNumber: number, passwordRule, passwordEnd } = answer;
  const { institutionCode, service } = actor;
  const reservation = { institutionCode, number, birthDate: draft.applicant.birthDate ?? '' };
  return {
    number,
    desired: answer.desired,
    calendar: answer.calendar ?? calendarEntryOf(number, null),
    firstPassword: passwordRule && firstPassword(service.secret, passwordRule, reservation),
    firstPasswordEnd: passwordEnd ? new Date(passwordEnd) : null,
    atDesk: answer.atDesk ?? null,
  };
}

const readAccount = query<Account>(`
  select mail, family_name || '　' || given_name as name from examinees where institution_code = $1 and examinee_id = $2`);

/** What the same request got before, or null. */
async function findReserved(db: Db, ask: BookingRequest, request: IdempotencyKey | null): Promise<Reserved | null> {
  const { institutionCode, examineeId } = ask.actor;
  const answer = await findStoredAnswer<StoredAnswer>(db, institutionCode, request);
  if (!answer) return null;
  const [account] = examineeId === null ? [] : await readAccount(db, institutionCode, examineeId);
  return { ...toBooked(ask, answer), account: account ?? accountOf(ask.draft) };
}

/** The account that a guest's booking opens. */
const accountOf = ({ applicant }: BookingDraft): Account => ({ mail: applicant.mail, name: fullNameOf(applicant) });

const MAX_ATTEMPTS = 5;

/** The account on whose my page it was to show was erased meanwhile. */
const isOwnerGone = (error: unknown) =>
  (error as { constraint?: string }).constraint === 'reservations_institution_code_examinee_id_fkey';

export async function reserveForStaff(db: Db, ask: Required<BookingRequest>): Promise<Reserved> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await reserve(db, ask);
    } catch (error) {
      const name = isOwnerGone(error) ? 'OwnerGone' : error instanceof Failure ? error.name : null;
      // The address has got an account or lost it, or the reservation that is changed has moved.
      if (name !== 'Registered' && name !== 'NoLongerChangeable' && name !== 'OwnerGone') throw error;
      if (attempt === MAX_ATTEMPTS) throw name === 'Registered' ? error : stale();
    }
  }
}
