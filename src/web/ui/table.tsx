// A plain table of records: a native table with a sticky head; on a phone each record is a block, with its labels in it.
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type RowSelection, SelectAll, useSelecting } from './row-selection.tsx';
import styles from './table.module.css';
import { ActionsHead, TableFrame } from './table-frame.tsx';

export interface Column<Row> {
  label: string;
  text(row: Row): string;
  align?: 'number';
  /** Begins the block that a record is on a phone; else the first that is no number does. */
  leads?: true;
  /** For long texts: the column's share of the width in percent, beyond which a text is cut, and whole in its tooltip. */
  cut?: number;
  /** When the cell shows more than its text. */
  render?: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** Rows that are out of use are greyed. */
  isOff?: (row: Row) => boolean;
  buttons?: (row: Row) => ReactNode;
  /** A box for each: the arrows then lead from row to row, whose keys are numbers. */
  selection?: RowSelection<Row>;
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, isOff, buttons, selection } = props;
  const { place, keys, selecting } = useRowKeys(props);
  const lead = columns.find(({ leads }) => leads) ?? columns.find(({ align }) => align !== 'number');
  return (
    <div className={styles.scroll}>
      <TableFrame caption={caption} head="sticky" className={styles.table} {...keys}>
        <thead>
          <tr>
            {selection && <SelectAll {...selection.all} />}
            {columns.map(({ label, align }) => (
              <th key={label} scope="col" className={align && styles.number}>
                {label}
              </th>
            ))}
            {buttons && <ActionsHead />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={rowKey(row)}
              data-off={isOff?.(row) ? '' : undefined}
              data-selected={selection?.isSelected(row) ? '' : undefined}
              {...place(index)}
            >
              {selecting.cell(row, index)}
              {columns.map(({ label, align, cut, text, render }) => (
                <td
                  key={label}
                  data-label={label}
                  data-leads={label === lead?.label ? '' : undefined}
                  className={cut ? styles.cut : align && styles.number}
                  style={cut ? ({ '--share': `${cut}%` } as CSSProperties) : undefined}
                  title={cut ? text(row) : undefined}
                >
                  {render ? render(row) : text(row)}
                </td>
              ))}
              {buttons && <td className={styles.buttons}>{buttons(row)}</td>}
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </div>
  );
}

const isOwn = ({ ctrlKey, altKey, metaKey }: KeyboardEvent) => !ctrlKey && !altKey && !metaKey;

/** Rows that can be selected are one stop for the keyboard: the box of the one that it is at. */
function useRowKeys<Row>({ rows, rowKey, selection = undefined }: TableProps<Row>) {
  const [current, setCurrent] = useState(0);
  const at = Math.min(current, Math.max(rows.length - 1, 0));
  const table = useRef<HTMLTableElement>(null);
  const selecting = useSelecting({ rows, rowKey: (row) => Number(rowKey(row)), selection: selection ?? null, at });

  function lead(event: KeyboardEvent): number | null {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
    const step = steps[event.key];
    if (step === undefined || !isOwn(event) || !(event.target as Element).closest('tbody')) return null;
    event.preventDefault();
    const next = Math.max(0, Math.min(step, rows.length - 1));
    setCurrent(next);
    table.current?.tBodies[0]?.rows[next]?.querySelector('input')?.focus();
    return next;
  }

  const keys = {
    ref: table,
    onKeyDownCapture: (event: KeyboardEvent) => selecting.press(event, lead(event)),
    onKeyUp: selecting.release,
  };
  return {
    selecting,
    keys: selection ? keys : {},
    place: (index: number) => (selection ? { onFocus: () => setCurrent(index), ...selecting.rowProps(index) } : {}),
  };
}
