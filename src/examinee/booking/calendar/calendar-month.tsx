// The month as a calendar: every day says by mark, word and sentence whether it can be booked, and if not, why.
import type { Month } from '#domain/calendar/month.ts';
import { dateParts, dayOfWeek, type PlainDate, WEEKDAYS } from '#domain/calendar/plain-date.ts';
import { namesOf } from '#web/names-of.ts';
import { useDayKeys } from '#web/ui/day-keys.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { MonthCalendar } from '#web/ui/month-calendar.tsx';
import type { Reply } from '#wire/call.ts';
import type { openCalendar } from '../contract.ts';
import styles from './calendar-month.module.css';

export type CalendarMonth = Reply<typeof openCalendar>;
type State = CalendarMonth['days'][number]['state'] | 'chosen';

interface Look {
  mark: React.ReactNode;
  word: string;
  legend: string;
  spoken: string;
}

const LOOKS: Readonly<Record<State, Look>> = {
  open: { mark: <Icon name="circle" />, word: '空き', legend: '予約できます', spoken: '空きあり' },
  chosen: { mark: <Icon name="check" />, word: '選択中', legend: '選択中', spoken: '空きあり、選択中' },
  full: { mark: <Icon name="close" />, word: '満員', legend: '満員', spoken: '満員' },
  none: { mark: '無', word: '受付なし', legend: '受付なし', spoken: '受付なし' },
  closed: { mark: '休', word: '休診日', legend: '休診日', spoken: '休診日' },
  holiday: { mark: '祝', word: '祝日', legend: '祝日（休診）', spoken: '祝日のため休診' },
  outside: { mark: '－', word: '期間外', legend: '受付期間外', spoken: '受付期間外' },
};

/** A wish may be made however full the day is. */
const WISH: Readonly<Partial<Record<State, Look>>> = {
  open: { ...LOOKS.open, word: '受付', legend: 'お申し込み可', spoken: 'お申し込みできます' },
  chosen: { ...LOOKS.chosen, spoken: 'お申し込みできます、選択中' },
  full: LOOKS.none,
};

const lookOf = (state: State, desired: boolean) => (desired && WISH[state]) || LOOKS[state];

const legendOf = (desired: boolean) =>
  namesOf(LOOKS).filter((state) => state === 'none' || lookOf(state, desired) !== LOOKS.none);

/** 11月18日 水曜日 */
function speakDay(date: PlainDate): string {
  const { month, day } = dateParts(date);
  return `${month}月${day}日 ${WEEKDAYS[dayOfWeek(date) - 1]}曜日`;
}

interface CalendarDaysProps {
  data: CalendarMonth;
  chosen: PlainDate | null;
  onChoose(date: PlainDate): void;
  canShow(month: Month): boolean;
  onMonth(month: Month): void;
}

export function CalendarDays({ data, chosen, onChoose, canShow, onMonth }: CalendarDaysProps) {
  const states = new Map(data.days.map(({ date, state }) => [date, state]));
  const desired = data.method === 'desired';
  const firstOpen = data.days.find(({ state }) => state === 'open')?.date;
  const entry = (chosen && states.has(chosen) ? chosen : firstOpen) ?? null;
  const keys = useDayKeys({ shown: data, entry, canShow, onMonth });

  const cell = (date: PlainDate) => {
    const known = states.get(date) ?? 'outside';
    const state: State = known === 'open' && date === chosen ? 'chosen' : known;
    const { mark, word, spoken } = lookOf(state, desired);
    const isOpen = known === 'open';
    // One that can't be chosen can be gone to all the same, and says why.
    return (
      <button
        type="button"
        {...keys.day(date)}
        className={styles.day}
        data-state={state}
        aria-label={`${speakDay(date)} ${spoken}`}
        aria-pressed={isOpen ? state === 'chosen' : undefined}
        aria-disabled={isOpen ? undefined : true}
        onClick={() => isOpen && onChoose(date)}
      >
        <span className={styles.number}>{dateParts(date).day}</span>
        <span className={styles.mark}>{mark}</span>
        <span className={styles.word}>{word}</span>
      </button>
    );
  };

  return (
    <>
      <MonthCalendar year={data.year} month={data.month} day={cell} keys={keys} />
      <Stack as="ul" gap="4" lines="2" above="3" className={styles.legend} aria-label="カレンダーの記号">
        {legendOf(desired).map((state) => (
          <li key={state}>
            <span className={styles.day} data-state={state} aria-hidden="true">
              <span className={styles.mark}>{lookOf(state, desired).mark}</span>
            </span>
            {lookOf(state, desired).legend}
          </li>
        ))}
      </Stack>
    </>
  );
}
