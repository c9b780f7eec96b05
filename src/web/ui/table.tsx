// A plain table of records: a native table with a sticky head; on a phone each record is a block, with its labels in it.
import type { CSSProperties, ReactNode } from 'react';
import styles from './table.module.css';
import { ActionsHead, TableFrame } from './table-frame.tsx';

export interface Column<Row> {
  label: string;
  /** What the cell says. */
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
}

export function Table<Row>({ caption, columns, rows, rowKey, isOff, buttons }: TableProps<Row>) {
  const lead = columns.find(({ leads }) => leads) ?? columns.find(({ align }) => align !== 'number');
  return (
    <div className={styles.scroll}>
      <TableFrame caption={caption} head="sticky" className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ label, align }) => (
              <th key={label} scope="col" className={align && styles.number}>
                {label}
              </th>
            ))}
            {buttons && <ActionsHead />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-off={isOff?.(row) ? '' : undefined}>
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
