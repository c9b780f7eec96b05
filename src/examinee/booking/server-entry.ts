// Answers the input step: what the form starts with, and whether it may go on.
import { type Actor, actorOf } from '#booking/policy/actor.ts';
import { ageDateFor, ageFor, checkBirthDate } from '#booking/policy/applicant-age.ts';
import { readClientData } from '#booking/policy/course-data.ts';
import { categoriesFor, readOriginal } from '#booking/policy/original-reservation.ts';
import { refuse } from '#booking/policy/refusals.ts';
import { findMissingEntries } from '#booking/policy/validate-booking.ts';
import { selectPerson } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { birthYears } from '#domain/calendar/calendar-years.ts';
import { ASSUMED_AGE } from '#domain/offer/conditions.ts';
import { ACCOUNT_FIELDS, BLANK_PERSON, type PersonData, prefilledFor } from '#domain/reservation/person.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { inHalves } from '#domain/text/address.ts';
import { linesOf } from '#domain/text/characters.ts';
import { type Handler, handle } from '#server/service.ts';
import { invalid, notFound } from '#wire/failure.ts';
import { checkEntry, openEntry } from './contract-entry.ts';

const readTexts = query<{ terms: string; notes: string | null }>(`
  select i.terms_text as terms, c.entry_notes as notes
    from institutions i
    left join courses c on c.institution_code = i.institution_code and c.client_code = $2
     and c.fiscal_year = $3 and c.course_code = $4
   where i.institution_code = $1`);

type Known = PersonData & { wish: boolean };

/** $1 institution, $2 examinee, $3 the reservation that is being changed. */
const readKnown = query<Known>(`
  select known.*, wants_invitations($1, known.mail, known."acceptsMail") as wish
    from ((select ${selectPerson('r')} from reservations r
            where r.institution_code = $1 and r.examinee_id = $2 and r.reservation_number = $3)
          union all
          (select ${selectPerson('e', ACCOUNT_FIELDS)}, '' as remarks from examinees e
            where e.institution_code = $1 and e.examinee_id = $2)
          limit 1) as known`);

/** From the reservation that is being changed, else from the account; a guest starts with an empty form. */
async function readPrefill(db: Db, actor: Actor, ownNumber: number, clientCode: string): Promise<PersonData> {
  const { institutionCode, examineeId } = actor;
  if (examineeId === null) return BLANK_PERSON;
  const [known] = await readKnown(db, institutionCode, examineeId, ownNumber);
  if (!known) return BLANK_PERSON;
  return prefilledFor(clientCode, { ...known, acceptsMail: known.wish });
}

export const entryHandlers: Handler[] = [
  handle(openEntry, async (db, who, { institutionCode, clientCode, fiscalYear, courseCode, ownNumber }) => {
    const facts = await readClientData(db, institutionCode, clientCode);
    const { client, categories } = facts;
    if (!client) throw notFound();
    const [texts] = await readTexts(db, institutionCode, clientCode, fiscalYear, courseCode);
    // Gone since it was chosen.
    if (texts?.notes === null) throw refuse('CourseClosed');
    const actor = actorOf(who, institutionCode);
    const { today } = actor;
    const original = await readOriginal(db, actor, ownNumber);
    actor.policy.change({ actor, courseData: facts, original }, { clientCode, fiscalYear });
    const { postalCode, ...prefill } = await readPrefill(db, actor, ownNumber, clientCode);
    return {
      ...prefill,
      birthYears: birthYears(today),
      categories: [...categoriesFor(categories, original)],
      terms: texts?.terms ?? '',
      notes: linesOf(texts?.notes ?? ''),
      clientName: payerOf(clientCode) === 'insurance' ? client.name : '',
      ...inHalves(postalCode),
      ageDate: client.ageBasis === 'visit_day' ? null : ageDateFor({ client, fiscalYear }, today),
      age: prefill.birthDate ? ageFor({ client, fiscalYear }, prefill.birthDate, today) : ASSUMED_AGE,
    };
  }),

  handle(checkEntry, async (db, who, input) => {
    const { client, categories } = await readClientData(db, input.institutionCode, input.clientCode);
    if (!client) throw notFound();
    const actor = actorOf(who, input.institutionCode);
    // Consent is given on the same screen and sent with the reservation.
    const own = categoriesFor(categories, await readOriginal(db, actor, input.ownNumber));
    const gaps = findMissingEntries(input.clientCode, input, own);
    if (gaps.length > 0) throw invalid(...gaps);
    const birthDate = checkBirthDate(input.birthDate, actor.today);
    return { age: ageFor({ client, fiscalYear: input.fiscalYear }, birthDate, input.visitDate ?? actor.today) };
  }),
];
