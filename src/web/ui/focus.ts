// Puts the reader, with the keyboard and the screen reader, at what has just appeared.
import { type RefObject, useEffect, useRef, useState } from 'react';

interface Reader<E> {
  /** Of where the reader is put; `data-reader` says that it is no control. */
  place: { ref: RefObject<E | null>; tabIndex: -1; 'data-reader': '' };
  /** As soon as what is shown by now is drawn. */
  bring(): void;
}

/** For a heading or a count, which takes no focus otherwise. */
export function useFocusTarget<E extends HTMLElement = HTMLElement>(): Reader<E> {
  const ref = useRef<E>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round > 0) ref.current?.focus();
  }, [round]);
  return { place: { ref, tabIndex: -1, 'data-reader': '' }, bring: () => setRound((before) => before + 1) };
}

/** For the `ref` of what appears in place of what was pressed. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
