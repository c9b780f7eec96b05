// Makes a booking: for a guest, for somebody logged in, or in place of a reservation that is being changed.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { MailKind } from '#server/mails.ts';
import type { Service } from '#server/service.ts';
import { Failure, notFound } from '#wire/failure.ts';
import { type BookingDraft, nameOf } from './draft.ts';
import type { CourseFacts } from './facts.ts';
import { firstPassword, hardenLater } from './first-password.ts';
import { checkReplaced, judge, type Replaced } from './judge.ts';
import { Outdated, withFacts } from './known-facts.ts';
import { writeLetters } from './letters.ts';
import { momentOf } from './moment.ts';
import { nextExamineeId, nextReservationNumber } from './numbers.ts';
import { refuse } from './refusals.ts';
import { type Act, findAnswer, type RequestKey, requestKey } from './requests.ts';
import {
  accountRow,
  followRow,
  frameRows,
  letterOf,
  optionRows,
  personColumns,
  placeRows,
  reservationRow,
} from './rows.ts';
import { readOwned } from './step.ts';
import { type Account, type BookingRows, writeBooking } from './write.ts';

export interface Booker {
  service: Service;
  now: Date;
  institutionCode: string;
  /** Null for a guest, who gets an account with the booking. */
  examineeId: number | null;
  /** Of a guest whom a partner has handed over. */
  handover?: { clientCode: string; subject: string } | null;
}

export interface Booked {
  number: number;
  /** Only asked for: it becomes a reservation when staff confirm it. */
  desired: boolean;
  firstPassword: string | null;
}

/** What is kept of an answer; the rest follows from the request, which comes again with it. */
interface StoredAnswer {
  reservationNumber: number;
  desired: boolean;
  passwordRule: 'birth_date' | 'random' | null;
}

export type Reserved = Booked & { account: Account };

/** One reservation function for all: `replaces` is the number of the reservation that this one takes the place of. */
export async function reserve(
  db: Db,
  booker: Booker,
  draft: BookingDraft,
  replaces: number | null = null,
): Promise<Reserved> {
  const request = requestOf(booker, draft, replaces);
  const outcome = await tryToReserve(db, booker, draft, request, replaces).catch(async (error) => {
    // The masters were edited twice while it was being booked.
    const refusal = error instanceof Outdated ? refuse('OtherOffer') : error;
    if (!(refusal instanceof Failure)) throw error;
    // What can no longer be booked may have been booked by this very request.
    return (await findReserved(db, booker, draft, request)) ?? refusal;
  });
  if (outcome instanceof Failure) throw outcome;
  return outcome;
}

/** Throws what was refused before anything was asked of the database; what the database refused is final, and returned. */
async function tryToReserve(
  db: Db,
  booker: Booker,
  draft: BookingDraft,
  request: RequestKey | null,
  replaces: number | null,
): Promise<Reserved | Failure> {
  const { institutionCode, examineeId, service } = booker;
  const replaced = await readOwned(db, institutionCode, replaces, examineeId);
  if (replaces !== null && !replaced) throw notFound();
  return withFacts(service.db, db, { ...draft, institutionCode }, async (facts) => {
    if (replaced) checkReplaced(replaced, draft, facts.institution.changeDeadlineDays, momentOf(booker.now).today);
    const { input, booked } = await prepare(booker, draft, facts, request, replaced);
    const written = await writeBooking<StoredAnswer>(db, input).catch(keepRefusal);
    if (written instanceof Failure) return written;
    const { answer, account = accountOf(draft) } = written;
    if (!answer) hardenLater(service, facts.institution.firstPassword, institutionCode, booked);
    // Where the same request came twice and the other one was first, its booking is the one.
    return { ...(answer ? tell(booker, draft, answer) : booked), account };
  });
}

