// Answers the last steps of a booking: what the form of the applicant's data starts with, preview, reservation and result.

import { examineeUserId } from '#account/contract.ts';
import { courseAnswer, priceDisplayOf } from '#booking/availability/offers.ts';
import { type Actor, actorOf, type BookingDraft, examineeOf, guestOf } from '#booking/policy/actor.ts';
import { ageDateFor, ageFor, checkBirthDate } from '#booking/policy/applicant-age.ts';
import { isClosed, readClientData, readCourseData } from '#booking/policy/course-data.ts';
import { categoriesFor, readOriginal } from '#booking/policy/original-reservation.ts';
import { refuse } from '#booking/policy/refusals.ts';
import { checkCourse, composeBooking, findMissingEntries } from '#booking/policy/validate-booking.ts';
import { type ReservationRow, selectPerson, selectReservation } from '#booking/records/reservation-columns.ts';
import { bookingMethodOf } from '#booking/records/reservation-view.ts';
import { reserve } from '#booking/write/reserve.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatMinute, formatTime } from '#domain/calendar/clock.ts';
import { birthYears } from '#domain/calendar/written-date.ts';
import { ASSUMED_AGE } from '#domain/offer/conditions.ts';
import { payable } from '#domain/offer/price.ts';
import {
  ACCOUNT_FIELDS,
  applicantIn,
  BLANK_PERSON,
  type PersonData,
  prefilledFor,
} from '#domain/reservation/person.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { inHalves } from '#domain/text/address.ts';
import { linesOf } from '#domain/text/characters.ts';
import { foldKana } from '#domain/text/fold-text.ts';
import { type Examinee, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { invalid, notFound } from '#wire/failure.ts';
import {
  changeReservation,
  checkEntry,
  openEntry,
  openResult,
  preview,
  reserveAsGuest,
  reserveLoggedIn,
} from './contract-reserve.ts';

const readTexts = query<{ terms: string; notes: string | null }>(`
  select i.terms_text as terms, c.entry_notes as notes
    from institutions i
    left join courses c on c.institution_code = i.institution_code and c.client_code = $2
     and c.fiscal_year = $3 and c.course_code = $4
   where i.institution_code = $1`);

/** $1 institution, $2 examinee, $3 the reservation that is being changed. */
const readKnown = query<PersonData & { wish: boolean }>(`
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

const readNotes = query<{ notes: string | null; desired: boolean }>(`
  select c.confirmation_notes as notes, r.desired
    from reservations r
    left join courses c using (institution_code, client_code, fiscal_year, course_code)
   where r.institution_code = $1 and r.reservation_number = $2 and r.examinee_id = $3`);

export const reserveHandlers: Handler[] = [
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

  handle(preview, async (db, who, input) => {
    const { institutionCode, visitDate } = input;
    const actor = actorOf(who, institutionCode);
    const original = await readOriginal(db, actor, input.ownNumber);
    const known = { actor, courseData: await readCourseData(db, input), original };
    const checkedCourse = checkCourse(known, input);
    actor.policy.changePerson(known, input);
    if (visitDate && (await isClosed(db, institutionCode, visitDate))) throw refuse('DayClosed');
    const options = input.options.filter(({ optionCode }) => optionCode !== '');
    const booking = composeBooking(checkedCourse, input, {
      ...input,
      options,
      priceConditionCode: input.conditionCode,
    });
    const { courseData: facts, course, client, composition, taxRate } = booking;
    const { row } = composition.price;
    const sameYear = await readSameYear(db, actor, input);
    return {
      ...priceDisplayOf(facts.institution, client, taxRate),
      sameYear,
      startTime: formatTime(booking.startMinute),
      method: bookingMethodOf(booking),
      course: courseAnswer(input.courseCode, course, { row, lowest: row.amount, isFrom: false }),
      options: composition.options.map((option) => ({ ...option, courseName: course.name })),
      categoryName: booking.category?.name ?? '',
      age: booking.age ?? input.age,
      total: composition.total,
      totalWithTax: payable(composition.total, { ...facts.institution, taxRate }),
    };
  }),

  handle(reserveAsGuest, async (db, who, input) => {
    const { institutionCode } = input;
    const actor = guestOf(who, institutionCode);
    const booked = await reserve(db, { actor, draft: draftOf(input), replaces: null });
    return {
      userId: examineeUserId(institutionCode, booked.account.mail),
      number: booked.number,
      method: bookingMethodOf(booked),
      ...booked.calendar,
      firstPassword: booked.firstPassword ?? '',
      passwordLimit: booked.firstPasswordEnd ? formatMinute(booked.firstPasswordEnd) : '',
    };
  }),

  handle(reserveLoggedIn, (db, who, input) => reserveForOwner(db, who, input, null)),

  handle(changeReservation, (db, who, input) => reserveForOwner(db, who, input, input.replaces)),

  /** The notes show which course was booked: only its owner gets them. */
  handle(openResult, async (db, who, { number }) => {
    const examinee = examineeOf(who);
    const [found] = await readNotes(db, examinee?.institutionCode ?? '', number, examinee?.examineeId ?? 0);
    return { notes: linesOf(found?.notes ?? ''), method: found ? bookingMethodOf(found) : null };
  }),
];

type DraftInput = Input<typeof reserveLoggedIn>;

/** Whoever was booked for: it is the account that stays logged in. */
async function reserveForOwner(db: Db, who: Examinee, input: DraftInput, replaces: number | null) {
  const { institutionCode } = who;
  const booked = await reserve(db, { actor: actorOf(who, institutionCode), draft: draftOf(input), replaces });
  const { account, number } = booked;
  return {
    userId: examineeUserId(institutionCode, account.mail),
    name: account.name,
    number,
    method: bookingMethodOf(booked),
    ...booked.calendar,
  };
}

export function draftOf(input: DraftInput): BookingDraft {
  return {
    clientCode: input.clientCode,
    fiscalYear: input.fiscalYear,
    courseCode: input.courseCode,
    priceConditionCode: input.conditionCode,
    options: input.options.filter(({ optionCode }) => optionCode !== ''),
    visitDate: input.visitDate,
    slotCode: input.slotCode,
    applicant: applicantIn({
      ...input,
      postalCode: input.postalCode1 + input.postalCode2,
      // Nobody is asked who books through a society.
      acceptsMail: input.acceptsMail ?? true,
    }),
    claims: {
      sex: input.sexAtSteps,
      age: input.ageAtSteps,
      categoryCode: input.categoryAtSteps,
      inputAge: input.age,
      total: input.total,
    },
    consent: input.consent,
    requestId: input.requestId,
  };
}

const SHOWN_COLUMNS = ['number', 'visitDate', 'startMinute', 'courseName'] as const;

/** $1 institution, $2 account, $3 kana, $4 birth date, $5 fiscal year, $6 the one that is being changed. */
const read = query<ReservationRow<typeof SHOWN_COLUMNS>>(`
  select ${selectReservation(SHOWN_COLUMNS)}
    from reservations r
   where r.institution_code = $1 and r.examinee_id = $2 and is_same_person(r.folded_kana, r.birth_date, $3, $4)
     and r.fiscal_year = $5 and is_live(r.status) and r.reservation_number <> $6
   order by r.visit_date, r.reservation_number`);

async function readSameYear(db: Db, { institutionCode, examineeId }: Actor, asked: Input<typeof preview>) {
  const { birthDate, fiscalYear, ownNumber } = asked;
  const kana = foldKana(asked.familyKana + asked.givenKana);
  if (examineeId === null || kana === '' || birthDate === null) return [];
  const rows = await read(db, institutionCode, examineeId, kana, birthDate, fiscalYear, ownNumber);
  return rows.map(({ startMinute, ...row }) => ({ ...row, startTime: formatTime(startMinute) }));
}
