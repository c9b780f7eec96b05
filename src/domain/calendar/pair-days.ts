// Which day of a month each day of another takes after: the n-th Monday after the n-th Monday.
import { layOutMonth, type Month } from './month.ts';
import { dateParts, dayOfWeek, type PlainDate } from './plain-date.ts';

const nthOf = (date: PlainDate) => Math.ceil(dateParts(date).day / 7);

/** Where the day of the same rank is not usable, or there is none, the nearest of the same weekday stands in, the earlier of two; null where none is. */
export function pairDays(target: Month, source: Month, isUsable: (date: PlainDate) => boolean) {
  const usable = layOutMonth(source).days.filter(isUsable);
  return layOutMonth(target).days.map((date) => {
    const distance = (other: PlainDate) => Math.abs(nthOf(other) - nthOf(date));
    const [nearest = null] = usable
      .filter((other) => dayOfWeek(other) === dayOfWeek(date))
      .toSorted((one, other) => distance(one) - distance(other));
    return { date, source: nearest };
  });
}
