// Answers the input step: what the form starts with, and whether it may go on.
import { type Asker, askerOf } from '#booking/asker.ts';
import { readClient } from '#booking/facts.ts';
import { findGaps } from '#booking/judge.ts';
import { ageDateFor, ageFor, checkBirthDate } from '#booking/known-person.ts';
import { selectPerson } from '#booking/person-columns.ts';
import { refuse } from '#booking/refusals.ts';
import { categoriesFor, readReplaced } from '#booking/replaced.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { birthYears } from '#domain/calendar/birth-years.ts';
import { ASSUMED_AGE } from '#domain/offer/conditions.ts';
import { ACCOUNT_FIELDS, BLANK_PERSON, type PersonData, prefilledFor } from '#domain/reservation/person.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { linesOf } from '#domain/text/lines.ts';
import { type Handler, handle } from '#server/service.ts';
import { invalid, notFound } from '#wire/failure.ts';
import { checkEntry, openEntry } from './contract-entry.ts';

interface EntryTexts {
  terms: string;
  notes: string | null;
}

const readTexts = query<EntryTexts>(`
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
async function readPrefill(db: Db, asker: Asker, ownNumber: number, clientCode: string): Promise<PersonData> {
  const { institutionCode, examineeId } = asker;
  if (examineeId === null) return BLANK_PERSON;
  const [known] = await readKnown(db, institutionCode, examineeId, ownNumber);
  if (!known) return BLANK_PERSON;
  return prefilledFor(clientCode, { ...known, acceptsMail: known.wish });
}

export const entryHandlers: Handler[] = [
  handle(openEntry, async (db, who, { institutionCode, clientCode, fiscalYear, courseCode, ownNumber }) => {
    const facts = await readClient(db, institutionCode, clientCode);
    const { client, categories } = facts;
    if (!client) throw notFound();
    const [texts] = await readTexts(db, institutionCode, clientCode, fiscalYear, courseCode);
    // Gone since it was chosen.
    if (texts?.notes === null) throw refuse('CourseClosed');
    const asker = askerOf(who, institutionCode);
    const { today } = asker;
    const replaced = await readReplaced(db, asker, ownNumber);
    asker.terms.change({ asker, facts, replaced }, { clientCode, fiscalYear });
    const { postalCode, ...prefill } = await readPrefill(db, asker, ownNumber, clientCode);
    return {
      ...prefill,
      birthYears: birthYears(today),
      categories: [...categoriesFor(categories, replaced)],
      terms: texts?.terms ?? '',
      notes: linesOf(texts?.notes ?? ''),
      clientName: payerOf(clientCode) === 'insurance' ? client.name : '',
      postalCode1: postalCode.slice(0, 3),
      postalCode2: postalCode.slice(3),
      ageDate: client.ageBasis === 'visit_day' ? null : ageDateFor({ client, fiscalYear }, today),
      age: prefill.birthDate ? ageFor({ client, fiscalYear }, prefill.birthDate, today) : ASSUMED_AGE,
    };
  }),

  handle(checkEntry, async (db, who, input) => {
    const { client, categories } = await readClient(db, input.institutionCode, input.clientCode);
    if (!client) throw notFound();
    const asker = askerOf(who, input.institutionCode);
    // Consent is given on the same screen and sent with the reservation.
    const own = categoriesFor(categories, await readReplaced(db, asker, input.ownNumber));
    const gaps = findGaps(input.clientCode, input, own);
    if (gaps.length > 0) throw invalid(...gaps);
    const birthDate = checkBirthDate(input.birthDate, asker.today);
    return { age: ageFor({ client, fiscalYear: input.fiscalYear }, birthDate, input.visitDate ?? asker.today) };
  }),
];
