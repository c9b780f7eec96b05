// What the columns of an editable grid are, and how a block copied from a spreadsheet is put into them.
import { foldText } from '#domain/text/fold-text.ts';
import { normalizeDigits } from '#domain/text/normalize.ts';
import type { Option } from './fields.tsx';
import { type EditedRow, type RowDraft, type Rows, UNREAD } from './rows.ts';

export interface GridOption extends Option {
  /** How else people and files write it: 男, 1 and M for 男性. */
  also?: readonly string[];
}

export interface GridCell<D extends RowDraft> {
  name: Exclude<keyof D & string, 'status'>;
  /** 年齢範囲開始: read out with the number of the row. */
  label: string;
  /** A select of these; without them a number is typed. */
  options?: readonly GridOption[];
  digits?: number;
  /** 歳, 円, 〜 */
  after?: string;
}

export interface GridColumn<D extends RowDraft> {
  label: string;
  /** Several cells may share a heading: 年齢範囲 [35] 〜 [39]. */
  cells?: readonly GridCell<D>[];
  text?(draft: D): string;
}

export const cellsOf = <D extends RowDraft>(columns: readonly GridColumn<D>[]) =>
  columns.flatMap(({ cells = [] }) => cells);

/** Spreadsheets take the zeros from the front of a code. */
const isCode = (code: string, text: string) =>
  code === text || (/^[0-9]+$/.test(code) && /^[0-9]+$/.test(text) && Number(code) === Number(text));

/** What a cell makes of a text from elsewhere: a number in digits, or the one option that goes by this name, else by this code. */
export function readCell({ options }: GridCell<RowDraft>, text: string): string {
  if (!options) return normalizeDigits(text);
  const folded = foldText(text);
  const named = options.filter(({ label, also = [] }) => [label, ...also].some((name) => foldText(name) === folded));
  const found =
    named.length > 0 ? named : options.filter(({ value }) => value !== '' && isCode(foldText(value), folded));
  const [option, ...others] = found;
  return option && others.length === 0 ? option.value : UNREAD;
}

interface Target<D extends RowDraft> {
  rows: Rows<unknown, D>;
  columns: readonly GridColumn<D>[];
  id: string;
  name: string;
  /** Where rows may be added, a longer block adds what it needs. */
  blank?: D;
}

/** Fills cells to the right and downwards; says how many were left out. A choice that was not understood waits to be made. */
export function fillBlock<D extends RowDraft>(block: readonly (readonly string[])[], target: Target<D>): string[] {
  const { rows, columns, id, name, blank } = target;
  const cells = cellsOf(columns) as unknown as GridCell<RowDraft>[];
  const ids = rows.ids();
  const [top, left] = [ids.indexOf(id), cells.findIndex((cell) => cell.name === name)];
  const lines = blank ? block : block.slice(0, ids.length - top);
  const changes = lines.map((line) => {
    const read = line.flatMap((text, at) => {
      const cell = cells[left + at];
      return cell ? [[cell.name, readCell(cell, text)] as const] : [];
    });
    return Object.fromEntries(read) as Partial<D>;
  });
  const places = new Map(ids.slice(top, top + changes.length).map((each, line) => [each, changes[line] ?? {}]));
  rows.editAll((row: EditedRow<D>) => (places.get(row.id) as Partial<D> | undefined) ?? null);
  const below = changes.slice(ids.length - top);
  if (blank && below.length > 0) rows.add(below.map((change) => ({ ...blank, ...change })));
  const read = changes.flatMap((change) => Object.values<unknown>(change));
  return [
    ...leftOut(read.filter((value) => value === UNREAD).length, '選べない値でした。赤い欄で選び直してください。'),
    ...leftOut(block.flat().length - read.length, '表の外のため取り込めませんでした。'),
  ];
}

/** What became of so many cells of a paste, where there are any. */
export const leftOut = (count: number, why: string) =>
  count > 0 ? [`貼り付けた内容のうち ${count} か所は、${why}`] : [];
