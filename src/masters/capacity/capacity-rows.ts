// The cells of a capacity month as rows that are edited: where each stands, and what is done to many of them at once.
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { cellName, closedDaysSentence, notPlacesSentence, parsePlaces } from '#domain/offer/capacity.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { normalizeDigits } from '#domain/text/normalize.ts';
import { leftOut } from '#web/ui/grid-columns.ts';
import { isUnsaved, type RowDraftOf, Rows } from '#web/ui/rows.ts';
import type { Reply } from '#wire/call.ts';
import { touchedRows } from '#wire/rows.ts';
import { capacityRows, type openCapacity } from './contract.ts';

export type CapacityMonth = Reply<typeof openCapacity>;
export type CellDraft = RowDraftOf<typeof capacityRows>;
export type CellRows = ReturnType<typeof makeRows>;

/** The lines of a day: its slots, or the whole day as one. */
export const linesOf = ({ managedBy, slots }: CapacityMonth) =>
  managedBy === 'time' ? slots : [{ slotCode: WHOLE_DAY, name: '', startTime: '' }];

/** Day by day, and within a day line by line. */
export const cellsOf = ({ daily, timed, managedBy }: CapacityMonth) =>
  managedBy === 'time' ? timed : daily.map((cell) => ({ ...cell, slotCode: WHOLE_DAY }));

export const draftsOf = (month: CapacityMonth): CellDraft[] =>
  capacityRows.draft({ rows: cellsOf(month).map((cell) => ({ ...cell, count: String(cell.count) })) }).rows;

/** Which cell is wrong is said with the names of its frame and slot, which the contract does not know. */
export function makeRows(month: CapacityMonth) {
  const frameName = month.frames.find(({ frameCode }) => frameCode === month.frameCode)?.name ?? '';
  const slotNames = new Map(month.slots.map(({ slotCode, name }) => [slotCode, name]));
  const closed = new Set(month.days.filter(({ kind }) => kind === 'closed').map(({ date }) => date));
  const type = capacityRows.rule(({ rows }, report) => {
    for (const { row, at } of touchedRows(rows)) {
      const count = parsePlaces(row.count);
      const slotName = slotNames.get(row.slotCode) ?? null;
      if (count === null) report('rows', notPlacesSentence(cellName(row.date, { frameName, slotName })), [at, 'count']);
      else if (count > 0 && closed.has(row.date)) report('rows', closedDaysSentence([row.date]), [at, 'count']);
    }
  });
  return new Rows(type, draftsOf(month), 'capacity');
}

export const isClosed = ({ days }: CapacityMonth, at: number) => days[at]?.kind === 'closed';

/** Cells of open days take input, and of closed ones those that hold something, which can be taken away. */
export const takesInput = (month: CapacityMonth, at: number, line: number) =>
  !isClosed(month, at) || (cellsOf(month)[at * linesOf(month).length + line]?.count ?? 0) > 0;

export const isShut = (month: CapacityMonth, at: number) =>
  !linesOf(month).some((_, line) => takesInput(month, at, line));

/** Where a cell stands in the calendar: weeks under each other, weekdays beside each other. */
export function placeOf(month: CapacityMonth, day: number, line: number) {
  const cell = day + month.layout.firstDayOfWeek - 1;
  return { row: Math.floor(cell / 7) * linesOf(month).length + line, column: cell % 7 };
}

function rowAt(month: CapacityMonth, rows: CellRows, row: number, column: number): string | undefined {
  const lines = linesOf(month).length;
  const day = Math.floor(row / lines) * 7 + column - month.layout.firstDayOfWeek + 1;
  if (column > 6 || day < 0 || day >= month.days.length || !takesInput(month, day, row % lines)) return undefined;
  return rows.ids()[day * lines + (row % lines)];
}

/** Puts a spreadsheet's block into the calendar from one place on; says how many cells had no place. */
export function pasteBlock(
  month: CapacityMonth,
  rows: CellRows,
  block: readonly (readonly string[])[],
  from: { row: number; column: number },
): string[] {
  const typed = new Map<string, string>();
  let refused = 0;
  block.forEach((line, down) => {
    line.forEach((text, right) => {
      const id = rowAt(month, rows, from.row + down, from.column + right);
      if (id) typed.set(id, normalizeDigits(text));
      else refused += 1;
    });
  });
  rows.editAll(({ id }) => (typed.has(id) ? { count: typed.get(id) } : null));
  return leftOut(refused, '入力できない日か表の外のため取り込めませんでした。');
}

/** The counts of the slots with a spreadsheet's line or column put in from one of them on; null where that has no place. */
export function spreadCounts(counts: readonly string[], block: readonly (readonly string[])[], from: number) {
  const isColumn = block.every(({ length }) => length === 1);
  const typed = isColumn || block.length === 1 ? block.flat() : [];
  if (from < 0 || typed.length === 0 || from + typed.length > counts.length) return null;
  return counts.toSpliced(from, typed.length, ...typed.map(normalizeDigits));
}

export function copyToWeekday(month: CapacityMonth, rows: CellRows, date: PlainDate): void {
  const isMeant = (at: number) => {
    const day = month.days[at];
    return day !== undefined && !isClosed(month, at) && dayOfWeek(day.date) === dayOfWeek(date);
  };
  const meant = new Set(month.days.filter((_, at) => isMeant(at)).map((day) => formatOfficeDate(day.date)));
  const counts = new Map(
    rows
      .all()
      .filter(({ draft }) => draft.date === formatOfficeDate(date))
      .map(({ draft }) => [draft.slotCode, draft.count]),
  );
  rows.editAll(({ draft }) => (meant.has(draft.date) ? { count: counts.get(draft.slotCode) ?? draft.count } : null));
}

/** Days that were closed meanwhile take no places any more. */
export function dropClosed(month: CapacityMonth, rows: CellRows): void {
  const closed = new Set(month.days.filter(({ kind }) => kind === 'closed').map(({ date }) => formatOfficeDate(date)));
  rows.editAll((row) => (isUnsaved(row) && closed.has(row.draft.date) && row.draft.count !== '0' ? row.start : null));
}

export function isBelowTaken(month: CapacityMonth, rows: CellRows): boolean {
  const cells = cellsOf(month);
  return rows.all().some((row, at) => isUnsaved(row) && Number(row.draft.count) < (cells[at]?.takenCount ?? 0));
}
