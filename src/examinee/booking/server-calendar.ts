// Answers the calendar step: the month as this person can book it now with these parts.

import { hasCapacity } from '#booking/availability/availability.ts';
import { needsByAge } from '#booking/availability/month-days.ts';
import { courseAnswer, groupAnswers, limitedGroups, priceDisplayOf } from '#booking/availability/offers.ts';
import { actorOf } from '#booking/policy/actor.ts';
import {
  type AgeStage,
  ageChangeDates,
  ageStages,
  type Choosable,
  type ComposeOn,
  candidateDays,
  composeOnFirstFit,
  dateLimitsOf,
  type FittingAge,
  fittingAges,
  offerForAges,
  taxRateBeforehand,
} from '#booking/policy/applicant-age.ts';
import { OutdatedCourseData } from '#booking/policy/course-data.ts';
import { readOriginal } from '#booking/policy/original-reservation.ts';
import { type CheckedCourse, checkCourse, makeComposer } from '#booking/policy/validate-booking.ts';
import { bookingMethodOf } from '#booking/records/reservation-view.ts';
import type { Db } from '#db/database.ts';
import { localTime, today } from '#domain/calendar/clock.ts';
import { clampToMonthRange, isInMonthRange, layOutMonth, type Month, monthOf } from '#domain/calendar/month.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { isEmptyWindow, isInWindow, type Window } from '#domain/offer/bookable-window.ts';
import { type Choice, isSameOption, optionKey } from '#domain/offer/offer.ts';
import { needsTime } from '#domain/offer/places.ts';
import { payable, sumAmounts } from '#domain/offer/price.ts';
import { type Handler, handle, type Visitor } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { invalid } from '#wire/failure.ts';
import { changeCalendar, openCalendar } from './contract.ts';

export const calendarHandlers: Handler[] = [
  handle(openCalendar, (db, who, input) => showMonth(db, who, input, null)),

  handle(changeCalendar, async (db, who, input) => {
    if (!isInMonthRange(monthOf(today(who.now)), input)) throw invalid('表示できる期間を超えています。');
    return showMonth(db, who, input, { year: input.year, month: input.month });
  }),
];

type Asked = Input<typeof openCalendar>;

async function showMonth(home: Db, who: Visitor, input: Asked, wanted: Month | null) {
  const actor = actorOf(who, input.institutionCode);
  const original = await readOriginal(home, actor, input.ownNumber);
  return who.service.courses.read(home, input, async (db, facts) => {
    const checkedCourse = checkCourse({ actor, courseData: facts, original }, input);
    const { client, course, choosable, desired } = checkedCourse;
    const { institution } = facts;
    const { today, window } = choosable;
    const choices = input.options.filter(({ optionCode }) => optionCode !== '');
    const composeOn = makeComposer(checkedCourse, input, choices);
    const { ages } = fittingAges(choosable, input.visitDate, composeOn);
    const stages = ageStages(choosable, { ...input, client }, input);
    const { price, groups, options } = offerChosen(checkedCourse, input, ages, composeOn, choices);
    const bookable = bookableDays(choosable, stages, composeOn);
    const opening = openingDay(choosable, bookable, input.visitDate);
    const month = wanted ?? clampToMonthRange(monthOf(today), monthOf(opening));
    const layout = layOutMonth(month);
    const phases = needsByAge(checkedCourse, input, layout, composeOn);
    const allPhases = () => needsByAge(checkedCourse, input, { first: window.from, last: window.to }, composeOn);
    const lists = await who.service.months.find(db, {
      institutionCode: input.institutionCode,
      layout,
      phases,
      desired,
      window,
      today,
      minute: actor.minute,
      slots: facts.slots,
      version: facts.version,
      own: original,
      ownPlaces: original?.places ?? [],
    });
    if (!lists) throw new OutdatedCourseData();
    const { isBare, ...shown } = lists;
    // Who changes a reservation may keep its day, whatever there is else.
    const isNowhere = isBare && !original && !(await hasCapacity(db, input.institutionCode, window, allPhases()));
    const taxRate = taxRateBeforehand(who.service.config.taxRates, choosable, input.visitDate);
    const total = sumAmounts([price.row, ...options]);
    const needed = [
      ages[0]?.composition.needs ?? [],
      ...phases.map((phase) => phase.needs ?? phase.courseFrames ?? []),
    ];
    const isChosen = (option: Choice) => options.some((one) => isSameOption(one, option));
    return {
      ...priceDisplayOf(institution, client, taxRate),
      format: institution.calendarFormat,
      course: courseAnswer(input.courseCode, course, price),
      groups: limitedGroups(groups, facts, stages, isChosen),
      prices: pricesByDay(ages, ageChangeDates({ client }, input, layout.first, layout.last), composeOn).map(
        ({ from, composition }) => ({
          from,
          course: courseAnswer(input.courseCode, course, composition.price),
          groups: groupAnswers(composition.groups, isChosen),
        }),
      ),
      choose: needed.some(needsTime) ? ('time' as const) : ('day' as const),
      method: bookingMethodOf(checkedCourse),
      total,
      totalWithTax: payable(total, { ...institution, taxRate }),
      now: localTime(who.now),
      bookableFrom: bookable.from,
      bookableTo: bookable.to,
      ...month,
      layout,
      ...shown,
      isNowhere,
    };
  });
}

