// The version of a month is what its cells held when it was read: whoever sends it back learns which have changed since.
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { Failure } from '#wire/failure.ts';

/** Two characters hold any number of places. */
const WIDTH = 2;
const BASE = 36;

/** `name` says whose month it is. A row is a day, from the first on, with a number for each column. */
export function writeMonthVersion(name: string, columns: readonly string[], rows: readonly (readonly number[])[]) {
  const cells = rows.flat().map((value) => value.toString(BASE).padStart(WIDTH, '0'));
  return `${name}:${columns.join('.')}:${cells.join('')}`;
}

/** Undefined where the version says nothing about the cell, as of another month, or one that nobody has written. */
function readCell(version: string, name: string, date: PlainDate, column: string): number | undefined {
  const [of, columns = '', cells = ''] = version.split(':');
  const names = columns.split('.');
  const at = (Number(date.slice(8)) - 1) * names.length + names.indexOf(column);
  const value = Number.parseInt(cells.slice(at * WIDTH, (at + 1) * WIDTH), BASE);
  return of !== name || !names.includes(column) || Number.isNaN(value) ? undefined : value;
}

interface Cell {
  date: PlainDate;
  column: string;
  value: number;
}

/** Refuses all where one of the cells no longer holds what it held; null compares nothing. */
export function refuseChangedCells(version: string | null, name: string, cells: readonly Cell[]): void {
  if (version === null) return;
  const changed = cells.filter(({ date, column, value }) => readCell(version, name, date, column) !== value);
  if (changed.length === 0) return;
  const dates = [...new Set(changed.map(({ date }) => formatOfficeDate(date)))].sort();
  throw new Failure('Stale', [
    `${dates.join('、')}は、ほかの利用者が先に更新しました。最新の内容を確認してから、もう一度更新してください。`,
  ]);
}
