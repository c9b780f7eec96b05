// The month of a phone booking, in one statement: also the first month with room, which is looked for in all that is left of the year.
import { Outdated } from '#booking/course-cache.ts';
import { deskOf } from '#booking/desk.ts';
import { type DeskDay, type DeskDays, type DeskQuestion, readDeskDays } from '#booking/desk-month.ts';
import { composeOnOneOf, daysToTry } from '#booking/fitting-days.ts';
import { composer, type Entered, enter } from '#booking/judge.ts';
import { phasesOf } from '#booking/phases.ts';
import { readReplacedAtDesk } from '#booking/replaced.ts';
import { methodOf } from '#booking/reservation-told.ts';
import type { Db } from '#db/database.ts';
import { layOutMonth, type Month, monthOf } from '#domain/calendar/month.ts';
import { writeTime } from '#domain/calendar/time-of-day.ts';
import { bookableWindow, isEmpty, isInside, type Window } from '#domain/offer/bookable-window.ts';
import { needsTime } from '#domain/offer/places.ts';
import type { Administrator } from '#server/service.ts';
import type { Input, Reply } from '#wire/call.ts';
import { invalid } from '#wire/failure.ts';
import type { openDeskCalendar } from './contract.ts';

type Asked = Input<typeof openDeskCalendar>;
type Answer = Reply<typeof openDeskCalendar>;

export async function showMonth(home: Db, who: Administrator, input: Asked): Promise<Answer> {
  const asker = deskOf(who);
  const { institutionCode, today } = asker;
  const replaced = await readReplacedAtDesk(home, institutionCode, input.replaces);
  const key = { ...input, institutionCode };
  return who.service.courses.read(home, key, async (db, facts) => {
    const entered = enter({ asker, facts, replaced }, input);
    const { window } = entered.choosable;
    const choices = input.options.filter(({ optionCode }) => optionCode !== '');
    const composeOn = composer(entered, { ...input, age: null }, choices);
    // Refuses what the person can't book on any day.
    const { composition } = composeOnOneOf(daysToTry(entered.choosable, input.visitDate), composeOn);
    const wanted = wantedMonth(entered, input);
    const range = wanted ? layOutMonth(wanted) : restOfYear(window, today);
    const { first, last } = range;
    const phases = phasesOf(entered, input, range, composeOn);
    const own = replaced?.places ?? [];
    const question: DeskQuestion = { institutionCode, first, last, phases, window, today, slots: facts.slots, own };
    const found = await readDeskDays(db, question, facts.version);
    if (!found) throw new Outdated();
    const month = wanted ?? monthOf(found.days.find(({ state }) => state === 'open')?.date ?? first);
    const isTimed = [composition.needs, ...phases.map(({ needs }) => needs ?? [])].some(needsTime);
    const { bookableFromDays, bookableToDays } = facts.institution;
    return {
      ...month,
      choose: isTimed ? ('time' as const) : ('day' as const),
      method: methodOf(entered),
      bookableFromDays,
      bookableToDays,
      ...listDays(found, month, bookableWindow(today, bookableFromDays, bookableToDays, input.fiscalYear)),
    };
  });
}

/** The one that is asked for, else that of the day that was chosen, or is to be changed; null: the first with room. */
function wantedMonth({ choosable: { window, own } }: Entered, { year, month, visitDate }: Asked): Month | null {
  if (year !== 0 || month !== 0) {
    if (year < 1000 || month === 0) throw invalid('表示できる期間を超えています。');
    return { year, month };
  }
  const day = visitDate && isInside(window, visitDate) ? visitDate : own;
  return day ? monthOf(day) : null;
}

/** All months in which something could be booked; of a year that is over, this one. */
function restOfYear(window: Window, today: string): { first: string; last: string } {
  const { from, to } = isEmpty(window) ? { from: today, to: today } : window;
  return { first: layOutMonth(monthOf(from)).first, last: layOutMonth(monthOf(to)).last };
}

function listDays({ days, names }: DeskDays, month: Month, online: Window): Pick<Answer, 'days' | 'slots' | 'frames'> {
  const { first, last } = layOutMonth(month);
  const shown = days.filter(({ date }) => first <= date && date <= last);
  const isChoosable = ({ state }: DeskDay) => state === 'open' || state === 'full';
  const slots = shown.flatMap(({ date, slots }) => slots.map((slot) => ({ date, ...slot })));
  return {
    days: shown.map((day) => ({
      date: day.date,
      state: day.state,
      left: day.left,
      isCare: isChoosable(day) && !isInside(online, day.date),
    })),
    slots: slots.map(({ date, slotCode, startMinute, state, left }) => ({
      date,
      slotCode,
      startTime: writeTime(startMinute),
      state,
      left,
    })),
    frames: slots.flatMap(({ date, slotCode, frames }) =>
      frames.map((frame) => ({
        date,
        slotCode,
        frameCode: frame.frameCode,
        name: names[frame.frameCode] ?? '',
        placeSlotCode: frame.slotCode,
        capacity: frame.capacity,
        taken: frame.taken,
        quantity: frame.quantity,
      })),
    ),
  };
}
