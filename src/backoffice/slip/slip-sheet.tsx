// A slip on paper: one page as long as that can be read, else smaller, else two.
import { useLayoutEffect, useRef, useState } from 'react';
import type { Slip } from './contract.ts';
import { layOut } from './paging.ts';
import { KeyFacts, MoreFacts, type Printed, partsOf, SlipHead } from './slip-parts.tsx';
import styles from './slip-sheet.module.css';

/** Plain, close, and as small as may be. */
const DENSITIES = ['plain', 'close', 'small'] as const;

/** As on paper, whatever size a screen shows it in. */
const heightOf = (element: Element | null) => (element ? Number.parseFloat(getComputedStyle(element).height) || 0 : 0);

/** How high the parts stand, with the room between them, and how much there is on a page. */
function measure(page: HTMLElement) {
  const body = page.querySelector('[data-body]');
  const parts = [...page.querySelectorAll('[data-part]')];
  const gap = body ? Number.parseFloat(getComputedStyle(body).rowGap) || 0 : 0;
  const next = heightOf(page.querySelector('[data-room]')) - heightOf(page.querySelector('header'));
  const facts = [...page.querySelectorAll('dl')].reduce((sum, list) => sum + heightOf(list) + gap, 0);
  return { heights: parts.map((part) => heightOf(part) + gap), room: { first: next - facts, next } };
}

export function SlipSheet({ slip, ...printed }: { slip: Slip } & Printed) {
  const first = useRef<HTMLElement>(null);
  const parts = partsOf(slip);
  const [density, setDensity] = useState(0);
  const [pages, setPages] = useState<number[][]>([parts.map((_, index) => index)]);

  useLayoutEffect(() => {
    if (!first.current || pages.length > 1) return;
    const { heights, room } = measure(first.current);
    const laid = layOut(heights, room);
    if (laid.length === 1) return;
    if (density < DENSITIES.length - 1) setDensity(density + 1);
    else setPages(laid);
  }, [density, pages]);

  return pages.map((onPage, page) => (
    <article
      key={page === 0 ? 'first' : onPage.join()}
      ref={page === 0 ? first : undefined}
      className={styles.sheet}
      data-density={DENSITIES[density]}
      aria-label={`受診票 ${slip.number}`}
    >
      <div className={styles.room} data-room="">
        <SlipHead slip={slip} institution={printed.institution} />
        <div className={styles.body} data-body="">
          {page === 0 && <KeyFacts slip={slip} />}
          {page === 0 && <MoreFacts slip={slip} />}
          {onPage.map((part) => (
            <div key={part} data-part="">
              {parts[part]}
            </div>
          ))}
        </div>
      </div>
      <footer className={styles.foot}>
        <span>この用紙を受付にお出しください。</span>
        <span>{`${printed.printedAt} 印刷　${page + 1}／${pages.length}`}</span>
      </footer>
    </article>
  ));
}
