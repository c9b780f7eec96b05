// The month with what is left on each day. Every day says by a number or a word what it is, never by its colour alone.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { monthOf, monthsBetween } from '#domain/calendar/month.ts';
import { dateParts, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { MonthCalendar } from '#web/ui/month-calendar.tsx';
import { PLACES } from './booking.ts';
import type { DeskMonth } from './choices.ts';
import styles from './day-month.module.css';
import { type Reach, stepFrom } from './month-steps.ts';

type Day = DeskMonth['days'][number];

interface DayMonthProps {
  data: DeskMonth;
  chosen: PlainDate | null;
  today: PlainDate;
  reach: Reach;
  onChoose(date: PlainDate): void;
  /** By Enter: into the day's times. */
  onEnter(date: PlainDate): void;
  onMonth(date: PlainDate): void;
}

/** Where there is something to choose, if only for who may raise it. */
export const isChoosable = (day: Pick<Day, 'state'> | undefined) => day?.state === 'open' || day?.state === 'full';

const focusDay = (grid: HTMLElement | null, date: PlainDate) =>
  grid?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();

const SHUT = new Set(['closed', 'holiday']);

export function DayMonth({ data, chosen, today, reach, onChoose, onEnter, onMonth }: DayMonthProps) {
  const days = new Map(data.days.map((day) => [day.date, day]));
  const [at, setAt] = useState<PlainDate | null>(null);
  const wanted = useRef<PlainDate | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const isShown = (date: PlainDate | null): date is PlainDate => date !== null && days.has(date);
  const first = data.days.find(isChoosable)?.date ?? data.days[0]?.date ?? null;
  const entry = [at, chosen, first].find(isShown) ?? null;

  // A month that keys have led to has come: go on where they led.
  useEffect(() => {
    if (!wanted.current || !data.days.some(({ date }) => date === wanted.current)) return;
    focusDay(grid.current, wanted.current);
    wanted.current = null;
  }, [data]);

  function press(event: KeyboardEvent<HTMLElement>): void {
    const date = (event.target as HTMLElement).dataset.date;
    if (!date || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isChoosable(days.get(date))) onEnter(date);
      return;
    }
    const next = stepFrom(date, event.key, reach);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    if (monthsBetween(monthOf(date), monthOf(next)) === 0) {
      focusDay(grid.current, next);
    } else {
      wanted.current = next;
      onMonth(next);
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys beside those that the days have
    <div className={styles.month} ref={grid} onKeyDown={press}>
      <MonthCalendar
        year={data.year}
        month={data.month}
        dayClass={(date) => (SHUT.has(days.get(date)?.state ?? '') ? styles.shut : styles.open)}
        day={(date) => {
          const day = days.get(date);
          return (
            <button
              type="button"
              className={styles.day}
              id={date === entry ? PLACES.day : undefined}
              data-date={date}
              data-first={date === entry ? '' : undefined}
              data-state={day?.state ?? 'outside'}
              data-care={day?.isCare && isChoosable(day) ? '' : undefined}
              data-today={date === today ? '' : undefined}
              data-weekday={dayOfWeek(date)}
              tabIndex={date === entry ? 0 : -1}
              aria-pressed={date === chosen}
              aria-disabled={!isChoosable(day)}
              onFocus={() => setAt(date)}
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
