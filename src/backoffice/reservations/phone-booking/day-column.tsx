// Column 3: on which day and at what time, what the clerk should know about that, and how it is entered.
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Month } from '#domain/calendar/month.ts';
import { dateParts, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { ORIGIN_WORDS } from '#domain/reservation/reservation-status.ts';
import { namesOf } from '#web/names-of.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useDayKeys } from '#web/ui/day-keys.ts';
import { Muted, Row } from '#web/ui/layout.tsx';
import { Legend } from '#web/ui/legend.tsx';
import { MonthCalendar } from '#web/ui/month-calendar.tsx';
import { MonthSteps } from '#web/ui/month-steps.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PLACES } from './booking.ts';
import {
  type Choices,
  chooseDay,
  chooseSlot,
  type FullBy,
  isMonthInRange,
  type MonthRange,
  monthRangeOf,
  type PhoneBookingMonth,
  type Visit,
} from './choices.ts';
import { Column } from './column.tsx';
import styles from './day-column.module.css';
import { SlotList } from './slot-list.tsx';

const ORIGINS = { phone: ORIGIN_WORDS.phone, counter: ORIGIN_WORDS.counter };
const STATUSES = { confirmed: '予約確認済で登録する', open: '未確認で登録する' };

interface DayColumnProps {
  choices: Choices;
  onChange(choices: Choices): void;
  data: PhoneBookingMonth | null;
  refusal: readonly string[];
  isLoading: boolean;
  /** As it holds: a time that is no longer there is none. */
  visit: Visit | null;
  fullBy: FullBy;
  today: PlainDate;
  warnings: readonly string[];
}

export function DayColumn(props: DayColumnProps) {
  const { choices, onChange, data, refusal, isLoading, visit, fullBy, warnings } = props;
  return (
    <Column number={3} title="日時" isLoading={isLoading}>
      {refusal.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {data ? <Days {...props} data={data} /> : <Muted>コースを選ぶと、空いている日が出ます。</Muted>}
      {data && visit && data.days.some(({ date }) => date === visit.date) && (
        <SlotList
          data={data}
          date={visit.date}
          chosen={visit.slot?.slotCode ?? null}
          fullBy={fullBy}
          onChoose={(slot) => onChange(chooseSlot(choices, slot))}
        />
      )}
      <div role="status">
        {warnings.map((sentence) => (
          <Notice key={sentence} tone="care" icon="alert" above="2">
            {sentence}
          </Notice>
        ))}
      </div>
      {choices.origin && (
        <Radios
          name="desk-origin"
          legend="予約経路"
          words={ORIGINS}
          value={choices.origin}
          onChange={(origin) => onChange({ ...choices, origin })}
        />
      )}
      <Radios
        name="desk-status"
        legend="予約状況"
        words={STATUSES}
        value={choices.isConfirmed ? 'confirmed' : 'open'}
        onChange={(status) => onChange({ ...choices, isConfirmed: status === 'confirmed' })}
      />
    </Column>
  );
}

function Days({ data, choices, onChange, visit, today }: DayColumnProps & { data: PhoneBookingMonth }) {
  const reach = monthRangeOf(choices.fiscalYear, today);
  const shown = { year: data.year, month: data.month };
  const show = (month: Month) => onChange({ ...choices, month });
  const choose = (date: PlainDate) => onChange(chooseDay({ ...choices, month: shown }, date));
  return (
    <>
      <Row wrap={false} gap="2" below="2">
        <MonthSteps as="strong" month={shown} canShow={(month) => isMonthInRange(month, reach)} onShow={show} />
        <Muted as="span" push>
          数字は残り（名）
        </Muted>
      </Row>
      <DayMonth
        data={data}
        chosen={visit?.date ?? null}
        today={today}
        reach={reach}
        onChoose={choose}
        onEnter={(date) => {
          // Drawn at once, so that the day's times are there to go into.
          flushSync(() => choose(date));
          document.getElementById(PLACES.slot)?.focus();
        }}
        onMonth={show}
      />
      <Legend above="2" looks={{ care: 'Webでは受付外（警告つき）', full: '満員', closed: '休診日' }} />
    </>
  );
}

interface RadiosProps<T extends string> {
  name: string;
  legend: string;
  words: Readonly<Record<T, string>>;
  value: T;
  onChange(value: T): void;
}

function Radios<T extends string>({ name, legend, words, value, onChange }: RadiosProps<T>) {
  return (
    <Row as="fieldset" gap="4" lines="0" align="stretch" above="2">
      <legend className="visually-hidden">{legend}</legend>
      {namesOf(words).map((one) => (
        <Row key={one} as="label" wrap={false} gap="2" className={styles.choice}>
          <input type="radio" name={name} checked={value === one} onChange={() => onChange(one)} />
          {words[one]}
        </Row>
      ))}
    </Row>
  );
}

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
const isChoosable = (day: Pick<Day, 'state'> | undefined) => day?.state === 'open' || day?.state === 'full';

const SHUT = new Set(['closed', 'holiday']);

function DayMonth({ data, chosen, today, reach, onChoose, onEnter, onMonth }: DayMonthProps) {
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
          <Badge tone="full">満</Badge>
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
