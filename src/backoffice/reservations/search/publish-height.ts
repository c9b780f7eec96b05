// Where the head of the extraction's table sticks follows the height of the bar above it.

/** Tells the screen around how high its bar is, whatever its chips need: the table's head sticks below it. */
export function publishHeight(bar: HTMLElement | null) {
  if (!bar) return;
  const screen = bar.parentElement;
  const observer = new ResizeObserver(() => screen?.style.setProperty('--bar-height', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => observer.disconnect();
}
