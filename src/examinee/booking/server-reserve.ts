// Answers preview, reservation and result.

import { examineeUserId } from '#account/contract.ts';
import { courseAnswer, priceDisplayOf } from '#booking/answers.ts';
import { askerOf, examineeOf, guestOf } from '#booking/asker.ts';
import type { BookingDraft } from '#booking/draft.ts';
import { isClosed, readCourse } from '#booking/facts.ts';
import { enter, settle } from '#booking/judge.ts';
import { refuse } from '#booking/refusals.ts';
import { readReplaced } from '#booking/replaced.ts';
import { methodOf } from '#booking/reservation-told.ts';
import { reserve } from '#booking/reserve.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { writeMinute } from '#domain/calendar/clock.ts';
import { writeTime } from '#domain/calendar/time-of-day.ts';
import { payable } from '#domain/offer/price.ts';
import { applicantIn } from '#domain/reservation/person.ts';
import { linesOf } from '#domain/text/lines.ts';
import { type Examinee, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { changeReservation, openResult, preview, reserveAsGuest, reserveLoggedIn } from './contract-reserve.ts';
import { readSameYear } from './server-same-year.ts';

const readNotes = query<{ notes: string | null; desired: boolean }>(`
  select c.confirmation_notes as notes, r.desired
    from reservations r
    left join courses c using (institution_code, client_code, fiscal_year, course_code)
   where r.institution_code = $1 and r.reservation_number = $2 and r.examinee_id = $3`);

export const reserveHandlers: Handler[] = [
  handle(preview, async (db, who, input) => {
    const { institutionCode, visitDate } = input;
    const asker = askerOf(who, institutionCode);
    const replaced = await readReplaced(db, asker, input.ownNumber);
    const known = { asker, facts: await readCourse(db, input), replaced };
    const entered = enter(known, input);
    asker.terms.changePerson(known, input);
    if (visitDate && (await isClosed(db, institutionCode, visitDate))) throw refuse('DayClosed');
    const options = input.options.filter(({ optionCode }) => optionCode !== '');
    const settled = settle(entered, input, { ...input, options, priceConditionCode: input.conditionCode });
    const { facts, course, client, composition, taxRate } = settled;
    const { row } = composition.price;
    const sameYear = await readSameYear(db, asker, input);
    return {
      ...priceDisplayOf(facts.institution, client, taxRate),
      sameYear,
      startTime: writeTime(settled.startMinute),
      method: methodOf(settled),
      course: courseAnswer(input.courseCode, course, { row, lowest: row.amount, isFrom: false }),
      options: composition.options.map((option) => ({ ...option, courseName: course.name })),
      categoryName: settled.category?.name ?? '',
      age: settled.age ?? input.age,
      total: composition.total,
      totalWithTax: payable(composition.total, { ...facts.institution, taxRate }),
    };
  }),

  handle(reserveAsGuest, async (db, who, input) => {
    const { institutionCode } = input;
    const asker = guestOf(who, institutionCode);
    const booked = await reserve(db, { asker, draft: draftOf(input), replaces: null });
    return {
      userId: examineeUserId(institutionCode, booked.account.mail),
      number: booked.number,
      method: methodOf(booked),
      ...booked.calendar,
      firstPassword: booked.firstPassword ?? '',
      passwordLimit: booked.firstPasswordEnd ? writeMinute(booked.firstPasswordEnd) : '',
    };
  }),

  handle(reserveLoggedIn, (db, who, input) => reserveForOwner(db, who, input, null)),

  handle(changeReservation, (db, who, input) => reserveForOwner(db, who, input, input.replaces)),

  /** The notes tell which course was booked: only its owner gets them. */
  handle(openResult, async (db, who, { number }) => {
    const examinee = examineeOf(who);
    const [found] = await readNotes(db, examinee?.institutionCode ?? '', number, examinee?.examineeId ?? 0);
    return { notes: linesOf(found?.notes ?? ''), method: found ? methodOf(found) : null };
  }),
];

type DraftInput = Input<typeof reserveLoggedIn>;

/** Whoever was booked for: it is the account that stays logged in. */
async function reserveForOwner(db: Db, who: Examinee, input: DraftInput, replaces: number | null) {
  const { institutionCode } = who;
  const booked = await reserve(db, { asker: askerOf(who, institutionCode), draft: draftOf(input), replaces });
  const { account, number } = booked;
  return {
    userId: examineeUserId(institutionCode, account.mail),
    name: account.name,
    number,
    method: methodOf(booked),
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
