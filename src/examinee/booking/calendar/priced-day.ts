// A chosen day with what the booking costs on it, which a birthday may change.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { makeBill } from '../bill.ts';
import type { ChosenDay } from '../draft-session.ts';
import type { CalendarMonth } from './calendar-month.tsx';
import { chooseOn } from './chosen-day.ts';

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

/** With what it costs on that day. */
export function choosePriced(data: CalendarMonth, date: PlainDate, wanted: string | null): ChosenDay | null {
  const day = chooseOn(date, placesOn(data, date), wanted);
  return day && { ...day, bill: billOf(data, data.prices.findLast(({ from }) => from <= date) ?? data) };
}
