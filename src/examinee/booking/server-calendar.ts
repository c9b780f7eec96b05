// Answers the calendar step: the month as this person can book it now with these parts.
import { type Day, findAvailability } from '#booking/availability.ts';
import { Outdated, withFacts } from '#booking/known-facts.ts';
import { momentOf } from '#booking/moment.ts';
import { composeStep, enterStep, readReplaced, type Step, type StepInput } from '#booking/step.ts';
import type { Db } from '#db/database.ts';
import { bookableWindow } from '#domain/bookable-window.ts';
import { localTime } from '#domain/clock.ts';
import { isWithinReach, layOutMonth, type Month, type MonthLayout, monthOf } from '#domain/month.ts';
import { type Choice, offerOptions, offerPrice } from '#domain/offer.ts';
import { needsTime } from '#domain/places.ts';
import type { PlainDate } from '#domain/plain-date.ts';
import { payable } from '#domain/price.ts';
import { writeTime } from '#domain/time-of-day.ts';
import { type Handler, handle, type Visitor } from '#server/service.ts';
import { invalid } from '#wire/failure.ts';
import { share } from '#wire/shared.ts';
import { courseAnswer, groupAnswers, priceDisplayOf } from './answers.ts';
import { changeCalendar, openCalendar } from './contract-calendar.ts';

export const calendarHandlers: Handler[] = [
  handle(openCalendar, (db, who, input) => showMonth(db, who, input, null)),

  handle(changeCalendar, async (db, who, input) => {
    if (!isWithinReach(monthOf(momentOf(who.now).today), input)) throw invalid('表示できる期間を超えています。');
    return showMonth(db, who, input, { year: input.year, month: input.month });
  }),
];

type Asked = StepInput & { options: Choice[] };

async function showMonth(db: Db, who: Visitor, input: Asked, wanted: Month | null) {
  const replaced = await readReplaced(db, who, input.ownNumber);
  return withFacts(who.service.db, db, input, async (facts) => {
    const step = enterStep(who, input, facts, replaced);
    const { institution } = facts;
    const choices = input.options.filter(({ optionCode }) => optionCode !== '');
    const { needs, total } = composeStep(step, choices);
    const { today, minute } = momentOf(who.now);
    const window = bookableWindow(today, institution.bookableFromDays, institution.bookableToDays, input.fiscalYear);
    // Opens where there is something to choose: at the day chosen before, else at the first that can be.
    const month = wanted ?? monthOf(input.visitDate ?? (window.from <= window.to ? window.from : today));
    const layout = layOutMonth(month);
    const desired = replaced?.desired ?? step.client.bookingMethod === 'desired';
    const { institutionCode } = input;
    const days = await findAvailability(db, {
      ...{ institutionCode, from: layout.first, to: layout.last, dates: layout.days, needs, desired, window },
      ...{ today, minute, slots: facts.slots, version: facts.version, ownNumber: replaced?.number ?? null },
    });
    if (!days) throw new Outdated();
    return {
      ...summary(step, input, choices),
      choose: needsTime(needs) ? ('time' as const) : ('day' as const),
      method: desired ? ('desired' as const) : ('confirmed' as const),
      total,
      totalWithTax: payable(total, institution.taxDisplay, institution.taxRounding),
      now: localTime(who.now),
      bookableFrom: window.from,
      bookableTo: window.to,
      ...month,
      layout,
      ...listDays(layout, days),
    };
  });
}

const listed = new WeakMap<readonly Day[], ReturnType<typeof makeLists>>();

/** The same days are listed once, for all who were answered with them. */
function listDays(layout: MonthLayout, days: readonly Day[]) {
  let lists = listed.get(days);
  if (!lists) {
    lists = makeLists(layout, days);
    listed.set(days, lists);
  }
  return lists;
}

function makeLists(layout: MonthLayout, days: readonly Day[]) {
  const inside = days.map(
    ({ date, isClosed, state }) => ({ date, state, kind: isClosed ? 'closed' : 'business' }) as const,
  );
  const places = days.flatMap(({ date, slots }) =>
    slots.map(({ slotCode, startMinute }) => ({ date, slotCode, startTime: writeTime(startMinute) })),
  );
  return {
    places: share(places),
    days: share([...layout.before.map(outside), ...inside, ...layout.after.map(outside)]),
  };
}

const outside = (date: PlainDate) => ({ date, kind: 'outside' as const, state: 'outside' as const });

/** What the running price shows: the course and the options chosen so far. */
function summary({ facts, client, course, person }: Step, { courseCode }: Asked, choices: readonly Choice[]) {
  const chosen = new Set(choices.map(({ groupCode, optionCode }) => `${groupCode}/${optionCode}`));
  return {
    ...priceDisplayOf(facts.institution, client),
    format: facts.institution.calendarFormat,
    course: courseAnswer(courseCode, course, offerPrice(facts, person)!),
    groups: groupAnswers(offerOptions(facts, person), (row) => chosen.has(`${row.groupCode}/${row.optionCode}`)),
  };
}