/** The database looks for the same request first and compares the masters: newer facts or another look change nothing. */
function keepRefusal(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

const readAccount = query<Account>(`
  select mail, family_name || '　' || given_name as name from examinees where institution_code = $1 and examinee_id = $2`);

/** What the same request got before, or null. */
async function findReserved(
  db: Db,
  booker: Booker,
  draft: BookingDraft,
  request: RequestKey | null,
): Promise<Reserved | null> {
  const { institutionCode, examineeId } = booker;
  const answer = await findAnswer<StoredAnswer>(db, institutionCode, request);
  if (!answer) return null;
  const [account] = examineeId === null ? [] : await readAccount(db, institutionCode, examineeId);
  return { ...tell(booker, draft, answer), account: account ?? accountOf(draft) };
}

/** The account that a guest's booking opens. */
const accountOf = ({ applicant }: BookingDraft): Account => ({ mail: applicant.mail, name: nameOf(applicant) });

const actOf = ({ examineeId }: Booker, isChange: boolean): Act =>
  examineeId === null ? 'guest' : isChange ? 'change' : 'reserve';

export function requestOf(booker: Booker, draft: BookingDraft, replaces: number | null): RequestKey | null {
  const { requestId, ...content } = draft;
  return requestKey(actOf(booker, replaces !== null), booker.examineeId, requestId, [content, replaces]);
}

const KINDS: Readonly<Record<Act, readonly MailKind[]>> = {
  guest: ['password', 'booked'],
  reserve: ['booked'],
  change: ['changed_by_examinee'],
  cancel: [],
};

/** Whether somebody logged in came from my page or en route is not known here; the latter need to fill in less. */
const originOf = (act: Act) => (act === 'guest' ? 'guest' : 'en-route');

/** Judges, and puts together what the database function takes. */
export async function prepare(
  booker: Booker,
  draft: BookingDraft,
  facts: CourseFacts,
  request: RequestKey | null,
  replaced: Replaced | null,
) {
  const { examineeId, service } = booker;
  const act = actOf(booker, replaced !== null);
  const isGuest = act === 'guest' && booker.handover?.clientCode !== draft.clientCode;
  const judged = judge(facts, draft, momentOf(booker.now), originOf(act), isGuest, replaced);
  const answer: StoredAnswer = {
    reservationNumber: await nextReservationNumber(service.db),
    desired: judged.desired,
    passwordRule: act === 'guest' ? facts.institution.firstPassword : null,
  };
  const booked = tell(booker, draft, answer);
  const examinee = examineeId ?? (await nextExamineeId(service.db));
  const numbers = { reservation: booked.number, examinee };
  const details = {
    ...{ visit_date: draft.visitDate, slot_code: draft.slotCode, course: judged.course.name },
    replaces: replaced?.number,
  };
  const person = personColumns(draft);
  const input: BookingRows = {
    version: facts.version,
    request: request && { ...request, answer },
    reservation: reservationRow(booker, person, draft, facts, judged, numbers, replaced),
    options: optionRows(judged, booked.number),
    frames: frameRows(judged),
    places: placeRows(judged, draft, booked.number),
    account: examineeId === null ? accountRow(booker, person, facts, booked, examinee) : null,
    subject: booker.handover
      ? { client_code: booker.handover.clientCode, subject: booker.handover.subject, examinee_id: examinee }
      : null,
    follow: examineeId === null ? null : followRow(booker, person, examineeId),
    history: {
      ...{ reservation_number: booked.number, kind: 'examinee', id: String(examinee) },
      ...{ act: replaced ? 'changed' : 'booked', details },
    },
    mails: writeLetters(KINDS[act], facts.templates, letterOf(draft, facts, judged, booked), service.config.publicUrl),
  };
  return { input, booked };
}

function tell(booker: Booker, { applicant }: BookingDraft, answer: StoredAnswer): Booked {
  const { institutionCode, service } = booker;
  const reservation = { institutionCode, number: answer.reservationNumber, birthDate: applicant.birthDate ?? '' };
  return {
    number: answer.reservationNumber,
    desired: answer.desired,
    firstPassword: answer.passwordRule && firstPassword(service.secret, answer.passwordRule, reservation),
  };
}
