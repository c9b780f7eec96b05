// The month with what is left on each day. Every day says by a number or a word what it is, never by its colour alone.
import type { KeyboardEvent } from 'react';
import type { Month } from '#domain/calendar/month.ts';
import { dateParts, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { useDayKeys } from '#web/ui/day-keys.ts';
import { MonthCalendar } from '#web/ui/month-calendar.tsx';
import { PLACES } from './booking.ts';
import type { PhoneBookingMonth } from './choices.ts';
import styles from './day-month.module.css';
import { isMonthInRange, type MonthRange } from './month-range.ts';

type Day = PhoneBookingMonth['days'][number];

interface DayMonthProps {
  data: PhoneBookingMonth;
  chosen: PlainDate | null;
  today: PlainDate;
  reach: MonthRange;
  onChoose(date: PlainDate): void;
  /** By Enter: into the day's times. */
  onEnter(date: PlainDate): void;
  onMonth(month: Month): void;
}

/** Where there is something to choose, if only for who may raise it. */
export const isChoosable = (day: Pick<Day, 'state'> | undefined) => day?.state === 'open' || day?.state === 'full';

const SHUT = new Set(['closed', 'holiday']);

export function DayMonth({ data, chosen, today, reach, onChoose, onEnter, onMonth }: DayMonthProps) {
  const days = new Map(data.days.map((day) => [day.date, day]));
  const keys = useDayKeys({
    shown: data,
    entry: [chosen, data.days.find(isChoosable)?.date].find((date) => date && days.has(date)) ?? null,
    canShow: (month) => isMonthInRange(month, reach),
    onMonth,
  });

  function press(event: KeyboardEvent<HTMLElement>): void {
    const { date } = (event.target as HTMLElement).dataset;
    if (!date || event.key !== 'Enter' || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (isChoosable(days.get(date))) onEnter(date);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key beside those that the days have
    <div className={styles.month} onKeyDown={press}>
      <MonthCalendar
        year={data.year}
        month={data.month}
        keys={keys}
        dayClass={(date) => (SHUT.has(days.get(date)?.state ?? '') ? styles.shut : styles.open)}
        day={(date) => {
          const day = days.get(date);
          return (
            <button
              type="button"
              className={styles.day}
              {...keys.day(date)}
              id={date === keys.entry ? PLACES.day : undefined}
              data-first={date === keys.entry ? '' : undefined}
              data-state={day?.state ?? 'outside'}
              data-care={day?.isCare && isChoosable(day) ? '' : undefined}
              data-today={date === today ? '' : undefined}
              data-weekday={dayOfWeek(date)}
              aria-pressed={date === chosen}
              aria-disabled={!isChoosable(day)}
              onClick={() => isChoosable(day) && onChoose(date)}
            >
              <span className={styles.number}>
                {dateParts(date).day}
                <span className="visually-hidden">日 </span>
              </span>
              <State day={day} />
            </button>
          );
        }}
      />
    </div>
  );
}

function State({ day }: { day: Day | undefined }) {
  const care = day?.isCare && <span className="visually-hidden"> Webでは受付外</span>;
  switch (day?.state) {
    case 'open':
      return (
        <b>
          <span className="visually-hidden">残り</span>
          {day.left}
          {care}
        </b>
      );
    case 'full':
      return (
        <b>
          <span className={styles.full}>満</span>
          {care}
        </b>
      );
    case 'closed':
    case 'holiday':
      return <span className={styles.word}>休</span>;
    case 'none':
      return (
        <span className={styles.word}>
          －<span className="visually-hidden">枠なし</span>
        </span>
      );
    default:
      return <span className="visually-hidden">予約できません</span>;
  }
}
