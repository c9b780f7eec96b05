// A long table that draws only the rows in view: it scrolls with the page, and is used by keyboard and screen reader as a whole one.
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './virtual-table.module.css';

export interface VirtualColumn<Row, Id extends string> {
  id: Id;
  label: string;
  text(row: Row): string;
  /** Of the table, in CSS; what is left over is shared by the columns without one. */
  width?: string;
  /** When the cell shows more than its text. */
  render?: (row: Row) => ReactNode;
}

interface VirtualTableProps<Row, Id extends string> {
  caption: string;
  columns: readonly VirtualColumn<Row, Id>[];
  rows: readonly Row[];
  rowKey(row: Row): number;
  sort: { column: Id; isDescending: boolean };
  onSort(column: Id): void;
  /** Rows that are out of use are greyed. */
  isOff?: (row: Row) => boolean;
  /** The button at the end of each row, which Enter presses. */
  action: { label: string; describe(row: Row): string; run(row: Row): void };
  /** A row to go back to, once, as soon as it is there; without a place it is brought into view. */
  returnTo?: { key: number; scrollTop: number | null } | null;
  /** When this changes, these are other rows or another order, and one begins at the top again. */
  startsAnewWith?: string;
}

const ROW_HEIGHT = 32;
/** Fewer are drawn as they are. */
const VIRTUAL_FROM = 200;
const OVERSCAN = 12;
const PAGE = 20;
/** The bars that stay in view above and below the rows. */
const SCROLL_PADDING = { scrollPaddingStart: 176, scrollPaddingEnd: 72 };

export function VirtualTable<Row, Id extends string>(props: VirtualTableProps<Row, Id>) {
  const { caption, columns, rows, rowKey, sort, onSort, isOff, action, returnTo, startsAnewWith } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const [bodyTop, setBodyTop] = useState(0);
  const at = Math.min(current, Math.max(rows.length - 1, 0));
  // Where the keyboard is to go as soon as that row is drawn.
  const wanted = useRef<number | null>(null);

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: bodyTop,
    ...SCROLL_PADDING,
    rangeExtractor: (range) => {
      if (range.count <= VIRTUAL_FROM) return Array.from({ length: range.count }, (_, index) => index);
      // The row that the keyboard is at stays, however far the page is scrolled: the focus would be lost with it.
      const shown = defaultRangeExtractor(range);
      return shown.includes(at) ? shown : [...shown, at].sort((a, b) => a - b);
    },
  });

  // What stands above the table may fold and unfold.
  useLayoutEffect(() => {
    if (body.current) setBodyTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
  });

  useEffect(() => {
    const row = wanted.current === null ? null : buttonOf(body.current, wanted.current);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });

  function goTo(index: number): void {
    const next = Math.max(0, Math.min(index, rows.length - 1));
    wanted.current = next;
    setCurrent(next);
    virtualizer.scrollToIndex(next);
  }

  const hasReturned = useRef(false);
  useEffect(() => {
    if (!returnTo || hasReturned.current) return;
    const index = rows.findIndex((row) => rowKey(row) === returnTo.key);
    if (index < 0) return;
    hasReturned.current = true;
    wanted.current = index;
    setCurrent(index);
    if (returnTo.scrollTop === null) virtualizer.scrollToIndex(index, { align: 'center' });
    else window.scrollTo(0, returnTo.scrollTop);
  }, [rows, rowKey, returnTo, virtualizer]);

  const shownWith = useRef(startsAnewWith);
  useEffect(() => {
    if (shownWith.current === startsAnewWith) return;
    shownWith.current = startsAnewWith;
    setCurrent(0);
    const top = bodyTop - SCROLL_PADDING.scrollPaddingStart;
    if (window.scrollY > top) window.scrollTo(0, top);
  }, [startsAnewWith, bodyTop]);

  function press(event: KeyboardEvent<HTMLTableElement>): void {
    if (!(event.target as HTMLElement).closest('tbody')) return;
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
      Home: 0,
      End: rows.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    goTo(next);
  }

  const items = virtualizer.getVirtualItems();
  let drawnTo = bodyTop;
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-rowcount={rows.length + 1} onKeyDown={press}>
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          <col style={{ width: widthOfNumbers(rows.length) }} />
          {columns.map(({ id, width }) => (
            <col key={id} style={width ? { width } : undefined} />
          ))}
          <col style={{ width: '60px' }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.number}>
              No.
            </th>
            {columns.map(({ id, label }) => (
              <th key={id} scope="col" aria-sort={sort.column === id ? directionOf(sort) : undefined}>
                <button type="button" onClick={() => onSort(id)}>
                  {label}
                  <SortMark direction={sort.column === id ? directionOf(sort) : null} />
                </button>
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {items.map(({ index, start, end, key }) => {
            const row = rows[index];
            if (!row) return null;
            const gap = start - drawnTo;
            drawnTo = end;
            return (
              <Fragment key={key}>
                {gap > 0 && <Gap height={gap} columns={columns.length + 2} />}
                <tr
                  aria-rowindex={index + 2}
                  data-row={index}
                  data-current={index === at ? '' : undefined}
                  data-off={isOff?.(row) ? '' : undefined}
                  onFocus={() => setCurrent(index)}
                >
                  <td className={styles.number}>{(index + 1).toLocaleString('ja-JP')}</td>
                  {columns.map(({ id, text, render }) => (
                    <td key={id} title={text(row)}>
                      {render ? render(row) : text(row)}
                    </td>
                  ))}
                  <td className={styles.action}>
                    <Button
                      aria-label={action.describe(row)}
                      tabIndex={index === at ? 0 : -1}
                      onClick={() => action.run(row)}
                    >
                      {action.label}
                    </Button>
                  </td>
                </tr>
              </Fragment>
            );
          })}
          <Gap height={bodyTop + virtualizer.getTotalSize() - drawnTo} columns={columns.length + 2} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows that are not drawn. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a plain table takes no focus
    <tr aria-hidden="true" className={styles.gap}>
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  );
}

/** Wide enough for the number of the last row. */
const widthOfNumbers = (count: number) => `max(48px, ${count.toLocaleString('ja-JP').length}ch + 12px)`;

const directionOf = ({ isDescending }: { isDescending: boolean }) => (isDescending ? 'descending' : 'ascending');

function SortMark({ direction }: { direction: 'ascending' | 'descending' | null }) {
  if (!direction) return <span className={styles.sortable} aria-hidden="true" />;
  return <Icon name={direction === 'ascending' ? 'up' : 'down'} />;
}

const buttonOf = (body: HTMLElement | null, index: number) =>
  body?.querySelector<HTMLElement>(`[data-row="${index}"] button`) ?? null;
