// Which rows of a long table are drawn, and which of them the keyboard is at.
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A row to go back to, once, as soon as it is there; without a place it is brought into view. */
export interface ReturnTo {
  key: number;
  scrollTop: number | null;
}

interface RowsInViewOptions<Row> {
  rows: readonly Row[];
  rowKey(row: Row): number;
  returnTo?: ReturnTo | null;
  resetKey?: string;
}

/** Twice the size of the page's letters, as the sheet has it. */
const heightOfRow = () => 2 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
/** Fewer are drawn as they are. */
const VIRTUAL_FROM = 200;
const OVERSCAN = 12;
const PAGE = 20;
/** The bars that stay in view above and below the rows. */
const SCROLL_PADDING = { scrollPaddingStart: 176, scrollPaddingEnd: 72 };

export function useRowsInView<Row>({ rows, rowKey, returnTo, resetKey }: RowsInViewOptions<Row>) {
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
