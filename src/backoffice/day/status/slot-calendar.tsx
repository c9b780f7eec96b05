// A month of a frame that is managed by time: the times once at the left of each week, a bar for each of a day's.

import { monthWeeks } from '#domain/calendar/month.ts';
import { OFFICE } from '#web/addresses.ts';
import type { DayKeys } from '#web/ui/day-keys.ts';
import { Gauge, isFull } from '#web/ui/gauge.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { WeekdayCells } from '#web/ui/weekday-cells.tsx';
import { DayNumber } from './day-number.tsx';
import type { DayView, Filled, MonthView, StatusMonth } from './month-view.ts';
import styles from './slot-calendar.module.css';

interface SlotCalendarProps {
  month: StatusMonth;
  view: MonthView;
  frameCode: string;
  keys: DayKeys;
}

/** A closed day on which nobody stands is one cell; what else is there has to be seen. */
const isShut = (day: DayView) => day.isClosed && day.count === 0 && day.taken === 0;

export function SlotCalendar({ month, view, frameCode, keys }: SlotCalendarProps) {
  const lines = view.slots.length;
  return (
    <div className={styles.scroll}>
      <table className={styles.calendar} {...keys.grid}>
        <caption className="visually-hidden">
          {month.year}年{month.month}月
        </caption>
        <thead>
          <tr>
            <td className={styles.time} />
            <WeekdayCells />
          </tr>
        </thead>
        {monthWeeks(month.year, month.month).map((week) => {
          const days = week.map((date) => (date ? view.days.get(date) : undefined));
          return (
            <tbody key={week.find(Boolean)}>
              <tr>
                <td className={styles.time} />
                {days.map((day, column) =>
                  day ? (
                    <td
                      key={day.date}
                      rowSpan={isShut(day) ? lines + 1 : undefined}
                      data-closed={day.isClosed ? '' : undefined}
                    >
                      <span className={styles.head}>
                        <DayNumber day={day} frameCode={frameCode} to={OFFICE.extraction} keys={keys} />
                        {day.isClosed ? (
                          <span>
                            休診日 {day.holidayName} {!isShut(day) && day.count}
                          </span>
                        ) : (
                          <Total day={day} view={view} />
                        )}
                      </span>
                    </td>
                  ) : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a week's places do not move
                    <td key={column} rowSpan={lines + 1} />
                  ),
                )}
              </tr>
              {view.slots.map(({ slotCode, startTime }) => (
                <tr key={slotCode}>
                  <th scope="row" className={styles.time}>
                    {startTime || '終日'}
                  </th>
                  {days.map(
                    (day) =>
                      day &&
                      !isShut(day) && (
                        <td key={day.date} data-closed={day.isClosed ? '' : undefined}>
                          <Slot filled={day.slots.get(slotCode)} day={day} view={view} />
                        </td>
                      ),
                  )}
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

function Total({ day, view }: { day: DayView; view: MonthView }) {
  if (day.capacity === 0 && day.count === 0) return null;
  return (
    <span>
      {day.count}
      {view.hasCapacity && `/${day.capacity}`}
    </span>
  );
}

function Slot({ filled, day, view }: { filled: Filled | undefined; day: DayView; view: MonthView }) {
  if (!filled || (filled.capacity === 0 && filled.count === 0)) {
    return day.isClosed ? null : <span className={styles.none}>枠なし</span>;
  }
  const full = isFull(filled) && !day.isPast;
  return (
    <Stack
      as="span"
      gap="1"
      align="center"
      className={styles.slot}
      data-full={full ? '' : undefined}
      data-past={day.isPast ? '' : undefined}
    >
      {full ? <b>満</b> : <Gauge taken={filled.taken} capacity={filled.capacity} isPast={day.isPast} />}
      <span>
        {filled.count}
        {view.hasCapacity && !day.isClosed && `/${filled.capacity}`}
      </span>
    </Stack>
  );
}