/** What was chosen, as it is answered; where no day has all of the options, each as it is on the days that have it. */
function offerChosen(
  checkedCourse: CheckedCourse,
  input: Asked,
  ages: readonly FittingAge[],
  composeOn: ComposeOn,
  choices: readonly Choice[],
) {
  const { courseData: facts, choosable } = checkedCourse;
  const days = candidateDays(choosable, input.visitDate);
  const isOnlyByAge = ages.length === 0 && days.some((day) => composeOn(day).without);
  const shownAges = isOnlyByAge ? fittingAges(choosable, null, makeComposer(checkedCourse, input, [])).ages : ages;
  const offered = offerForAges(facts, shownAges);
  const isChosen = (option: Choice) => choices.some((choice) => isSameOption(choice, option));
  const options = offered?.groups.flatMap((group) => group.options.filter(isChosen)) ?? [];
  // Refuses what is not for the person on any day.
  if (!offered || options.length < new Set(choices.map(optionKey)).size)
    return { ...composeOnFirstFit(days, composeOn).composition };
  return { ...offered, options };
}

/** The prices from each of the days on, where not all of them are the same; those ages that are shown count too. */
function pricesByDay(ages: readonly FittingAge[], starts: readonly PlainDate[], composeOn: ComposeOn) {
  const priced = starts.flatMap((from) => {
    const { composition } = composeOn(from);
    return typeof composition === 'string' ? [] : [{ from, composition }];
  });
  const amountsOf = ({ composition: { price, options } }: Pick<FittingAge, 'composition'>) =>
    [price.row, ...options].map(({ amount }) => amount).join();
  return new Set([...ages, ...priced].map(amountsOf)).size > 1 ? priced : [];
}

/** Where there is something to choose: at the day chosen before or next to it, else at the first that can be. */
function openingDay({ window, own, today }: Choosable, { from, to }: Window, chosen: PlainDate | null): PlainDate {
  if (from > to) return chosen ?? own ?? (isEmptyWindow(window) ? today : window.from);
  if (chosen === null) return from;
  if (!isInWindow(window, chosen)) return chosen;
  return chosen < from ? from : chosen > to ? to : chosen;
}

function bookableDays({ window }: Choosable, stages: readonly AgeStage[], composeOn: ComposeOn): Window {
  const fits = ({ from }: AgeStage) => typeof composeOn(from).composition !== 'string';
  if (stages.length > 0 && !stages.some(fits)) return { from: window.from, to: addDays(window.from, -1) };
  const limits = dateLimitsOf(stages, fits);
  return {
    from: limits.from && limits.from > window.from ? limits.from : window.from,
    to: limits.to && limits.to < window.to ? limits.to : window.to,
  };
}
