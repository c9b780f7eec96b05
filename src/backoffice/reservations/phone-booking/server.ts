// Answers the page of phone bookings while it is filled in, books for whoever has called, or changes a reservation for them.

import { needsByAge } from '#booking/availability/month-days.ts';
import { courseAnswer, groupAnswers, priceDisplayOf } from '#booking/availability/offers.ts';
import { readPhoneBookingOffer } from '#booking/availability/phone-booking-offer.ts';
import {
  type PhoneBookingDay,
  type PhoneBookingMonth,
  readPhoneBookingMonth,
} from '#booking/availability/staff-months.ts';
import type { BookingDraft } from '#booking/policy/actor.ts';
import { candidateDays, composeOnFirstFit, taxRateBeforehand } from '#booking/policy/applicant-age.ts';
import { isClosed, OutdatedCourseData } from '#booking/policy/course-data.ts';
import { readOriginal } from '#booking/policy/original-reservation.ts';
import { readMailOwner, staffActor } from '#booking/policy/phone-booking.ts';
import { type CheckedCourse, checkCourse, makeComposer } from '#booking/policy/validate-booking.ts';
import { bookingMethodOf } from '#booking/records/reservation-view.ts';
import type { PhoneBookingOrder } from '#booking/write/booking-record.ts';
import { reserveForStaff } from '#booking/write/reserve.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatTime, today } from '#domain/calendar/clock.ts';
import { fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { layOutMonth, type Month, monthOf } from '#domain/calendar/month.ts';
import { bookableWindow, isEmptyWindow, isInWindow, type Window } from '#domain/offer/bookable-window.ts';
import type { OfferedPrice } from '#domain/offer/offer.ts';
import { needsTime } from '#domain/offer/places.ts';
import { applicantIn } from '#domain/reservation/person.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input, Reply } from '#wire/call.ts';
import { Failure, invalid } from '#wire/failure.ts';
import { assertMayRaise, cellsToRaise, rethrowForStaff, reword } from '../staff-refusals.ts';
import {
  findMailOwner,
  offerForPhoneBooking,
  openPhoneBooking,
  openPhoneBookingCalendar,
  reserveByPhone,
} from './contract.ts';
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

  handle(reserveByPhone, async (db, who, input) => {
    assertMayRaise(who, input);
    checkBirthDate(input, who);
    const replaces = input.replaces || null;
    const ask = {
      actor: staffActor(who, input.origin ?? undefined),
      draft: draftOf(input),
      replaces,
      order: orderOf(input),
    };
    const { number, atDesk, firstPassword } = await reserveForStaff(db, ask).catch(async (error) => {
      throw await describeRefusal(db, who, input, error);
    });
    return {
      number,
      status: atDesk?.status ?? input.status,
      isAccountOpened: firstPassword !== null,
      mailKinds: [...(atDesk?.mails ?? [])],
    };
  }),
];

type Sent = Input<typeof reserveByPhone>;

/** Somebody was born on it; that it is a day, the contract has seen to. */
function checkBirthDate({ birthDate }: Sent, { now }: Administrator): void {
  const isRight = birthDate !== null && '1900-01-01' <= birthDate && birthDate <= today(now);
  if (!isRight) throw invalid('生年月日が正しい日付ではありません。');
}

function draftOf(input: Sent): BookingDraft {
  const { clientCode, fiscalYear, courseCode, options, visitDate, slotCode, total, requestId } = input;
  const postalCode = input.postalCode1 + input.postalCode2;
  return {
    clientCode,
    fiscalYear,
    courseCode,
    priceConditionCode: input.conditionCode,
    options: options.filter(({ optionCode }) => optionCode !== ''),
    visitDate,
    slotCode,
    // The insurer number is the client's.
    applicant: applicantIn({ ...input, postalCode, insurerNumber: '' }),
    claims: { sex: null, age: 0, categoryCode: null, inputAge: null, total },
    consent: false,
    requestId,
  };
}

function orderOf(input: Sent): PhoneBookingOrder {
  const { status, patientNumber, staffMemo, sendMail, onTheirPage, version } = input;
  return {
    isConfirmed: status === 'confirmed',
    patientNumber,
    staffMemo,
    sendsMail: sendMail,
    onTheirPage,
    version,
    ...(input.origin === 'counter' && { isWalkIn: true }),
    raise: cellsToRaise(input),
  };
}

const readStart = query<{ startMinute: number }>(`
  select start_minute as "startMinute" from time_slots where institution_code = $1 and slot_code = $2`);

/** What was refused, in words for staff, which name the day. */
async function describeRefusal(db: Db, who: Administrator, { visitDate, slotCode, fiscalYear }: Sent, error: unknown) {
  const name = error instanceof Failure ? error.name : null;
  if (name !== 'Full' && name !== 'DayClosed') return reword(error);
  const closed = (sentence: string) => new Failure('DayClosed', [sentence]);
  // Also where it is full besides.
  if (await isClosed(db, who.institutionCode, visitDate)) return closed('休診日のため予約できません。');
  if (name === 'Full') {
    const [slot] = await readStart(db, who.institutionCode, slotCode);
    const when = [formatOfficeDate(visitDate), formatTime(slot?.startMinute ?? null)].filter(Boolean).join(' ');
    return new Failure('Full', [`${when}の予約枠に空きがなくなりました。別の日時を選択してください。`]);
  }
  const { from, to } = fiscalYearRange(fiscalYear);
  if (visitDate < today(who.now)) return closed('今日より前の日には予約できません。');
  if (visitDate < from || visitDate > to) {
    return closed(
      `受診日は${fiscalYear}年度（${formatOfficeDate(from)}〜${formatOfficeDate(to)}）の日を選択してください。`,
    );
  }
  return closed('選択された受付時間では予約できません。選び直してください。');
}
