// Selecting rows of a long table: a box in each, one for all of them in the head, Space, and ranges by Shift.
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import styles from './row-selection.module.css';

export interface RowSelection<Row> {
  isSelected(row: Row): boolean;
  describe(row: Row): string;
  onSelect(rows: readonly Row[], isSelected: boolean): void;
  all: SelectAllProps;
}

interface SelectAllProps {
  label: string;
  id?: string;
  state: 'none' | 'some' | 'all';
  disabled?: boolean;
  onChange(isSelected: boolean): void;
}

/** The box of all: between the two where some are selected. Without a label it stands in one. */
export function SelectAllBox({
  label,
  id,
  state,
  disabled,
  onChange,
}: Partial<SelectAllProps> & Pick<SelectAllProps, 'onChange'>) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <input
      ref={box}
      id={id}
      type="checkbox"
      aria-label={label}
      checked={state === 'all'}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

export const SelectAll = (all: SelectAllProps) => (
  <th scope="col" className={styles.cell}>
    {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is the control */}
    <label title={all.label}>
      <SelectAllBox {...all} />
    </label>
  </th>
);

interface SelectingOptions<Row> {
  rows: readonly Row[];
  rowKey(row: Row): number;
  selection: RowSelection<Row> | null;
  at: number;
}

const isBox = (target: EventTarget) => target instanceof HTMLInputElement;
const isInBody = (target: EventTarget) => target instanceof Element && target.closest('tbody') !== null;
const isSpace = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) => key === ' ' && !ctrlKey && !altKey && !metaKey;

/** Nothing of it works where nothing can be selected. */
export function useSelecting<Row>({ rows, rowKey, selection, at }: SelectingOptions<Row>) {
  /** From where a range goes: the row that was touched last without Shift. It is known by its key, since rows are sorted again. */
  const anchor = useRef<number | null>(null);

  function indexOfAnchor(otherwise: number): number {
    const index = rows.findIndex((row) => rowKey(row) === anchor.current);
    return index < 0 ? otherwise : index;
  }

  const between = (one: number, other: number) => rows.slice(Math.min(one, other), Math.max(one, other) + 1);

  function setAnchor(index: number): void {
    const row = rows[index];
    anchor.current = row ? rowKey(row) : null;
  }

  function choose(index: number, isSelected: boolean, isRange: boolean): void {
    selection?.onSelect(between(isRange ? indexOfAnchor(index) : index, index), isSelected);
    if (!isRange) setAnchor(index);
  }

  /** From the anchor to where the keyboard goes; what the range before had beyond that is let go. */
  function stretch(next: number): void {
    const from = indexOfAnchor(at);
    if (anchor.current === null) setAnchor(from);
    const wanted = new Set(between(from, next));
    const rest = between(from, at).filter((row) => !wanted.has(row));
    if (rest.length > 0) selection?.onSelect(rest, false);
    selection?.onSelect([...wanted], true);
  }

  /** `next` is where the key leads, or null. */
  function press(event: KeyboardEvent, next: number | null): void {
    if (!selection) return;
    if (next !== null) {
      if (event.shiftKey) stretch(next);
      else setAnchor(next);
      return;
    }
    const row = rows[at];
    // A box answers Space itself; any other place of the row does not press its button by it.
    if (!row || !isSpace(event) || !isInBody(event.target) || isBox(event.target)) return;
    event.preventDefault();
    choose(at, !selection.isSelected(row), event.shiftKey);
  }

  /** Some browsers press a button when Space is let go. */
  function release(event: KeyboardEvent): void {
    if (selection && isSpace(event) && isInBody(event.target) && !isBox(event.target)) event.preventDefault();
  }

  /** With Shift the whole row can be clicked; without, only its box. */
  function rowProps(index: number) {
    if (!selection) return {};
    const isRange = (event: MouseEvent) =>
      event.shiftKey && !(event.target instanceof Element && event.target.closest('a, button, label'));
    return {
      // Else the browser would select the text between.
      onMouseDown: (event: MouseEvent) => event.shiftKey && event.preventDefault(),
      onClick: (event: MouseEvent) => isRange(event) && choose(index, true, true),
    };
  }

  function cell(row: Row, index: number) {
    if (!selection) return null;
    return (
      <td className={styles.cell}>
        <label>
          <input
            type="checkbox"
            aria-label={selection.describe(row)}
            checked={selection.isSelected(row)}
            tabIndex={index === at ? 0 : -1}
            onChange={({ target, nativeEvent }) =>
              choose(index, target.checked, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
      </td>
    );
  }

  return { press, release, rowProps, cell };
}
