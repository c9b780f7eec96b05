// Answers the page of phone bookings while it is filled in.

import { courseAnswer, groupAnswers, priceDisplayOf } from '#booking/availability/answers.ts';
import { needsByAge } from '#booking/availability/month-days.ts';
import {
  type PhoneBookingDay,
  type PhoneBookingMonth,
  readPhoneBookingMonth,
} from '#booking/availability/phone-booking-month.ts';
import { readPhoneBookingOffer } from '#booking/availability/phone-booking-offer.ts';
import { OutdatedCourseData } from '#booking/policy/course-cache.ts';
import { candidateDays, composeOnFirstFit, taxRateBeforehand } from '#booking/policy/fitting-days.ts';
import { readOriginal } from '#booking/policy/original-reservation.ts';
import { readMailOwner, staffActor } from '#booking/policy/phone-booking.ts';
import { type CheckedCourse, checkCourse, makeComposer } from '#booking/policy/validate-booking.ts';
import { bookingMethodOf } from '#booking/records/reservation-view.ts';
import type { Db } from '#db/database.ts';
import { layOutMonth, type Month, monthOf } from '#domain/calendar/month.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { bookableWindow, isEmptyWindow, isInWindow, type Window } from '#domain/offer/bookable-window.ts';
import type { OfferedPrice } from '#domain/offer/offer.ts';
import { needsTime } from '#domain/offer/places.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input, Reply } from '#wire/call.ts';
import { invalid } from '#wire/failure.ts';
import { rethrowForStaff } from '../staff-refusals.ts';
import { findMailOwner, offerForPhoneBooking, openPhoneBooking, openPhoneBookingCalendar } from './contract.ts';
import { openBooking } from './server-open.ts';

type Asked = Input<typeof openPhoneBookingCalendar>;
type Answer = Reply<typeof openPhoneBookingCalendar>;

async function showMonth(home: Db, who: Administrator, input: Asked): Promise<Answer> {
  const actor = staffActor(who);
  const { institutionCode, today } = actor;
  const original = await readOriginal(home, actor, input.replaces);
  const key = { ...input, institutionCode };
  return who.service.courses.read(home, key, async (db, facts) => {
    const checkedCourse = checkCourse({ actor, courseData: facts, original }, input);
    const { window } = checkedCourse.choosable;
    const choices = input.options.filter(({ optionCode }) => optionCode !== '');
    const composeOn = makeComposer(checkedCourse, { ...input, age: null }, choices);
    // Refuses what the person can't book on any day.
    const { composition } = composeOnFirstFit(candidateDays(checkedCourse.choosable, input.visitDate), composeOn);
    const wanted = wantedMonth(checkedCourse, input);
    const range = wanted ? layOutMonth(wanted) : restOfYear(window, today);
    const { first, last } = range;
    const phases = needsByAge(checkedCourse, input, range, composeOn);
    const { slots, version } = facts;
    const ownPlaces = original?.places ?? [];
    const question = { institutionCode, first, last, phases, window, today, slots, version, ownPlaces };
    const found = await readPhoneBookingMonth(db, question);
    if (!found) throw new OutdatedCourseData();
    const month = wanted ?? monthOf(found.days.find(({ state }) => state === 'open')?.date ?? first);
    const isTimed = [composition.needs, ...phases.map(({ needs }) => needs ?? [])].some(needsTime);
    const { bookableFromDays, bookableToDays } = facts.institution;
    return {
      ...month,
      choose: isTimed ? ('time' as const) : ('day' as const),
      method: bookingMethodOf(checkedCourse),
      bookableFromDays,
      bookableToDays,
      ...listDays(found, month, bookableWindow(today, bookableFromDays, bookableToDays, input.fiscalYear)),
    };
  });
}

/** The one that is asked for, else that of the day that was chosen, or is to be changed; null: the first with room. */
function wantedMonth({ choosable: { window, own } }: CheckedCourse, { year, month, visitDate }: Asked): Month | null {
  if (year !== 0 || month !== 0) {
    if (year < 1000 || month === 0) throw invalid('表示できる期間を超えています。');
    return { year, month };
  }
  const day = visitDate && isInWindow(window, visitDate) ? visitDate : own;
  return day ? monthOf(day) : null;
}

/** All months in which something could be booked; of a year that is over, this one. */
function restOfYear(window: Window, today: string): { first: string; last: string } {
  const { from, to } = isEmptyWindow(window) ? { from: today, to: today } : window;
  return { first: layOutMonth(monthOf(from)).first, last: layOutMonth(monthOf(to)).last };
}

function listDays(
  { days, names }: PhoneBookingMonth,
  month: Month,
  online: Window,
): Pick<Answer, 'days' | 'slots' | 'frames'> {
  const { first, last } = layOutMonth(month);
  const shown = days.filter(({ date }) => first <= date && date <= last);
  const isChoosable = ({ state }: PhoneBookingDay) => state === 'open' || state === 'full';
  const slots = shown.flatMap(({ date, slots }) =>
    slots.map((slot) => ({ ...slot, date, startTime: formatTime(slot.startMinute) })),
  );
  return {
    days: shown.map((day) => ({ ...day, isCare: isChoosable(day) && !isInWindow(online, day.date) })),
    slots,
    frames: slots.flatMap(({ date, slotCode, frames }) =>
      frames.map(({ slotCode: placeSlotCode, ...frame }) => ({
        ...frame,
        date,
        slotCode,
        placeSlotCode,
        name: names[frame.frameCode] ?? '',
      })),
    ),
  };
}

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
    const { facts, client, choosable, courses, groups, age, sending } = offer;
    const taxRate = taxRateBeforehand(who.service.config.taxRates, choosable, input.visitDate);
    return {
      ...priceDisplayOf(facts.institution, client, taxRate),
      courses: courses.map(({ course, state, price }) => ({
        ...course,
        ...courseAnswer(course.courseCode, course, price ?? NO_PRICE),
        state,
      })),
      groups: groupAnswers(groups),
      sendingName: sending?.name ?? '',
      sendingParts: sending?.parts ?? [],
      age: age?.years ?? null,
      ageDate: age?.on ?? null,
    };
  }),

  handle(openPhoneBookingCalendar, (db, who, input) => showMonth(db, who, input).catch(rethrowForStaff)),

  handle(findMailOwner, async (db, who, caller) => {
    const found = await readMailOwner(db, who.institutionCode, caller);
    if (!found?.isVerified) {
      who.trace.isUnlogged = true;
      return { owner: 'none' as const, name: '' };
    }
    who.trace.subject = `受診者 ${found.examineeId}`;
    return found.isSelf ? { owner: 'self' as const, name: '' } : { owner: 'other' as const, name: found.name };
  }),
];
