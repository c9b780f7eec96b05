// What every table has: its name for who cannot see it, and the names of its columns. Whoever has rows that are all alike takes `Table`.
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './table-frame.module.css';

interface TableFrameProps extends ComponentProps<'table'> {
  caption?: string;
  labels?: readonly string[];
  /** The last column is for what can be done with a row, and has a name for ears only. */
  hasActions?: boolean;
  /** With lines between its rows, and a head on a ground of its own, which may stay in sight. */
  head?: 'plain' | 'sticky';
}

export function TableFrame({
  caption,
  labels,
  hasActions = false,
  head,
  className,
  children,
  ...table
}: TableFrameProps) {
  return (
    <table {...table} className={classes(head && styles.lined, className)} data-head={head}>
      {caption && <caption className="visually-hidden">{caption}</caption>}
      {labels && (
        <thead>
          <tr>
            {labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            {hasActions && <ActionsHead />}
          </tr>
        </thead>
      )}
      {children}
    </table>
  );
}

export const ActionsHead = () => (
  <th scope="col">
    <span className="visually-hidden">操作</span>
  </th>
);
