// Moving through the cells of a grid as in a spreadsheet, and reading what was copied from one.
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

/** Where a cell is, on the input itself: the keys need nothing else, so cells may stand in a table or in a month. */
export const cellAt = (row: number, column: number) => ({ 'data-row': row, 'data-column': column });

type Cell = HTMLInputElement | HTMLSelectElement;

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Enter: [1, 0],
};

/** For `onKeyDown` of what holds the cells: arrows move, Enter goes down, with Shift up. */
export function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const cell = event.target as Cell;
  const step = STEPS[event.key];
  const isOther = event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing;
  if (!step || isOther || cell.dataset.row === undefined) return;
  const isBack = event.key === 'Enter' && event.shiftKey;
  if (event.shiftKey && !isBack) return;
  const [down, right] = isBack ? [-1, 0] : step;
  if (right !== 0 && isInsideText(cell, right)) return;
  // Also at the border: Enter must not send the form, nor an arrow change what a select holds.
  event.preventDefault();
  const next = neighbour(event.currentTarget, cell, down, right);
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

/** For `onKeyDown` of a cell: Esc gives the old value back, and what is typed next replaces that. */
export const onEscape = (revert: () => void) => (event: KeyboardEvent<Cell>) => {
  if (event.key !== 'Escape') return;
  // Drawn at once: a selection that came later would take the focus back from whoever has moved on.
  flushSync(revert);
  if (event.currentTarget instanceof HTMLInputElement) event.currentTarget.select();
};

/** Left and right belong to the text until its end, unless all of it is selected, as it is when a cell is entered. */
function isInsideText(cell: Cell, right: number): boolean {
  if (!(cell instanceof HTMLInputElement) || cell.selectionStart === null) return false;
  const { selectionStart: start, selectionEnd: end, value } = cell;
  if (start === 0 && end === value.length) return false;
  return !(start === end && start === (right < 0 ? 0 : value.length));
}

/** The nearest cell in that direction: there may be none at some places, such as a closed day. */
function neighbour(grid: HTMLElement, cell: Cell, down: number, right: number): Cell | undefined {
  const { row, column } = cell.dataset;
  const [along, from, step] =
    down !== 0 ? (['row', Number(row), down] as const) : (['column', Number(column), right] as const);
  const line = down !== 0 ? `[data-row][data-column="${column}"]` : `[data-row="${row}"][data-column]`;
  return [...grid.querySelectorAll<Cell>(`${line}:enabled`)]
    .map((other) => ({ other, distance: (Number(other.dataset[along]) - from) * step }))
    .filter(({ distance }) => distance > 0)
    .sort((a, b) => a.distance - b.distance)[0]?.other;
}

/** The cells of a spreadsheet's clipboard; null for a plain text, which goes where the cursor is. */
export function readBlock(text: string): string[][] | null {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  const block = lines.map((line) => line.split('\t').map((cell) => cell.trim()));
  return block.length > 1 || (block[0]?.length ?? 0) > 1 ? block : null;
}
