// The capacity calendar: weeks under each other, the slots at their left, a field for each slot of each open day.
import { type ClipboardEvent, type KeyboardEvent, useSyncExternalStore } from 'react';
import type { Month } from '#domain/calendar/month.ts';
import { formatOfficeDate } from '#domain/calendar/office-dates.ts';
import { dateParts } from '#domain/calendar/plain-date.ts';
import { parsePlaces } from '#domain/offer/capacity.ts';
import { Button } from '#web/ui/button.tsx';
import { useDayKeys } from '#web/ui/day-keys.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { moveInGrid, readBlock } from '#web/ui/grid-keys.ts';
import { Row } from '#web/ui/layout.tsx';
import { WeekdayCells, weekdayTone } from '#web/ui/weekday-cells.tsx';
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
}

/** The places of the days in whole weeks; null where a day belongs to a neighbouring month. */
function weeksOf({ layout, days }: CapacityMonth): (number | null)[][] {
  const all = [...layout.before.map(() => null), ...days.keys(), ...layout.after.map(() => null)];
  return Array.from({ length: all.length / 7 }, (_, week) => all.slice(week * 7, week * 7 + 7));
}

export function CapacityCalendar({ month, rows, stale, onMonth }: CalendarProps & { onMonth(month: Month): void }) {
  const dialogs = useDialogs();
  const { year, month: number } = month;

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

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its cells let through
    <div className={styles.scroll} onKeyDown={press} onPaste={paste}>
      <table className={styles.calendar} ref={grid.ref}>
        <caption className="visually-hidden">
          {year}年{number}月の枠数
        </caption>
        <thead>
          <tr>
            <td className={styles.line} />
            <WeekdayCells />
          </tr>
        </thead>
        {weeksOf(month).map((week) => (
          <Week key={week.find((day) => day !== null)} week={week} month={month} rows={rows} stale={stale} />
        ))}
      </table>
    </div>
  );
}

function Week({ week, month, rows, stale }: CalendarProps & { week: readonly (number | null)[] }) {
  const lines = linesOf(month);
  const cells = cellsOf(month);
  const ids = rows.ids();
  const { now } = month;
  const today = `${now.year}-${now.month}-${now.day}`;
  const hasTotal = lines.length > 1;
  return (
    <tbody>
      <tr>
        <td className={styles.line} />
        {week.map((at, column) => {
          const day = at === null ? undefined : month.days[at];
          // biome-ignore lint/suspicious/noArrayIndexKey: a week's places do not move
          if (at === null || !day) return <td key={column} rowSpan={lines.length + (hasTotal ? 2 : 1)} />;
          const { day: number } = dateParts(day.date);
          const isOff = isClosed(month, at);
          const isWhole = isShut(month, at);
          return (
            <td
              key={day.date}
              className={isOff ? styles.closed : undefined}
              rowSpan={isWhole ? lines.length + (hasTotal ? 2 : 1) : undefined}
            >
              <Row wrap={false} gap="1-half" className={styles.head}>
                <span
                  className={styles.day}
                  data-day={day.holidayName ? 'sunday' : weekdayTone(column)}
                  data-today={day.date === today ? '' : undefined}
                >
                  {number}
                </span>
                <span className={styles.holiday}>{isOff && !isWhole ? '休診日' : day.holidayName}</span>
                {!isOff && (
                  <Button
                    kind="plain"
                    className={styles.copy}
                    aria-label={`${formatOfficeDate(day.date)}の枠数を同じ曜日へコピー`}
                    title="この日の枠数を、この月の同じ曜日すべてにコピーします"
                    onClick={() => copyToWeekday(month, rows, day.date)}
                  >
                    同じ曜日へ
                  </Button>
                )}
              </Row>
              {isWhole && <p className={styles.shut}>休診日</p>}
            </td>
          );
        })}
      </tr>
      {lines.map(({ slotCode, name }, line) => (
        <tr key={slotCode}>
          <th scope="row" className={styles.line}>
            {name || <span className="visually-hidden">枠数</span>}
          </th>
          {week.map((at) => {
            const day = at === null || isShut(month, at) ? undefined : month.days[at];
            const id = at === null ? undefined : ids[at * lines.length + line];
            if (at === null || !day || !id) return null;
            const place = isClosed(month, at) ? styles.closed : undefined;
            if (!takesInput(month, at, line)) return <td key={day.date} className={place} />;
            return (
              <td key={day.date} className={place}>
                <CapacityCell
                  rows={rows}
                  id={id}
                  name={`${formatOfficeDate(day.date)}${name && ` ${name}`}`}
                  taken={cells[at * lines.length + line]?.takenCount ?? 0}
                  isPast={day.date < today}
                  isStale={stale.has(id)}
                  date={day.date}
                  slotCode={slotCode}
                  {...placeOf(month, at, line)}
                />
              </td>
            );
          })}
        </tr>
      ))}
      {hasTotal && (
        <tr className={styles.totals}>
          <th scope="row" className={styles.line}>
            計
          </th>
          {week.map((at) => {
            if (at === null || isShut(month, at)) return null;
            const [first, end] = [at * lines.length, (at + 1) * lines.length];
            const taken = cells.slice(first, end).reduce((sum, { takenCount }) => sum + takenCount, 0);
            return (
              <td key={at}>
                {taken} / <Total rows={rows} first={first} end={end} />
              </td>
            );
          })}
        </tr>
      )}
    </tbody>
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
