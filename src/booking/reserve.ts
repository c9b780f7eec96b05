// Makes a booking: for a guest, for somebody logged in, or in place of a reservation that is being changed.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { Failure, notFound } from '#wire/failure.ts';
import { Outdated, withFacts } from './course-cache.ts';
import { type BookingDraft, nameOf } from './draft.ts';
import { hardenLater } from './first-password.ts';
import { momentOf } from './moment.ts';
import { type Booked, type Booker, judgeDraft, prepare, requestOf, type StoredAnswer, tell } from './prepare.ts';
import { refuse } from './refusals.ts';
import { checkChangeable, checkSamePerson, readOwned } from './replaced.ts';
import { findAnswer, type RequestKey } from './requests.ts';
import { type Account, writeBooking } from './write.ts';

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
    // The masters were edited again and again while it was being booked.
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
    if (replaced) {
      checkChangeable(replaced, draft, facts.institution.changeDeadlineDays, momentOf(booker.now).today);
      checkSamePerson(replaced, draft.applicant);
    }
    const judged = judgeDraft(booker, draft, facts, replaced);
    const { input, booked } = await prepare(booker, draft, facts, judged, request, replaced);
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
