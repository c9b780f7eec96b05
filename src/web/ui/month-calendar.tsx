// A month calendar, Sunday first, also with lines in its days; what a day shows is its owner's business.
import type { ComponentProps, ReactNode } from 'react';
import { monthWeeks } from '#domain/calendar/month.ts';
import { type PlainDate, WEEKDAYS } from '#domain/calendar/plain-date.ts';
import { classes } from './classes.ts';
import type { DayKeys } from './day-keys.ts';
import styles from './month-calendar.module.css';
import { TableFrame } from './table-frame.tsx';

export const weekdayTone = (column: number) => (column === 0 ? 'sunday' : column === 6 ? 'saturday' : undefined);

function WeekdayCells() {
  return WEEKDAYS.map((name, column) => (
    <th key={name} scope="col" data-day={weekdayTone(column)}>
      {name}
    </th>
  ));
}

interface MonthCalendarProps {
  year: number;
  month: number;
  day(date: PlainDate): ReactNode;
  dayClass?: (date: PlainDate) => string | undefined;
  /** Where days are moved through by keys. */
  keys: DayKeys;
}

export function MonthCalendar({ year, month, day, dayClass, keys }: MonthCalendarProps) {
  return (
    <TableFrame caption={`${year}年${month}月`} className={styles.month} {...keys.grid}>
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
    </TableFrame>
  );
}

interface LinedMonthProps extends Pick<MonthCalendarProps, 'year' | 'month' | 'day'>, ComponentProps<'table'> {
  caption: string;
  /** What stands at the left of each week, for each line that its days have below their heads. */
  lines: readonly { key: string; name: ReactNode; className?: string }[];
  cell(date: PlainDate, line: number): ReactNode;
  isClosed(date: PlainDate): boolean;
  /** Nothing but its head, as high as all lines. */
  isWhole(date: PlainDate): boolean;
}

/** A month whose days have lines, such as the times of each: the same ones in each week. */
export function LinedMonth(props: LinedMonthProps) {
  const { caption, year, month, day, lines, cell, isClosed, isWhole, className, ...table } = props;
  const closed = (date: PlainDate) => (isClosed(date) ? '' : undefined);
  return (
    <div className={styles.scroll}>
      <TableFrame caption={caption} className={classes(styles.lined, className)} {...table}>
        <thead>
          <tr>
            <td className={styles.line} />
            <WeekdayCells />
          </tr>
        </thead>
        {monthWeeks(year, month).map((week) => (
          <tbody key={week.find(Boolean)}>
            <tr>
              <td className={styles.line} />
              {week.map((date, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: a week's places do not move
                  key={column}
                  data-closed={date && closed(date)}
                  rowSpan={!date || isWhole(date) ? lines.length + 1 : undefined}
                >
                  {date && day(date)}
                </td>
              ))}
            </tr>
            {lines.map(({ key, name, className }, line) => (
              <tr key={key} className={className}>
                <th scope="row" className={styles.line}>
                  {name}
                </th>
                {week.map(
                  (date) =>
                    date &&
                    !isWhole(date) && (
                      <td key={date} data-closed={closed(date)}>
                        {cell(date, line)}
                      </td>
                    ),
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </TableFrame>
    </div>
  );
}
