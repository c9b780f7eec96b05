// Waits for the end of a press. What a field says when it is left may move the page: a button that is being pressed
// would slip away under the pointer, and the click would meet nothing.

let isPressed = false;
const waiting = new Set<() => void>();

function release(): void {
  isPressed = false;
  // The click comes after the release.
  setTimeout(() => {
    for (const act of waiting) act();
    waiting.clear();
  });
}

if (typeof document !== 'undefined') {
  const options = { capture: true, passive: true };
  document.addEventListener('pointerdown', () => (isPressed = true), options);
  for (const end of ['pointerup', 'pointercancel', 'dragend']) document.addEventListener(end, release, options);
}

/** At once where nothing is pressed. */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.add(act);
  else act();
}
