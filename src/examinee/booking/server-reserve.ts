// Answers preview, reservation and result.

import { sql } from 'kysely';
import { examineeUserId } from '#account/contract.ts';
import { examineeOf, isGuest } from '#booking/asker.ts';
import { isClosed } from '#booking/closed-days.ts';
import type { BookingDraft } from '#booking/draft.ts';
import { readCourse } from '#booking/facts.ts';
import { resolve } from '#booking/judge.ts';
import { momentOf } from '#booking/moment.ts';
import { refuse } from '#booking/refusals.ts';
import { checkChangeable, checkSamePerson, readReplaced } from '#booking/replaced.ts';
import { type Reserved, reserve } from '#booking/reserve.ts';
import { writeMinute } from '#domain/calendar/clock.ts';
import { writeTime } from '#domain/calendar/time-of-day.ts';
import { payable, taxRateOn } from '#domain/offer/price.ts';
import { applicantIn } from '#domain/reservation/person.ts';
import { linesOf } from '#domain/text/lines.ts';
import { type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { courseAnswer, priceDisplayOf } from './answers.ts';
import { changeReservation, openResult, preview, reserveAsGuest, reserveLoggedIn } from './contract-reserve.ts';

export const reserveHandlers: Handler[] = [
  handle(preview, async (db, who, input) => {
    const { sex, birthDate, categoryCode, visitDate } = input;
    const replaced = await readReplaced(db, who, input.ownNumber);
    const facts = await readCourse(db, input);
    const moment = momentOf(who.now);
    if (replaced) {
      checkChangeable(replaced, input, facts.institution.changeDeadlineDays, moment.today);
      checkSamePerson(replaced, input);
    }
    if (visitDate && (await isClosed(db, input.institutionCode, visitDate))) throw refuse('DayClosed');
    const options = input.options.filter(({ optionCode }) => optionCode !== '');
    const person = { sex, birthDate, categoryCode };
    const asked = { ...input, priceConditionCode: input.conditionCode, options, person };
    const judged = resolve(facts, asked, moment, isGuest(who, input.clientCode), replaced);
    const { course, client, composition } = judged;
    const { institution } = facts;
    const taxRate = taxRateOn(who.service.config.taxRates, visitDate ?? moment.today);
    return {
      ...priceDisplayOf(institution, client, taxRate),
      startTime: writeTime(judged.startMinute),
      method: methodOf(judged),
      course: courseAnswer(input.courseCode, course, {
        row: composition.price,
        lowest: composition.price.amount,
        isFrom: false,
      }),
      options: composition.options.map((option) => ({ ...option, courseName: course.name })),
      categoryName: judged.category?.name ?? '',
      age: judged.age ?? input.age,
      total: composition.total,
      totalWithTax: payable(composition.total, { ...institution, taxRate }),
    };
  }),

  handle(reserveAsGuest, async (db, who, input) => {
    const { service, now, session } = who;
    const { institutionCode } = input;
    const handover = session?.kind === 'handover' ? session : null;
    const booked = await reserve(db, { service, now, institutionCode, examineeId: null, handover }, draftOf(input));
    return {
      userId: examineeUserId(institutionCode, booked.account.mail),
      number: booked.number,
      method: methodOf(booked),
      firstPassword: booked.firstPassword ?? '',
      passwordLimit: booked.firstPasswordEnd ? writeMinute(booked.firstPasswordEnd) : '',
    };
  }),

  handle(reserveLoggedIn, async (db, who, input) => {
    return tellOwner(who, await reserve(db, who, draftOf(input)));
  }),

  handle(changeReservation, async (db, who, input) => {
    return tellOwner(who, await reserve(db, who, draftOf(input), input.replaces));
  }),

  /** The notes tell which course was booked: only its owner gets them. */
  handle(openResult, async (db, who, { number }) => {
    const examinee = examineeOf(who);
    const { rows } = await sql<{ notes: string | null; desired: boolean }>`
      select c.confirmation_notes as notes, r.desired
        from reservations r
        left join courses c using (institution_code, client_code, fiscal_year, course_code)
       where r.institution_code = ${examinee?.institutionCode ?? ''} and r.reservation_number = ${number}
         and r.examinee_id = ${examinee?.examineeId ?? 0}`.execute(db);
    const [found] = rows;
    return { notes: linesOf(found?.notes ?? ''), method: found ? methodOf(found) : null };
  }),
];

const methodOf = ({ desired }: { desired: boolean }) => (desired ? ('desired' as const) : ('confirmed' as const));

/** Whoever was booked for: it is the account that stays logged in. */
function tellOwner({ institutionCode }: { institutionCode: string }, booked: Reserved) {
  const { account, number } = booked;
  return {
    userId: examineeUserId(institutionCode, account.mail),
    name: account.name,
    number,
    method: methodOf(booked),
  };
}

export function draftOf(input: Input<typeof reserveLoggedIn>): BookingDraft {
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
