// What goes with the press that it was meant for takes the keyboard along: the reader would stand nowhere. Who has no better place for
// them leaves them at the same button of the row that moves up, or at the heading of the part that it stood in.

const PARTS = 'section, article, main';

const buttonsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('button')];

/** From a row that goes: where the same is done to the next one, or else to the one before. */
function besideOf(gone: HTMLElement): HTMLElement[] {
  const row = gone.closest('tr, li');
  const rows = [...(row?.parentElement?.children ?? [])];
  if (!row) return [];
  const at = buttonsOf(row).indexOf(gone);
  const others = [...rows.slice(rows.indexOf(row) + 1), ...rows.slice(0, rows.indexOf(row)).reverse()];
  return others.map((other) => buttonsOf(other)[at]).filter((button) => button !== undefined);
}

/** Of what is being taken away and has the focus. Does nothing where somebody else gives the focus a place. */
export function restoreFocus(gone: HTMLElement): void {
  const row = gone.closest('tr, li');
  const beside = besideOf(gone);
  const parts: Element[] = [];
  for (let part = gone.closest(PARTS); part; part = part.parentElement?.closest(PARTS) ?? null) parts.push(part);
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const next = row?.isConnected ? undefined : beside.find((button) => button.isConnected);
    const headings = parts
      .filter((part) => part.isConnected)
      .map((part) => part.querySelector<HTMLElement>('h1, h2, h3'));
    const heading = headings.find((found) => found !== null);
    if (!next && heading) {
      heading.tabIndex = -1;
      heading.dataset.reader = '';
    }
    (next ?? heading)?.focus({ preventScroll: true });
  });
}
