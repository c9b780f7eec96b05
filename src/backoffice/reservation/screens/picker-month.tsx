// The month of the picker: a circle or the times of each day that has room, and why the others have none.
import { dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import { Icon } from '#web/ui/icon.tsx';
import { MonthCalendar } from '#web/ui/month-calendar.tsx';
import type { Reply } from '#wire/call.ts';
import type { openPicker } from '../contract-picker.ts';
import styles from './picker-month.module.css';
import { writeDay } from './words.ts';

type PickerData = Reply<typeof openPicker>;
type State = PickerData['days'][number]['state'];

/** Nothing is said about days that are over. */
const WORDS: Readonly<Record<State, string>> = {
  open: '',
  full: '満',
  none: '枠なし',
  closed: '休診日',
  holiday: '祝日',
  outside: '',
};

interface PickerMonthProps {
  data: PickerData;
  /** What stands in the form. */
  chosen: { date: PlainDate | null; slotCode: string } | null;
  onPick(date: PlainDate, slotCode: string): void;
}

export function PickerMonth({ data, chosen, onPick }: PickerMonthProps) {
  const days = new Map(data.days.map((day) => [day.date, day]));
  const placesOn = (date: PlainDate) => data.places.filter((place) => place.date === date);
  return (
    <MonthCalendar
      year={data.year}
      month={data.month}
      dayClass={(date) => (days.get(date)?.state === 'open' ? styles.open : styles.shut)}
      day={(date) => (
        <div className={styles.day}>
          <span className={styles.date}>{dateParts(date).day}</span>
          {placesOn(date).map(({ slotCode, startTime }) => (
            <button
              key={slotCode}
              type="button"
              className={styles.place}
              aria-label={`${writeDay(date)}${startTime}を選ぶ`}
              aria-current={chosen?.date === date && chosen.slotCode === slotCode ? 'date' : undefined}
              onClick={() => onPick(date, slotCode)}
            >
              {startTime || <Icon name="circle" />}
            </button>
          ))}
          <Why state={days.get(date)?.state ?? 'outside'} />
        </div>
      )}
    />
  );
}

function Why({ state }: { state: State }) {
  return WORDS[state] && <span className={styles.why}>{WORDS[state]}</span>;
}
