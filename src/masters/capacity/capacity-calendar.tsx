// The capacity calendar: weeks under each other, the slots at their left, a field for each slot of each open day.
import { type ClipboardEvent, type KeyboardEvent, memo, useSyncExternalStore } from 'react';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { Month } from '#domain/calendar/month.ts';
import { dateParts, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { parsePlaces } from '#domain/offer/capacity.ts';
import { Button } from '#web/ui/button.tsx';
import { useDayKeys } from '#web/ui/day-keys.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Gauge } from '#web/ui/gauge.tsx';
import { cellAt, moveInGrid, onEscape, readBlock } from '#web/ui/grid-keys.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row, Stack, Text } from '#web/ui/layout.tsx';
import { LinedMonth, weekdayTone } from '#web/ui/month-calendar.tsx';
import { useRow } from '#web/ui/rows.ts';
import styles from './capacity-calendar.module.css';
import {
  type CapacityMonth,
  type CellRows,
  cellsOf,
  copyToWeekday,
  isClosed,
  isShut,
  linesOf,
  pasteBlock,
  placeOf,
  takesInput,
} from './capacity-rows.ts';

interface CalendarProps {
  month: CapacityMonth;
  rows: CellRows;
  stale: ReadonlySet<string>;
  onMonth(month: Month): void;
}

export function CapacityCalendar({ month, rows, stale, onMonth }: CalendarProps) {
  const dialogs = useDialogs();
  const { year, month: number, days, now } = month;
  const lines = linesOf(month);
  const cells = cellsOf(month);
  const ids = rows.ids();
  const today = `${now.year}-${now.month}-${now.day}`;
  const at = (date: PlainDate) => dateParts(date).day - 1;

  // From field to field Tab leads, and the keys of a spreadsheet do; from month to month those of all calendars.
  const { grid } = useDayKeys({
    shown: month,
    shape: 'fields',
    entry: null,
    canShow: ({ year }) => month.years.includes(year),
    onMonth,
  });

  function press(event: KeyboardEvent<HTMLElement>) {
    moveInGrid(event);
    grid.onKeyDown(event);
  }

  function paste(event: ClipboardEvent<HTMLElement>) {
    const { row, column } = (event.target as HTMLElement).dataset;
    const block = readBlock(event.clipboardData.getData('text/plain'));
    if (!block || row === undefined) return;
    event.preventDefault();
    const sentences = pasteBlock(month, rows, block, { row: Number(row), column: Number(column) });
    if (sentences.length > 0) dialogs.inputError(sentences);
  }

  function cell(date: PlainDate, line: number) {
    const [first, end] = [at(date) * lines.length, (at(date) + 1) * lines.length];
    const slot = lines[line];
    const id = ids[first + line];
    if (!slot) {
      const taken = cells.slice(first, end).reduce((sum, { takenCount }) => sum + takenCount, 0);
      return (
        <>
          {taken} / <Total rows={rows} first={first} end={end} />
        </>
      );
    }
    if (!id || !takesInput(month, at(date), line)) return null;
    return (
      <CapacityCell
        rows={rows}
        id={id}
        name={`${formatOfficeDate(date)}${slot.name && ` ${slot.name}`}`}
        taken={cells[first + line]?.takenCount ?? 0}
        isPast={date < today}
        isStale={stale.has(id)}
        date={date}
        slotCode={slot.slotCode}
        {...placeOf(month, at(date), line)}
      />
    );
  }

  return (
    <LinedMonth
      caption={`${year}年${number}月の枠数`}
      year={year}
      month={number}
      className={styles.calendar}
      ref={grid.ref}
      onKeyDown={press}
      onPaste={paste}
      lines={[
        ...lines.map(({ slotCode, name }) => ({
          key: slotCode,
          name: name || <span className="visually-hidden">枠数</span>,
        })),
        ...(lines.length > 1 ? [{ key: 'total', name: '計', className: styles.totals }] : []),
      ]}
      isClosed={(date) => isClosed(month, at(date))}
      isWhole={(date) => isShut(month, at(date))}
      cell={cell}
      day={(date) => {
        const day = days[at(date)];
        if (!day) return null;
        const isOff = isClosed(month, at(date));
        const isWhole = isShut(month, at(date));
        return (
          <>
            <Row wrap={false} gap="1-half" className={styles.head}>
              <span
                className={styles.day}
                data-day={day.holidayName ? 'sunday' : weekdayTone(dayOfWeek(date) - 1)}
                data-today={date === today ? '' : undefined}
              >
                {dateParts(date).day}
              </span>
              <span className={styles.holiday}>{isOff && !isWhole ? '休診日' : day.holidayName}</span>
              {!isOff && (
                <Button
                  kind="plain"
                  className={styles.copy}
                  aria-label={`${formatOfficeDate(date)}の枠数を同じ曜日へコピー`}
                  title="この日の枠数を、この月の同じ曜日すべてにコピーします"
                  onClick={() => copyToWeekday(month, rows, date)}
                >
                  同じ曜日へ
                </Button>
              )}
            </Row>
            {isWhole && <p className={styles.shut}>休診日</p>}
          </>
        );
      }}
    />
  );
}

function Total({ rows, first, end }: { rows: CellRows; first: number; end: number }) {
  const total = useSyncExternalStore(rows.subscribe, () =>
    rows
      .all()
      .slice(first, end)
      .reduce((sum, { draft }) => sum + (parsePlaces(draft.count) ?? 0), 0),
  );
  return <>{total}</>;
}

interface CellProps {
  rows: CellRows;
  id: string;
  /** 10月21日 9:00 */
  name: string;
  taken: number;
  isPast: boolean;
  /** Somebody else has changed it under what was typed. */
  isStale: boolean;
  date: PlainDate;
  slotCode: string;
  row: number;
  column: number;
}

const CapacityCell = memo(function CapacityCell(props: CellProps) {
  const { rows, id, name, taken, isPast, isStale } = props;
  const row = useRow(rows, id);
  if (!row) return null;
  const field = rows.bind(row, 'count', `${name}の枠数、予約${taken}`);
  const count = parsePlaces(field.value) ?? 0;
  const state = field.error ? 'wrong' : field.edited ? 'edited' : count === 0 ? 'none' : undefined;
  return (
    <Stack gap="1" align="center" className={styles.cell} data-state={state}>
      {field.error ? (
        <span className={styles.mark}>
          <Icon name="alert" />
          <span className="visually-hidden" id={`${field.id}-error`}>
            {field.error}
          </span>
        </span>
      ) : field.edited ? (
        <span className={styles.mark}>
          {isStale ? '他者' : '前'} {row.start.count}
        </span>
      ) : (
        <Gauge taken={taken} capacity={count} isPast={isPast} />
      )}
      <Text as="span" noBreak>
        {state !== 'none' && `${taken} /`}
      </Text>
      <input
        {...cellAt(props.row, props.column)}
        data-date={props.date}
        data-part={props.slotCode}
        id={field.id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={field.label}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={field.error ? `${field.id}-error` : undefined}
        value={field.value}
        onChange={({ target }) => field.onChange(target.value)}
        onBlur={field.onBlur}
        onFocus={({ target }) => target.select()}
        onKeyDown={onEscape(() => rows.revert(id, 'count'))}
      />
    </Stack>
  );
});
