// Answers the input step: what the form starts with, and whether it may go on.
import { sql } from 'kysely';
import { examineeOf } from '#booking/asker.ts';
import { readClient } from '#booking/clients.ts';
import { findGaps } from '#booking/judge.ts';
import { momentOf } from '#booking/moment.ts';
import { ageDateFor, ageFor, checkBirthDate } from '#booking/person.ts';
import { refuse } from '#booking/refusals.ts';
import { categoriesFor, checkChangeable, readReplaced } from '#booking/replaced.ts';
import type { Db } from '#db/database.ts';
import { birthYears } from '#domain/calendar/birth-years.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { ASSUMED_AGE, type Sex } from '#domain/offer/conditions.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { linesOf } from '#domain/text/lines.ts';
import { type Handler, handle, type Visitor } from '#server/service.ts';
import { invalid, notFound } from '#wire/failure.ts';
import { checkEntry, openEntry } from './contract-entry.ts';

interface EntryTexts {
  terms: string;
  notes: string | null;
}

interface Prefill {
  insurerNumber: string;
  cardSymbol: string;
  cardNumber: string;
  companyName: string;
  familyName: string;
  givenName: string;
  familyKana: string;
  givenKana: string;
  postalCode: string;
  prefecture: string;
  city: string;
  street: string;
  phone: string;
  employeeNumber: string;
  mail: string;
  acceptsMail: boolean;
  remarks: string;
  categoryCode: string | null;
  birthDate: PlainDate | null;
  sex: Sex | null;
}

const EMPTY: Prefill = {
  insurerNumber: '',
  cardSymbol: '',
  cardNumber: '',
  companyName: '',
  employeeNumber: '',
  remarks: '',
  familyName: '',
  givenName: '',
  familyKana: '',
  givenKana: '',
  mail: '',
  phone: '',
  postalCode: '',
  prefecture: '',
  city: '',
  street: '',
  acceptsMail: true,
  categoryCode: null,
  birthDate: null,
  sex: null,
};

const columns = sql`
  insurer_number as "insurerNumber", card_symbol as "cardSymbol", card_number as "cardNumber",
  company_name as "companyName", family_name as "familyName", given_name as "givenName", family_kana as "familyKana",
  given_kana as "givenKana", postal_code as "postalCode", prefecture, city, street, phone,
  employee_number as "employeeNumber", mail, accepts_mail as "acceptsMail", category_code as "categoryCode",
  birth_date as "birthDate", sex`;

/** Whether somebody wants mails is asked of individuals only: what a society's members store says nothing about it. */
const lastWish = (institutionCode: string, examineeId: number) => sql`
  select accepts_mail as "acceptsMail" from reservations
   where institution_code = ${institutionCode} and examinee_id = ${examineeId} and client_code = ${INDIVIDUAL}
   order by created_at desc, reservation_number desc limit 1`;

/** From the reservation that is being changed, else from the account; a guest starts with an empty form. */
async function readPrefill(db: Db, who: Visitor, ownNumber: number, clientCode: string): Promise<Prefill> {
  const examinee = examineeOf(who);
  if (!examinee) return EMPTY;
  const { institutionCode, examineeId } = examinee;
  const { rows } = await sql<Prefill & { clientCode: string; lastWish: boolean | null }>`
    select known.*, (${lastWish(institutionCode, examineeId)}) as "lastWish" from (
    (select ${columns}, remarks, client_code as "clientCode" from reservations
      where institution_code = ${institutionCode} and reservation_number = ${ownNumber} and examinee_id = ${examineeId})
    union all
    (select ${columns}, '' as remarks, client_code as "clientCode" from examinees
      where institution_code = ${institutionCode} and examinee_id = ${examineeId})
    limit 1) as known`.execute(db);
  const [row] = rows;
  if (!row) return EMPTY;
  const found = { ...row, acceptsMail: row.lastWish ?? row.acceptsMail };
  // Card and category belong to the society that was booked through, and say nothing at another one.
  if (found.clientCode === clientCode) return found;
  return { ...found, insurerNumber: '', cardSymbol: '', cardNumber: '', categoryCode: null };
}

export const entryHandlers: Handler[] = [
  handle(openEntry, async (db, who, { institutionCode, clientCode, fiscalYear, courseCode, ownNumber }) => {
    const { institution, client, categories } = await readClient(db, institutionCode, clientCode);
    if (!client) throw notFound();
    const { rows } = await sql<EntryTexts>`
      select i.terms_text as terms, c.entry_notes as notes
        from institutions i
        left join courses c on c.institution_code = i.institution_code and c.client_code = ${clientCode}
         and c.fiscal_year = ${fiscalYear} and c.course_code = ${courseCode}
       where i.institution_code = ${institutionCode}`.execute(db);
    // Gone since it was chosen.
    if (rows[0]?.notes === null) throw refuse('CourseClosed');
    const { today } = momentOf(who.now);
    const replaced = await readReplaced(db, who, ownNumber);
    if (replaced) checkChangeable(replaced, { clientCode, fiscalYear }, institution.changeDeadlineDays, today);
    const { postalCode, ...prefill } = await readPrefill(db, who, ownNumber, clientCode);
    return {
      ...prefill,
      birthYears: birthYears(today),
      categories: [...categoriesFor(categories, replaced)],
      terms: rows[0]?.terms ?? '',
      notes: linesOf(rows[0]?.notes ?? ''),
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
    const origin = examineeOf(who) ? 'en-route' : 'guest';
    // Consent is given on the same screen and sent with the reservation.
    const own = categoriesFor(categories, await readReplaced(db, who, input.ownNumber));
    const gaps = findGaps({ origin, payer: payerOf(input.clientCode) }, input, own, true);
    if (gaps.length > 0) throw invalid(...gaps);
    const { today } = momentOf(who.now);
    const birthDate = checkBirthDate(input.birthDate, today);
    return { age: ageFor({ client, fiscalYear: input.fiscalYear }, birthDate, input.visitDate ?? today) };
  }),
];
