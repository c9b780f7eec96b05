// Answers the calendar step: the month as this person can book it now with these parts.
import { type Day, findAvailability, type Phase } from '#booking/availability.ts';
import { Outdated, readWithFacts } from '#booking/known-facts.ts';
import { momentOf } from '#booking/moment.ts';
import { phaseStarts } from '#booking/person.ts';
import { readReplaced } from '#booking/replaced.ts';
import {
  type ComposeOn,
  composeBeforehand,
  composerOf,
  enterStep,
  type Step,
  type StepInput,
  taxRateAtStep,
} from '#booking/step.ts';
import type { Db } from '#db/database.ts';
import { firstDay } from '#domain/bookable-window.ts';
import { localTime } from '#domain/clock.ts';
import type { Person } from '#domain/conditions.ts';
import { clampToReach, isWithinReach, layOutMonth, type Month, type MonthLayout, monthOf } from '#domain/month.ts';
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

async function showMonth(home: Db, who: Visitor, input: Asked, wanted: Month | null) {
  const replaced = await readReplaced(home, who, input.ownNumber);
  return readWithFacts(home, input, async (db, facts) => {
    const step = enterStep(who, input, facts, replaced);
    const { institution } = facts;
    const { today, window } = step;
    const choices = input.options.filter(({ optionCode }) => optionCode !== '');
    const composeOn = composerOf(step, input, choices);
    const { person, composition } = composeBeforehand(step, input, composeOn);
    // Opens where there is something to choose: at the day chosen before, else at the first that can be.
    const opening = monthOf(input.visitDate ?? firstDay(window, today));
    const month = wanted ?? clampToReach(monthOf(today), opening);
    const layout = layOutMonth(month);
    const phases = phasesOf(step, input, layout, composeOn);
    const desired = replaced?.desired ?? step.client.bookingMethod === 'desired';
    const days = await findAvailability(db, {
      institutionCode: input.institutionCode,
      from: layout.first,
      to: layout.last,
      dates: layout.days,
      phases,
      desired,
      window,
      ...momentOf(who.now),
      slots: facts.slots,
      version: facts.version,
      own: replaced,
    });
    if (!days) throw new Outdated();
    const { total, needs } = composition;
    const taxRate = taxRateAtStep(who, step, input);
    const isTimed = [needs, ...phases.map((phase) => phase.needs ?? [])].some(needsTime);
    return {
      ...summary(step, input, person, choices, taxRate),
      choose: isTimed ? ('time' as const) : ('day' as const),
      method: desired ? ('desired' as const) : ('confirmed' as const),
      total,
      totalWithTax: payable(total, { ...institution, taxRate }),
      now: localTime(who.now),
      bookableFrom: window.from,
      bookableTo: window.to,
      ...month,
      layout,
      ...listDays(layout, days),
    };
  });
}

/** What the booking needs before and from a birthday on; one phase for all who need the same all month. */
function phasesOf({ client }: Step, input: Asked, { first, last }: MonthLayout, composeOn: ComposeOn): Phase[] {
  const phases = phaseStarts({ client }, input, first, last).map((from) => {
    const { composition } = composeOn(from);
    return { from, needs: typeof composition === 'string' ? null : composition.needs };
  });
  const [before, after] = phases;
  return before && JSON.stringify(before.needs) === JSON.stringify(after?.needs) ? [before] : phases;
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
function summary(
  { facts, client, course }: Step,
  { courseCode }: Asked,
  person: Person,
  choices: readonly Choice[],
  taxRate: number,
) {
  const chosen = new Set(choices.map(({ groupCode, optionCode }) => `${groupCode}/${optionCode}`));
  return {
    ...priceDisplayOf(facts.institution, client, taxRate),
    format: facts.institution.calendarFormat,
    course: courseAnswer(courseCode, course, offerPrice(facts, person)!),
    groups: groupAnswers(offerOptions(facts, person), (row) => chosen.has(`${row.groupCode}/${row.optionCode}`)),
  };
}
