// The capacity calendar: weeks under each other, the slots at their left, a field for each slot of each open day.
import { type ClipboardEvent, type KeyboardEvent, useSyncExternalStore } from 'react';
import type { Month } from '#domain/calendar/month.ts';
import { formatOfficeDate } from '#domain/calendar/office-dates.ts';
import { dateParts, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { parsePlaces } from '#domain/offer/capacity.ts';
import { Button } from '#web/ui/button.tsx';
import { useDayKeys } from '#web/ui/day-keys.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { moveInGrid, readBlock } from '#web/ui/grid-keys.ts';
import { Row } from '#web/ui/layout.tsx';
import { LinedMonth, weekdayTone } from '#web/ui/month-calendar.tsx';
import styles from './capacity-calendar.module.css';
import { CapacityCell } from './capacity-cell.tsx';
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

/** Of the numbers as they are typed. */
function Total({ rows, first, end }: { rows: CellRows; first: number; end: number }) {
  const total = useSyncExternalStore(rows.subscribe, () =>
    rows
      .all()
      .slice(first, end)
      .reduce((sum, { draft }) => sum + (parsePlaces(draft.count) ?? 0), 0),
  );
  return <>{total}</>;
}
