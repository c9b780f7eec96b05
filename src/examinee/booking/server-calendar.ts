// Answers the calendar step: the month as this person can book it now with these parts.

import { courseAnswer, groupAnswers, priceDisplayOf } from '#booking/answers.ts';
import { isAnywhere } from '#booking/anywhere.ts';
import { askerOf } from '#booking/asker.ts';
import { Outdated } from '#booking/course-cache.ts';
import { type ComposeOn, composeOnOneOf, daysToTry, limitsOf, taxRateBeforehand } from '#booking/fitting-days.ts';
import { composer, type Entered, enter } from '#booking/judge.ts';
import { phasesOf } from '#booking/phases.ts';
import { readReplaced } from '#booking/replaced.ts';
import { methodOf } from '#booking/reservation-told.ts';
import type { Db } from '#db/database.ts';
import { localTime, today } from '#domain/calendar/clock.ts';
import { clampToReach, isWithinReach, layOutMonth, type Month, monthOf } from '#domain/calendar/month.ts';
import { isEmpty, type Window } from '#domain/offer/bookable-window.ts';
import { needsTime } from '#domain/offer/places.ts';
import { payable } from '#domain/offer/price.ts';
import { type Handler, handle, type Visitor } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { invalid } from '#wire/failure.ts';
import { changeCalendar, openCalendar } from './contract-calendar.ts';

export const calendarHandlers: Handler[] = [
  handle(openCalendar, (db, who, input) => showMonth(db, who, input, null)),

  handle(changeCalendar, async (db, who, input) => {
    if (!isWithinReach(monthOf(today(who.now)), input)) throw invalid('表示できる期間を超えています。');
    return showMonth(db, who, input, { year: input.year, month: input.month });
  }),
];

type Asked = Input<typeof openCalendar>;

async function showMonth(home: Db, who: Visitor, input: Asked, wanted: Month | null) {
  const asker = askerOf(who, input.institutionCode);
  const replaced = await readReplaced(home, asker, input.ownNumber);
  return who.service.courses.read(home, input, async (db, facts) => {
    const entered = enter({ asker, facts, replaced }, input);
    const { client, course, choosable, desired } = entered;
    const { institution } = facts;
    const { today, window } = choosable;
    const choices = input.options.filter(({ optionCode }) => optionCode !== '');
    const composeOn = composer(entered, input, choices);
    const { composition } = composeOnOneOf(daysToTry(choosable, input.visitDate), composeOn);
    const bookable = bookableDays(entered, input, composeOn);
    // Opens where there is something to choose: at the day chosen before, else at the first that can be.
    const opening = input.visitDate ?? (isEmpty(bookable) ? (replaced?.visitDate ?? today) : bookable.from);
    const month = wanted ?? clampToReach(monthOf(today), monthOf(opening));
    const layout = layOutMonth(month);
    const phases = phasesOf(entered, input, layout, composeOn);
    const allPhases = () => phasesOf(entered, input, { first: window.from, last: window.to }, composeOn);
    const lists = await who.service.months.find(db, {
      institutionCode: input.institutionCode,
      layout,
      phases,
      desired,
      window,
      today,
      minute: asker.minute,
      slots: facts.slots,
      version: facts.version,
      own: replaced,
    });
    if (!lists) throw new Outdated();
    const { isBare, ...shown } = lists;
    // Who changes a reservation may keep its day, whatever there is else.
    const isNowhere = isBare && !replaced && !(await isAnywhere(db, input.institutionCode, window, allPhases()));
    const { price, groups, options, total, needs } = composition;
    const taxRate = taxRateBeforehand(who.service.config.taxRates, choosable, input.visitDate);
    const isTimed = [needs, ...phases.map((phase) => phase.needs ?? [])].some(needsTime);
    return {
      ...priceDisplayOf(institution, client, taxRate),
      format: institution.calendarFormat,
      course: courseAnswer(input.courseCode, course, price),
      groups: groupAnswers(groups, (option) => options.includes(option)),
      choose: isTimed ? ('time' as const) : ('day' as const),
      method: methodOf(entered),
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

/** The days of the window on which the booking fits the person. */
function bookableDays({ client, choosable }: Entered, input: Asked, composeOn: ComposeOn): Window {
  const { window } = choosable;
  const limits = limitsOf(choosable, { client }, input, (day) => typeof composeOn(day).composition !== 'string');
  return {
    from: limits.from && limits.from > window.from ? limits.from : window.from,
    to: limits.to && limits.to < window.to ? limits.to : window.to,
  };
}
