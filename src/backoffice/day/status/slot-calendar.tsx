// A month of a frame that is managed by time: the times once at the left of each week, a bar for each of a day's.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { DayKeys } from '#web/ui/day-keys.ts';
import { Gauge, isFull } from '#web/ui/gauge.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { LinedMonth } from '#web/ui/month-calendar.tsx';
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
const isShut = (day: DayView | undefined) => !day || (day.isClosed && day.count === 0 && day.taken === 0);

export function SlotCalendar({ month, view, frameCode, keys }: SlotCalendarProps) {
  const dayOf = (date: PlainDate) => view.days.get(date);
  return (
    <LinedMonth
      caption={`${month.year}年${month.month}月`}
      year={month.year}
      month={month.month}
      className={styles.calendar}
      {...keys.grid}
      lines={view.slots.map(({ slotCode, startTime }) => ({ key: slotCode, name: startTime || '終日' }))}
      isClosed={(date) => dayOf(date)?.isClosed ?? false}
      isWhole={(date) => isShut(dayOf(date))}
      cell={(date, line) => {
        const day = dayOf(date);
        return day && <Slot filled={day.slots.get(view.slots[line]?.slotCode ?? '')} day={day} view={view} />;
      }}
      day={(date) => {
        const day = dayOf(date);
        return (
          day && (
            <span className={styles.head}>
              <DayNumber day={day} frameCode={frameCode} keys={keys} />
              {day.isClosed ? (
                <span>
                  休診日 {day.holidayName} {!isShut(day) && day.count}
                </span>
              ) : (
                <Total day={day} view={view} />
              )}
            </span>
          )
        );
      }}
    />
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
