// What the columns of an editable grid are, and how a block copied from a spreadsheet is put into them.
import { tidyDigits } from '#domain/text/tidy.ts';
import type { Option } from './fields.tsx';
import type { Row, RowDraft, Rows } from './rows.ts';

export interface GridCell<D extends RowDraft> {
  name: Exclude<keyof D & string, 'status'>;
  /** 年齢範囲開始: read out with the number of the row. */
  label: string;
  /** A select of these; without them a number is typed. */
  options?: readonly Option[];
  /** How many digits it is wide. */
  digits?: number;
  /** 歳, 円, 〜 */
  after?: string;
}

export interface GridColumn<D extends RowDraft> {
  label: string;
  /** Several cells may share a heading: 年齢範囲 [35] 〜 [39]. */
  cells?: readonly GridCell<D>[];
  /** What is only read. */
  text?(draft: D): string;
}

export const cellsOf = <D extends RowDraft>(columns: readonly GridColumn<D>[]) =>
  columns.flatMap(({ cells = [] }) => cells);

const fold = (text: string) => text.normalize('NFKC').replaceAll(/\s/g, '');

/** What a cell makes of a text from elsewhere: an option by its word or its code, a number in digits. */
export function readCell({ options }: GridCell<RowDraft>, text: string): string | null {
  if (!options) return tidyDigits(text);
  const folded = fold(text);
  return (
    options.find(({ label, value }) => fold(label) === folded || (value !== '' && value === folded))?.value ?? null
  );
}

interface Target<D extends RowDraft> {
  rows: Rows<unknown, D>;
  columns: readonly GridColumn<D>[];
  /** The cell where it begins. */
  id: string;
  name: string;
  /** Where rows may be added, a longer block adds what it needs. */
  blank?: D;
}

/** Fills cells to the right and downwards; returns how many did not fit or were not understood. */
export function fillBlock<D extends RowDraft>(block: readonly (readonly string[])[], target: Target<D>): number {
  const { rows, columns, id, name, blank } = target;
  const cells = cellsOf(columns) as unknown as GridCell<RowDraft>[];
  const ids = rows.ids();
  const [top, left] = [ids.indexOf(id), cells.findIndex((cell) => cell.name === name)];
  let refused = 0;
  const changes = block.map((line) => {
    const change: Record<string, string> = {};
    line.forEach((text, at) => {
      const cell = cells[left + at];
      const value = cell && readCell(cell, text);
      if (cell && value !== null && value !== undefined) change[cell.name] = value;
      else refused += 1;
    });
    return change as Partial<D>;
  });
  const isInside = (line: number) => top + line < ids.length;
  const below = changes.filter((_, line) => !isInside(line));
  if (!blank) refused += block.reduce((sum, line, at) => sum + (isInside(at) ? 0 : line.length), 0);
  const places = new Map(ids.slice(top, top + changes.length).map((each, line) => [each, changes[line] ?? {}]));
  rows.editAll((row: Row<D>) => (places.get(row.id) as Partial<D> | undefined) ?? null);
  if (blank && below.length > 0) rows.add(below.map((change) => ({ ...blank, ...change })));
  return refused;
}
