// The month of the picker: a circle or the times of each day that has room, and why the others have none.
import type { Month } from '#domain/calendar/month.ts';
import { dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import { useDayKeys } from '#web/ui/day-keys.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { MonthCalendar } from '#web/ui/month-calendar.tsx';
import type { Reply } from '#wire/call.ts';
import type { openPicker } from '../contract-picker.ts';
import styles from './picker-month.module.css';
import { writeDay } from './words.ts';

type PickerData = Reply<typeof openPicker>;
type State = PickerData['days'][number]['state'];

/** Nothing is shown of days that are over. */
const WORDS: Readonly<Record<State, string>> = {
  open: '',
  full: '満',
  none: '枠なし',
  closed: '休診日',
  holiday: '祝日',
  outside: '',
};

/** A day that has no time to choose is gone to all the same, and tells why. */
const NO_PLACE = [''];

interface PickerMonthProps {
  data: PickerData;
  /** What stands in the form. */
  chosen: { date: PlainDate | null; slotCode: string } | null;
  onPick(date: PlainDate, slotCode: string): void;
  canShow(month: Month): boolean;
  onMonth(month: Month): void;
}

export function PickerMonth({ data, chosen, onPick, canShow, onMonth }: PickerMonthProps) {
  const days = new Map(data.days.map((day) => [day.date, day]));
  const placesOn = (date: PlainDate) => data.places.filter((place) => place.date === date);
  const keys = useDayKeys({
    shown: data,
    entry: [chosen?.date, data.places[0]?.date].find((date) => date && days.has(date)) ?? null,
    partsOf(date) {
      const places = placesOn(date);
      return places.length > 0 ? places.map(({ slotCode }) => slotCode) : NO_PLACE;
    },
    canShow,
    onMonth,
  });
  return (
    <MonthCalendar
      year={data.year}
      month={data.month}
      keys={keys}
      dayClass={(date) => (days.get(date)?.state === 'open' ? styles.open : styles.shut)}
      day={(date) => {
        const places = placesOn(date);
        const word = WORDS[days.get(date)?.state ?? 'outside'];
        return (
          <Row gap="1" align="stretch" className={styles.day}>
            {places.length > 0 ? (
              <span className={styles.date}>{dateParts(date).day}</span>
            ) : (
              <button
                type="button"
                {...keys.day(date)}
                className={styles.date}
                aria-disabled
                aria-label={`${writeDay(date)}${word || '選べません'}`}
              >
                {dateParts(date).day}
              </button>
            )}
            {places.map(({ slotCode, startTime }) => (
              <button
                key={slotCode}
                type="button"
                {...keys.day(date, slotCode)}
                className={styles.place}
                aria-label={`${writeDay(date)}${startTime}を選ぶ`}
                aria-current={chosen?.date === date && chosen.slotCode === slotCode ? 'date' : undefined}
                onClick={() => onPick(date, slotCode)}
              >
                {startTime || <Icon name="circle" />}
              </button>
            ))}
            {word && <span className={styles.why}>{word}</span>}
          </Row>
        );
      }}
    />
  );
}
