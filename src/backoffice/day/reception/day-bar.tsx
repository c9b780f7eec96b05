// Which day is shown, the way to its neighbours, and beside it what the list is narrowed to.
import { type ReactNode, useState } from 'react';
import { Chip } from '#backoffice/shared/chip.tsx';
import type { ReceptionDay } from '#backoffice/shared/contract-reception.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { namesOf } from '#web/names-of.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateSelects } from '#web/ui/date-field.tsx';
import { useForm } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Row } from '#web/ui/layout.tsx';
import { dateSelects } from '#wire/dates.ts';
import { record } from '#wire/record.ts';
import styles from './day-bar.module.css';
import { CHIPS, type ChipName, countIn } from './desk.ts';

interface DayBarProps {
  day: Pick<ReceptionDay, 'date' | 'previous' | 'next' | 'years'>;
  isToday: boolean;
  /** Null = today. */
  onOpen(date: PlainDate | null): void;
  children: ReactNode;
}

export function DayBar({ day, isToday, onOpen, children }: DayBarProps) {
  const [isChoosing, setChoosing] = useState(false);
  const go = (date: PlainDate | null, label: string, icon: 'left' | 'right') => (
    <Button
      kind="quiet"
      className={styles.arrow}
      aria-label={label}
      disabled={date === null}
      onClick={() => date && onOpen(date)}
      icon={icon}
    />
  );
  const choose = (date: PlainDate | null) => {
    setChoosing(false);
    onOpen(date);
  };
  return (
    <Row gap="2" below="2">
      <Row gap="2" className={styles.line}>
        {go(day.previous, '前の診療日', 'left')}
        <strong className={styles.date}>{formatOfficeDay(day.date)}</strong>
        {go(day.next, '次の診療日', 'right')}
        <Button kind="quiet" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)} icon="calendar">
          日を選ぶ
        </Button>
        {isToday ? (
          <Badge tone="filled">今日</Badge>
        ) : (
          <>
            <Badge tone="todo">今日ではありません</Badge>
            <Button onClick={() => choose(null)}>今日を表示</Button>
          </>
        )}
      </Row>
      {children}
      {isChoosing && <ChooseDay day={day} onChoose={choose} />}
    </Row>
  );
}

interface DayChipsProps {
  rows: ReceptionDay['rows'];
  chip: ChipName;
  onChip(chip: ChipName): void;
}

export const DayChips = ({ rows, chip, onChip }: DayChipsProps) => (
  <Row as="fieldset" gap="2" push className={styles.chips}>
    <legend className="visually-hidden">表示する方</legend>
    {namesOf(CHIPS).map((one) => (
      <Chip
        key={one}
        label={CHIPS[one]}
        count={countIn(one, rows)}
        isChosen={one === chip}
        onChoose={() => onChip(one)}
      />
    ))}
  </Row>
);

const chosen = record({ date: dateSelects({ year: 'year', month: 'month', day: 'day' }, '表示する日') });

function ChooseDay({ day, onChoose }: { day: DayBarProps['day']; onChoose(date: PlainDate): void }) {
  const form = useForm(chosen, chosen.draft({ date: day.date }));
  const { reading } = form;
  const date = reading.ok ? reading.value.date : null;
  return (
    <Form
      row
      gap="2"
      className={styles.choose}
      onSubmit={() => {
        if (date) onChoose(date);
      }}
    >
      <DateSelects {...form.bind('date')} years={day.years} />
      <Button type="submit" disabled={date === null}>
        表示
      </Button>
    </Form>
  );
}
