// Makes a booking: for a guest, for somebody logged in, by staff, or in place of a reservation that is being changed. It is a line: what is
// known, what the booking would be, what is written, and what is told.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { TemplateKind } from '#domain/mail/mail-kinds.ts';
import type { LiveStatus } from '#domain/reservation/reservation-status.ts';
import { stale } from '#server/records/record-version.ts';
import { Failure, notFound } from '#wire/failure.ts';
import type { Asker } from './asker.ts';
import { Outdated } from './course-cache.ts';
import { findOwner } from './desk-owner.ts';
import { type BookingDraft, nameOf } from './draft.ts';
import { type FirstPasswordRule, firstPassword, firstPasswordEnd, hardenLater } from './first-password.ts';
import { type Judged, judge } from './judge.ts';
import { type DeskOrder, desksManner, examineesManner, type Manner } from './manner.ts';
import { refuse } from './refusals.ts';
import { type Replaced, readReplaced } from './replaced.ts';
import { type Act, findAnswer, type RequestKey, requestKey } from './requests.ts';
import { bookingRows, type CalendarEntry, calendarEntryOf } from './rows.ts';
import { type Account, writeBooking } from './write.ts';

interface Booked {
  number: number;
  /** Only asked for: it becomes a reservation when staff confirm it. */
  desired: boolean;
  calendar: CalendarEntry;
  firstPassword: string | null;
  firstPasswordEnd: Date | null;
  /** What staff have booked is told with its status and mails. */
  atDesk: { status: LiveStatus; mails: readonly TemplateKind[] } | null;
}

export type Reserved = Booked & { account: Account };

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
export interface Ask {
  asker: Asker;
  draft: BookingDraft;
  /** The number of the reservation that this one takes the place of. */
  replaces: number | null;
  /** Where staff book. */
  order?: DeskOrder;
}

/** One reservation function for all. */
export async function reserve(db: Db, ask: Ask): Promise<Reserved> {
  const request = requestOf(ask);
  const outcome = await tryToReserve(db, ask, request).catch(async (error) => {
    // The masters were edited again and again while it was being booked.
    const refusal = error instanceof Outdated ? refuse('OtherOffer') : error;
    if (!(refusal instanceof Failure)) throw error;
    // What can no longer be booked may have been booked by this very request.
    return (await findReserved(db, ask, request)) ?? refusal;
  });
  if (outcome instanceof Failure) throw outcome;
  return outcome;
}

export function requestOf({ asker, draft, replaces, order }: Ask): RequestKey | null {
  const { requestId, ...content } = draft;
  if (order) return requestKey('desk', asker, requestId, [content, replaces, order]);
  const act: Act = asker.examineeId === null ? 'guest' : replaces === null ? 'reserve' : 'change';
  return requestKey(act, asker, requestId, [content, replaces]);
}

/** Throws what was refused before anything was asked of the database; what the database refused is final, and returned. */
async function tryToReserve(db: Db, ask: Ask, request: RequestKey | null): Promise<Reserved | Failure> {
  const { asker, draft, replaces } = ask;
  const { institutionCode, service } = asker;
  const replaced = await readReplaced(db, asker, replaces);
  if (replaces !== null && !replaced) throw notFound();
  const mannerOf = await chooseManner(db, ask, replaced);
  return service.courses.use(db, { ...draft, institutionCode }, async (facts) => {
    const judged = judge({ asker, facts, replaced }, draft);
    const { rows, booked } = await prepare(judged, request, mannerOf(judged));
    const written = await writeBooking<StoredAnswer>(db, service.bookings, rows).catch(keepRefusal);
    if (written instanceof Failure) {
      service.metrics.countBooking(written.name === 'Full' ? 'full' : 'refused');
      return written;
    }
    const { answer, account = accountOf(draft) } = written;
    // The same request once more is not another booking.
    if (!answer) service.metrics.countBooking('made', rows.places.length);
    if (!answer) hardenLater(service, facts.institution.firstPassword, institutionCode, booked);
    // Where the same request came twice and the other one was first, its booking is the one.
    return { ...(answer ? tell(ask, answer) : booked), account };
  });
}

/** How it is to be put on record, once it is judged. */
async function chooseManner(db: Db, { asker, draft, order }: Ask, replaced: Replaced | null) {
  const { clerk } = asker;
  if (!clerk || !order) return examineesManner;
  const isStale = replaced && order.version !== null && order.version !== String(replaced.version);
  const owner = await findOwner(db, asker.institutionCode, draft, order, replaced);
  return (judged: Judged): Manner => {
    if (isStale) throw stale();
    return desksManner(judged, clerk, order, owner);
  };
}

/** A booking with its numbers: what is to be written, and what will be told. */
export async function prepare(judged: Judged, request: RequestKey | null, manner = examineesManner(judged)) {
  const { asker, draft, facts, desired } = judged;
  const { owner, status, mails } = manner;
  const passwordRule = owner === 'new' ? facts.institution.firstPassword : null;
  const reservationNumber = await asker.service.reservationNumbers.next();
  const answer: StoredAnswer = {
    reservationNumber,
    desired,
    calendar: calendarEntryOf(reservationNumber, judged.replaced),
    passwordRule,
    passwordEnd: passwordRule && firstPasswordEnd(passwordRule, asker.now).toISOString(),
    ...(asker.clerk && { atDesk: { status, mails } }),
  };
  const booked = tell({ asker, draft }, answer);
  const rows = bookingRows(judged, {
    ...booked,
    manner,
    examineeId: owner === 'new' ? await asker.service.examineeIds.next() : owner,
    request: request && { ...request, answer },
  });
  return { rows, booked };
}

/** The database looks for the same request first and compares the masters: newer facts or another look change nothing. */
function keepRefusal(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

/** An answer, made anew from what is kept of it. */
function tell({ asker, draft }: Pick<Ask, 'asker' | 'draft'>, answer: StoredAnswer): Booked {
  const { reservationNumber: number, passwordRule, passwordEnd } = answer;
  const { institutionCode, service } = asker;
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
async function findReserved(db: Db, ask: Ask, request: RequestKey | null): Promise<Reserved | null> {
  const { institutionCode, examineeId } = ask.asker;
  const answer = await findAnswer<StoredAnswer>(db, institutionCode, request);
  if (!answer) return null;
  const [account] = examineeId === null ? [] : await readAccount(db, institutionCode, examineeId);
  return { ...tell(ask, answer), account: account ?? accountOf(ask.draft) };
}

/** The account that a guest's booking opens. */
const accountOf = ({ applicant }: BookingDraft): Account => ({ mail: applicant.mail, name: nameOf(applicant) });
