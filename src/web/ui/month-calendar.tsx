// A month calendar, Sunday first; what a day shows is its owner's business.
import type { ReactNode } from 'react';
import { monthWeeks } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { DayKeys } from './day-keys.ts';
import styles from './month-calendar.module.css';
import { WeekdayCells } from './weekday-cells.tsx';

interface MonthCalendarProps {
  year: number;
  month: number;
  day(date: PlainDate): ReactNode;
  dayClass?: (date: PlainDate) => string | undefined;
  /** Where days are moved through by keys. */
  keys?: DayKeys;
}

export function MonthCalendar({ year, month, day, dayClass, keys }: MonthCalendarProps) {
  return (
    <table className={styles.month} {...keys?.grid}>
      <caption className="visually-hidden">
        {year}年{month}月
      </caption>
      <thead>
        <tr>
          <WeekdayCells />
        </tr>
      </thead>
      <tbody>
        {monthWeeks(year, month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((date, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a week's places do not move
              <td key={index} className={date ? dayClass?.(date) : undefined}>
                {date && day(date)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
