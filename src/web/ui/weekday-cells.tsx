// The weekdays at the head of a calendar, Sunday first.
import { WEEKDAYS } from '#domain/calendar/plain-date.ts';

/** By which a column's colour is chosen. */
export const weekdayTone = (column: number) => (column === 0 ? 'sunday' : column === 6 ? 'saturday' : undefined);

export function WeekdayCells() {
  return WEEKDAYS.map((name, column) => (
    <th key={name} scope="col" data-day={weekdayTone(column)}>
      {name}
    </th>
  ));
}
