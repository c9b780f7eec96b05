// Column 3: on which day and at what time, what the clerk should know about that, and how it is entered.
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Month } from '#domain/calendar/month.ts';
import { dateParts, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { ORIGIN_WORDS } from '#domain/reservation/reservation-status.ts';
import { entriesOf } from '#web/names-of.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useDayKeys } from '#web/ui/day-keys.ts';
import { Muted, Row } from '#web/ui/layout.tsx';
import { Legend } from '#web/ui/legend.tsx';
import { MonthCalendar } from '#web/ui/month-calendar.tsx';
import { MonthSteps } from '#web/ui/month-steps.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PLACES } from './booking.ts';
import { chooseDay, chooseSlot, isMonthInRange, monthRangeOf, type PhoneBookingMonth } from './choices.ts';
import { Column } from './column.tsx';
import styles from './day-column.module.css';
import { SlotList } from './slot-list.tsx';
import type { PhoneBookingState } from './use-phone-booking-state.ts';

const ORIGINS = { phone: ORIGIN_WORDS.phone, counter: ORIGIN_WORDS.counter };
const STATUSES = { confirmed: '予約確認済で登録する', open: '未確認で登録する' };

export function DayColumn({ state }: { state: PhoneBookingState }) {
  const { choices, setChoices, visit, fullBy } = state;
  const { data, refusal } = state.month;
  return (
    <Column number={3} title="日時" isLoading={state.isMonthBehind}>
      {refusal?.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {data ? <DayMonth state={state} data={data} /> : <Muted>コースを選ぶと、空いている日が出ます。</Muted>}
      {data && visit && data.days.some(({ date }) => date === visit.date) && (
        <SlotList
          data={data}
          date={visit.date}
          chosen={visit.slot?.slotCode ?? null}
          fullBy={fullBy}
          onChoose={(slot) => setChoices(chooseSlot(choices, slot))}
        />
      )}
      <div role="status">
        {state.warnings.map((sentence) => (
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
          onChange={(origin) => setChoices({ ...choices, origin })}
        />
      )}
      <Radios
        name="desk-status"
        legend="予約状況"
        words={STATUSES}
        value={choices.isConfirmed ? 'confirmed' : 'open'}
        onChange={(status) => setChoices({ ...choices, isConfirmed: status === 'confirmed' })}
      />
    </Column>
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
      {entriesOf(words).map(([one, word]) => (
        <Row key={one} as="label" wrap={false} gap="2" className={styles.choice}>
          <input type="radio" name={name} checked={value === one} onChange={() => onChange(one)} />
          {word}
        </Row>
      ))}
    </Row>
  );
}

type Day = PhoneBookingMonth['days'][number];

/** Where there is something to choose, if only for who may raise it. */
const isChoosable = (day: Pick<Day, 'state'> | undefined) => day?.state === 'open' || day?.state === 'full';

function DayMonth({ state, data }: { state: PhoneBookingState; data: PhoneBookingMonth }) {
  const { choices, setChoices, visit, today } = state;
  const reach = monthRangeOf(choices.fiscalYear, today);
  const shown = { year: data.year, month: data.month };
  const canShow = (month: Month) => isMonthInRange(month, reach);
  const show = (month: Month) => setChoices({ ...choices, month });
  const choose = (date: PlainDate) => setChoices(chooseDay({ ...choices, month: shown }, date));
  const chosen = visit?.date ?? null;
  const days = new Map(data.days.map((day) => [day.date, day]));
  const keys = useDayKeys({
    shown,
    entry: [chosen, data.days.find(isChoosable)?.date].find((date) => date && days.has(date)) ?? null,
    canShow,
    onMonth: show,
  });

  function press(event: KeyboardEvent<HTMLElement>): void {
    const { date } = (event.target as HTMLElement).dataset;
    if (!date || event.key !== 'Enter' || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (!isChoosable(days.get(date))) return;
    // Drawn at once, so that the day's times are there to go into.
    flushSync(() => choose(date));
    document.getElementById(PLACES.slot)?.focus();
  }

  return (
    <>
      <Row wrap={false} gap="2" below="2">
        <MonthSteps as="strong" month={shown} canShow={canShow} onShow={show} />
        <Muted as="span" push>
          数字は残り（名）
        </Muted>
      </Row>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key beside those that the days have */}
      <div className={styles.month} onKeyDown={press}>
        <MonthCalendar
          {...shown}
          keys={keys}
          dayClass={(date) => (['closed', 'holiday'].includes(days.get(date)?.state ?? '') ? styles.shut : styles.open)}
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
                onClick={() => isChoosable(day) && choose(date)}
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
      <Legend above="2" looks={{ care: 'Webでは受付外（警告つき）', full: '満員', closed: '休診日' }} />
    </>
  );
}

function State({ day }: { day: Day | undefined }) {
  switch (day?.state) {
    case 'open':
    case 'full':
      return (
        <b>
          {day.state === 'full' ? (
            <Badge tone="full">満</Badge>
          ) : (
            <>
              <span className="visually-hidden">残り</span>
              {day.left}
            </>
          )}
          {day.isCare && <span className="visually-hidden"> Webでは受付外</span>}
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
