// Text and controls that a page cuts off: what lies outside of a box that hides it, and what stands nowhere else as a whole.
import type { Page } from '@playwright/test';

/** What is cut off, as `text < who cuts it`; empty where all can be read. */
export const findClipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Rounding, and letters that lean over. */
    const SLACK = 2;
    const CONTROLS = 'input:not([type=hidden]), select, textarea, button';
    const found = new Set<string>();

    /** The ancestor that cuts it off; null where all of it shows, or can be scrolled to. */
    function clippedBy(box: DOMRect, from: Element | null): Element | null {
      let [isFreeX, isFreeY] = [false, false];
      for (let at = from; at && at !== document.body && !(isFreeX && isFreeY); at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.display === 'contents') continue;
        const edge = at.getBoundingClientRect();
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        // Only for readers: nobody sees it anyway.
        if (edge.width <= 1 && edge.height <= 1) return null;
        const isOutX = box.right > edge.right + SLACK || box.left < edge.left - SLACK;
        const isOutY = box.bottom > edge.bottom + SLACK || box.top < edge.top - SLACK;
        if (hides(style.overflowX) && isOutX && !isFreeX) return at;
        if (hides(style.overflowY) && isOutY && !isFreeY) return at;
        isFreeX ||= /auto|scroll/.test(style.overflowX);
        isFreeY ||= /auto|scroll/.test(style.overflowY);
        if (style.position === 'fixed') return null;
      }
      return null;
    }

    const nameOf = (element: Element) => `${element.tagName.toLowerCase()}.${element.className}`;
    function look(box: DOMRect, from: Element | null, text: string): void {
      if (box.width === 0 || box.height === 0) return;
      const by = clippedBy(box, from);
      if (!by) return;
      // Shortened where the whole is reported beside it.
      const isShortened = getComputedStyle(by).textOverflow === 'ellipsis';
      const whole = by.closest('[title]')?.getAttribute('title') ?? '';
      if (!isShortened || !whole.includes(text)) found.add(`${text} < ${nameOf(by)}`);
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent } = node;
      const text = node.textContent?.trim() ?? '';
      if (text === '' || !parent?.checkVisibility() || parent.closest('option, svg, script, style, textarea')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) look(box, parent, text);
    }
    for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!control.checkVisibility({ opacityProperty: true })) continue;
      look(control.getBoundingClientRect(), control.parentElement, control.ariaLabel ?? nameOf(control));
      if (!(control instanceof HTMLInputElement) || control.placeholder === '') continue;
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen) continue;
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(control);
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      if (pen.measureText(control.placeholder).width > control.clientWidth)
        found.add(`${control.placeholder} < its input`);
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.add(`the page scrolls sideways by ${scrollWidth - clientWidth}`);
    return [...found];
  });
