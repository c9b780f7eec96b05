// A long table that draws only the rows in view: it scrolls with the page, and is used by keyboard and screen reader as a whole one.

import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { LinkButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { type RowSelection, SelectAll, useSelecting } from './row-selection.tsx';
import { ActionsHead, TableFrame } from './table-frame.tsx';
import styles from './virtual-table.module.css';

export interface VirtualColumn<Row, Id extends string> {
  id: Id;
  label: string;
  text(row: Row): string;
  /** Of the table, in CSS; what is left over is shared by the columns without one. */
  width?: string;
  render?: (row: Row) => ReactNode;
}

interface VirtualTableProps<Row, Id extends string> extends HeadProps<Row, Id> {
  caption: string;
  rows: readonly Row[];
  rowKey(row: Row): number;
  isOff?: (row: Row) => boolean;
  /** The link at the end of each row, which Enter follows. */
  action: { label: string; describe(row: Row): string; to(row: Row): string; onFollow(row: Row): void };
  returnTo?: ReturnTo | null;
  /** When this changes, these are other rows or another order, and one begins at the top again. */
  resetKey?: string;
}

export function VirtualTable<Row, Id extends string>(props: VirtualTableProps<Row, Id>) {
  const { caption, columns, rows, sort, onSort, isOff, action, selection = null } = props;
  const { body, drawn, gapBelow, at, setCurrent, press } = useRowsInView(props);
  const selecting = useSelecting({ ...props, selection, at });
  const width = columns.length + (selection ? 3 : 2);
  return (
    <div className={styles.scroll}>
      <TableFrame
        caption={caption}
        head="sticky"
        className={styles.table}
        aria-rowcount={rows.length + 1}
        // Before the link, which Space would follow.
        onKeyDownCapture={(event) => selecting.press(event, press(event))}
        onKeyUp={selecting.release}
      >
        <colgroup>
          {selection && <col style={{ width: '2rem' }} />}
          <col style={{ width: widthOfNumbers(rows.length) }} />
          {columns.map(({ id, width }) => (
            <col key={id} style={width ? { width } : undefined} />
          ))}
          <col style={{ width: '3.75rem' }} />
        </colgroup>
        <Head columns={columns} sort={sort} onSort={onSort} selection={selection} />
        <tbody ref={body}>
          {drawn.map(({ index, row, key, gapAbove }) => (
            <Fragment key={key}>
              <Gap height={gapAbove} columns={width} />
              <tr
                aria-rowindex={index + 2}
                data-row={index}
                data-current={index === at ? '' : undefined}
                data-off={isOff?.(row) ? '' : undefined}
                data-selected={selection?.isSelected(row) ? '' : undefined}
                onFocus={() => setCurrent(index)}
                {...selecting.rowProps(index)}
              >
                {selecting.cell(row, index)}
                <td className={styles.number}>{(index + 1).toLocaleString('ja-JP')}</td>
                {columns.map(({ id, text, render }) => (
                  <td key={id} title={text(row)}>
                    {render ? render(row) : text(row)}
                  </td>
                ))}
                <td className={styles.action}>
                  <LinkButton
                    aria-label={action.describe(row)}
                    tabIndex={index === at ? 0 : -1}
                    to={action.to(row)}
                    onFollow={() => action.onFollow(row)}
                  >
                    {action.label}
                  </LinkButton>
                </td>
              </tr>
            </Fragment>
          ))}
          <Gap height={gapBelow} columns={width} />
        </tbody>
      </TableFrame>
    </div>
  );
}

interface HeadProps<Row, Id extends string> {
  columns: readonly VirtualColumn<Row, Id>[];
  sort: { column: Id; isDescending: boolean };
  onSort(column: Id): void;
  /** Which rows are selected, for what is done to several at once; without it there is nothing to select by. */
  selection?: RowSelection<Row> | null;
}

function Head<Row, Id extends string>({ columns, sort, onSort, selection }: HeadProps<Row, Id>) {
  const sorted = sort.isDescending ? 'descending' : 'ascending';
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && <SelectAll {...selection.all} />}
        <th scope="col" className={styles.number}>
          No.
        </th>
        {columns.map(({ id, label }) => (
          <th key={id} scope="col" aria-sort={sort.column === id ? sorted : undefined}>
            <button type="button" onClick={() => onSort(id)}>
              <span title={label}>{label}</span>
              <SortMark direction={sort.column === id ? sorted : null} />
            </button>
          </th>
        ))}
        <ActionsHead />
      </tr>
    </thead>
  );
}

function SortMark({ direction }: { direction: 'ascending' | 'descending' | null }) {
  if (!direction) return <span className={styles.sortable} aria-hidden="true" />;
  return <Icon name={direction === 'ascending' ? 'up' : 'down'} />;
}

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
const widthOfNumbers = (count: number) => `max(3rem, ${count.toLocaleString('ja-JP').length}ch + 12px)`;

/** A row to go back to, once, as soon as it is there; without a place it is brought into view. */
export interface ReturnTo {
  key: number;
  scrollTop: number | null;
}

/** Twice the size of the page's letters, as the sheet has it. */
const heightOfRow = () => 2 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
/** Fewer are drawn as they are. */
const VIRTUAL_FROM = 200;
const OVERSCAN = 12;
const PAGE = 20;
/** The bars that stay in view above and below the rows. */
const SCROLL_PADDING = { scrollPaddingStart: 176, scrollPaddingEnd: 72 };

/** Which rows are drawn, and which of them the keyboard is at. */
function useRowsInView<Row>({ rows, rowKey, returnTo, resetKey }: VirtualTableProps<Row, string>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState(0);
  const [bodyTop, setBodyTop] = useState(0);
  const [rowHeight] = useState(heightOfRow);
  const at = Math.min(current, Math.max(rows.length - 1, 0));
  const wanted = useRef<number | null>(null);

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
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
    const row = wanted.current === null ? null : linkOf(body.current, wanted.current);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });

  function goTo(index: number): number {
    const next = Math.max(0, Math.min(index, rows.length - 1));
    wanted.current = next;
    setCurrent(next);
    virtualizer.scrollToIndex(next);
    return next;
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

  const shownWith = useRef(resetKey);
  useEffect(() => {
    if (shownWith.current === resetKey) return;
    shownWith.current = resetKey;
    setCurrent(0);
    const top = bodyTop - SCROLL_PADDING.scrollPaddingStart;
    if (window.scrollY > top) window.scrollTo(0, top);
  }, [resetKey, bodyTop]);

  function press(event: KeyboardEvent<HTMLTableElement>): number | null {
    if (!(event.target instanceof Element && event.target.closest('tbody'))) return null;
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
      Home: 0,
      End: rows.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return null;
    event.preventDefault();
    return goTo(next);
  }

  let drawnTo = bodyTop;
  const drawn = virtualizer.getVirtualItems().flatMap(({ index, start, end, key }) => {
    const row = rows[index];
    if (!row) return [];
    const gapAbove = start - drawnTo;
    drawnTo = end;
    return [{ index, row, key, gapAbove }];
  });
  return { body, drawn, gapBelow: bodyTop + virtualizer.getTotalSize() - drawnTo, at, setCurrent, press };
}

const linkOf = (body: HTMLElement | null, index: number) =>
  body?.querySelector<HTMLElement>(`[data-row="${index}"] td:last-child a`) ?? null;
