// Column 3: on which day and at what time, what the clerk should know about that, and how it is entered.
import { flushSync } from 'react-dom';
import { addMonths, type Month } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row } from '#web/ui/layout.tsx';
import { PLACES } from './booking.ts';
import { type Choices, chooseDay, chooseSlot, type FullBy, type PhoneBookingMonth, type Visit } from './choices.ts';
import { Column } from './column.tsx';
import styles from './day-column.module.css';
import { DayMonth } from './day-month.tsx';
import { isMonthInRange, monthRangeOf } from './month-range.ts';
import { SlotList } from './slot-list.tsx';

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
          <Row key={sentence} as="p" wrap={false} gap="2" align="stretch" above="2" className={styles.warning}>
            <Icon name="alert" />
            <span>{sentence}</span>
          </Row>
        ))}
      </div>
      <StatusChoice choices={choices} onChange={onChange} />
    </Column>
  );
}

function Days({ data, choices, onChange, visit, today }: DayColumnProps & { data: PhoneBookingMonth }) {
  const reach = monthRangeOf(choices.fiscalYear, today);
  const shown = { year: data.year, month: data.month };
  const show = (month: Month) => onChange({ ...choices, month });
  const choose = (date: PlainDate) => onChange(chooseDay({ ...choices, month: shown }, date));
  const step = (months: number, name: string) => {
    const month = addMonths(shown, months);
    return (
      <Button aria-label={name} disabled={!isMonthInRange(month, reach)} onClick={() => show(month)}>
        <Icon name={months < 0 ? 'left' : 'right'} />
      </Button>
    );
  };
  return (
    <>
      <Row wrap={false} gap="2" below="2" className={styles.head}>
        {step(-1, '前の月')}
        <strong aria-live="polite">
          {data.year}年{data.month}月
        </strong>
        {step(1, '次の月')}
        <Muted as="span">数字は残り（名）</Muted>
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
      <Row as="ul" gap="3" lines="1" align="stretch" tone="soft" above="2" className={styles.legend}>
        <li>
          <i data-look="care" />
          Webでは受付外（警告つき）
        </li>
        <li>
          <i data-look="full" />
          満員
        </li>
        <li>
          <i data-look="shut" />
          休診日
        </li>
      </Row>
    </>
  );
}

function StatusChoice({ choices, onChange }: Pick<DayColumnProps, 'choices' | 'onChange'>) {
  const radio = (isConfirmed: boolean, text: string) => (
    <Row as="label" wrap={false} gap="2" className={styles.choice}>
      <input
        type="radio"
        name="desk-status"
        checked={choices.isConfirmed === isConfirmed}
        onChange={() => onChange({ ...choices, isConfirmed })}
      />
      {text}
    </Row>
  );
  return (
    <Row as="fieldset" gap="4" lines="0" align="stretch" className={styles.status}>
      <legend className="visually-hidden">予約状況</legend>
      {radio(true, '予約確認済で登録する')}
      {radio(false, '未確認で登録する')}
    </Row>
  );
}
