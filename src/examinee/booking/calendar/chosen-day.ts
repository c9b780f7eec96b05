// The day that is chosen with what can be chosen on it: another month may be on view by the time a time is picked.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { makeBill } from '../bill.ts';
import type { ChosenDay, Slot } from '../draft-session.ts';
import type { CalendarMonth } from './calendar-month.tsx';

/** The time wanted is kept where there is still room; a day without times leaves nothing to choose. Null: not this day. */
export function chooseOn(date: PlainDate, slots: readonly Slot[], wanted: string | null): ChosenDay | null {
  if (slots.length === 0) return null;
  const found =
    slots.find(({ slotCode }) => slotCode === wanted) ?? slots.find(({ slotCode }) => slotCode === WHOLE_DAY);
  return { date, slots, slotCode: found?.slotCode ?? null };
}

export const hasTimes = (slots: readonly Slot[]) => slots.some(({ slotCode }) => slotCode !== WHOLE_DAY);

/** 9:00; in a month in which other days have times, one without says so. */
export const writeSlot = ({ startTime }: Slot) => startTime || '時間指定なし';

export const placesOn = ({ places }: CalendarMonth, date: PlainDate) => places.filter((place) => place.date === date);

/** Of the month as a whole, or as it is from a day on. */
export const billOf = (
  display: CalendarMonth,
  { course, groups }: Pick<CalendarMonth['prices'][number], 'course' | 'groups'>,
) =>
  makeBill(
    display,
    course,
    groups.flatMap(({ options }) => options),
  );

export function choosePriced(data: CalendarMonth, date: PlainDate, wanted: string | null): ChosenDay | null {
  const day = chooseOn(date, placesOn(data, date), wanted);
  return day && { ...day, bill: billOf(data, data.prices.findLast(({ from }) => from <= date) ?? data) };
}
