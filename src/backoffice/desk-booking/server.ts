// Answers the page of phone bookings while it is filled in.
import { courseAnswer, groupAnswers, priceDisplayOf } from '#booking/answers.ts';
import { deskOf } from '#booking/desk.ts';
import { readDeskOffer } from '#booking/desk-offer.ts';
import { taxRateBeforehand } from '#booking/fitting-days.ts';
import { readMailOwner } from '#booking/mail-owner.ts';
import type { OfferedPrice } from '#domain/offer/offer.ts';
import { type Handler, handle } from '#server/service.ts';
import { findMailOwner, offerAtDesk, openDeskBooking, openDeskCalendar } from './contract.ts';
import { rethrowAtDesk } from './refusals.ts';
import { showMonth } from './server-month.ts';
import { openBooking } from './server-open.ts';

/** Of a course that nobody can book. */
const NO_PRICE: OfferedPrice = {
  row: { conditionCode: '', categoryCode: null, sex: null, ageFrom: 0, ageTo: 0, amount: 0 },
  lowest: 0,
  isFrom: false,
};

export const deskBookingHandlers: Handler[] = [
  handle(openDeskBooking, openBooking),

  handle(offerAtDesk, async (db, who, input) => {
    const offer = await readDeskOffer(db, deskOf(who), input).catch(rethrowAtDesk);
    const { facts, client, choosable, courses, groups, age } = offer;
    const taxRate = taxRateBeforehand(who.service.config.taxRates, choosable, input.visitDate);
    return {
      ...priceDisplayOf(facts.institution, client, taxRate),
      courses: courses.map(({ course, state, price }) => ({
        ...courseAnswer(course.courseCode, course, price ?? NO_PRICE),
        state,
        registrationFrom: course.registrationFrom,
        registrationTo: course.registrationTo,
      })),
      groups: groupAnswers(groups),
      age: age?.years ?? null,
      ageDate: age?.on ?? null,
    };
  }),

  handle(openDeskCalendar, (db, who, input) => showMonth(db, who, input).catch(rethrowAtDesk)),

  handle(findMailOwner, async (db, who, caller) => {
    const owner = await readMailOwner(db, who.institutionCode, caller);
    if (owner) who.trace.subject = `受診者 ${owner.examineeId}`;
    else who.trace.isNothing = true;
    if (!owner) return { owner: 'none' as const, name: '' };
    return owner.isSelf ? { owner: 'self' as const, name: '' } : { owner: 'other' as const, name: owner.name };
  }),
];
