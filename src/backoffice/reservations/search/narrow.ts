// Narrows and sorts the rows that a search has brought, without asking the server.
import type { FoundRow } from '#backoffice/shared/contract-rows.ts';
import {
  type BookingOrigin,
  type DownloadStatus,
  SHOWN_STATUSES,
  type ShownStatus,
  shownStatusOf,
} from '#domain/reservation/reservation-status.ts';
import { foldKana, foldText } from '#domain/text/fold-text.ts';
import { spellingsOf } from '#domain/text/kanji-variants.ts';
import { entriesOf } from '#web/names-of.ts';

export const NOT_NARROWED = {
  status: '' as ShownStatus | '',
  downloadStatus: '' as DownloadStatus | '',
  slotCode: '',
  origin: '' as BookingOrigin | '',
  kana: '',
  name: '',
  duplicate: '' as 'only' | '',
  note: '' as 'only' | '',
  memo: '' as 'only' | '',
};
export type Narrowing = typeof NOT_NARROWED;

/** Chosen, only rows that have them; they hold beside the status. */
export const MARKS = { duplicate: 'isDuplicate', note: 'hasNote', memo: 'hasMemo' } as const;
const SAME = ['downloadStatus', 'slotCode', 'origin'] as const;

/** A row with what it is searched and sorted by, folded once and not at every key. */
export interface ListRow extends FoundRow {
  kanaKey: string;
  nameKey: string;
  visitKey: string;
  optionText: string;
}

const timeKeyOf = ({ startTime }: FoundRow) => startTime.padStart(5, '0');

export function prepareRow(row: FoundRow): ListRow {
  const kanaKey = foldKana(row.kana);
  const visitKey = `${row.visitDate} ${timeKeyOf(row)} ${kanaKey}`;
  return { ...row, kanaKey, nameKey: foldText(row.name), visitKey, optionText: row.optionNames.join('・') };
}

export const isNarrowed = (narrowing: Narrowing) => Object.values(narrowing).some(Boolean);

export function narrowRows(rows: readonly ListRow[], narrowing: Narrowing): readonly ListRow[] {
  if (!isNarrowed(narrowing)) return rows;
  const { status } = narrowing;
  const same = SAME.filter((name) => narrowing[name] !== '');
  const marks = entriesOf(MARKS).flatMap(([name, mark]) => (narrowing[name] === 'only' ? [mark] : []));
  const kana = foldKana(narrowing.kana);
  const names = spellingsOf(foldText(narrowing.name));
  return rows.filter(
    (row) =>
      (status === '' || shownStatusOf(row.status) === status) &&
      same.every((name) => row[name] === narrowing[name]) &&
      marks.every((mark) => row[mark]) &&
      row.kanaKey.includes(kana) &&
      names.some((name) => row.nameKey.includes(name)),
  );
}

const ORDER_OF_DOWNLOADS: readonly string[] = ['new', 'changed', 'done'];

/** What each column is sorted by; times as minutes, so that 9:00 stands before 10:00. */
const KEYS = {
  number: (row: ListRow) => row.number,
  visitDate: (row: ListRow) => row.visitKey,
  startTime: timeKeyOf,
  name: (row: ListRow) => row.nameKey,
  kana: (row: ListRow) => row.kanaKey,
  clientName: (row: ListRow) => row.clientName,
  courseName: (row: ListRow) => row.courseName,
  options: (row: ListRow) => row.optionText,
  createdOn: (row: ListRow) => row.createdOn,
  updatedOn: (row: ListRow) => row.updatedOn,
  status: (row: ListRow) => SHOWN_STATUSES.indexOf(shownStatusOf(row.status)),
  downloadStatus: (row: ListRow) => ORDER_OF_DOWNLOADS.indexOf(row.downloadStatus),
} as const;

export type SortColumn = keyof typeof KEYS;

export interface Sort {
  column: SortColumn;
  isDescending: boolean;
  isPressed?: true;
}

export const BY_NUMBER: Sort = { column: 'number', isDescending: false };
export const BY_VISIT: Sort = { column: 'visitDate', isDescending: false };

/** Another column starts ascending; the same one turns around. */
export const toggleSort = (sort: Sort, column: SortColumn): Sort => ({
  column,
  isDescending: sort.column === column && !sort.isDescending,
  isPressed: true,
});

/** Rows that are alike in the column stand by their number. */
export function sortRows(rows: readonly ListRow[], { column, isDescending }: Sort): readonly ListRow[] {
  if (column === 'number' && !isDescending) return rows;
  const key = KEYS[column];
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [x, y] = [key(a), key(b)];
    return x === y ? a.number - b.number : (x < y ? -1 : 1) * sign;
  });
}

/** As a day goes, unless somebody wants it otherwise. */
export const orderForPaper = (rows: readonly ListRow[], sort: Sort) =>
  sort.isPressed ? rows : sortRows(rows, BY_VISIT);

export const arrange = (rows: readonly ListRow[], narrowing: Narrowing, sort: Sort) =>
  sortRows(narrowRows(rows, narrowing), sort);

export const numberOf = ({ number }: { number: number }) => number;

export function countByStatus(rows: readonly ListRow[]): ReadonlyMap<ShownStatus, number> {
  const counts = new Map<ShownStatus, number>();
  for (const { status } of rows) counts.set(shownStatusOf(status), (counts.get(shownStatusOf(status)) ?? 0) + 1);
  return counts;
}
