// Answers the page of phone bookings while it is filled in.
import { courseAnswer, groupAnswers, priceDisplayOf } from '#booking/availability/answers.ts';
import { readPhoneBookingOffer } from '#booking/availability/phone-booking-offer.ts';
import { taxRateBeforehand } from '#booking/policy/fitting-days.ts';
import { readMailOwner } from '#booking/policy/mail-owner.ts';
import { staffActor } from '#booking/policy/phone-booking.ts';
import type { OfferedPrice } from '#domain/offer/offer.ts';
import { type Handler, handle } from '#server/service.ts';
import { rethrowForStaff } from '../staff-refusals.ts';
import { findMailOwner, offerForPhoneBooking, openPhoneBooking, openPhoneBookingCalendar } from './contract.ts';
import { showMonth } from './server-month.ts';
import { openBooking } from './server-open.ts';

/** Of a course that nobody can book. */
const NO_PRICE: OfferedPrice = {
  row: { conditionCode: '', categoryCode: null, sex: null, ageFrom: 0, ageTo: 0, amount: 0 },
  lowest: 0,
  isFrom: false,
};

export const phoneBookingHandlers: Handler[] = [
  handle(openPhoneBooking, openBooking),

  handle(offerForPhoneBooking, async (db, who, input) => {
    const offer = await readPhoneBookingOffer(db, staffActor(who), input).catch(rethrowForStaff);
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

  handle(openPhoneBookingCalendar, (db, who, input) => showMonth(db, who, input).catch(rethrowForStaff)),

  handle(findMailOwner, async (db, who, caller) => {
    const found = await readMailOwner(db, who.institutionCode, caller);
    const owner = found?.isVerified ? found : null;
    if (owner) who.trace.subject = `受診者 ${owner.examineeId}`;
    else who.trace.isUnlogged = true;
    if (!owner) return { owner: 'none' as const, name: '' };
    return owner.isSelf ? { owner: 'self' as const, name: '' } : { owner: 'other' as const, name: owner.name };
  }),
];
