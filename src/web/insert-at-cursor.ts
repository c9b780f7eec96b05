// Puts words into the text that is being written, where the cursor stands.
import { useRef } from 'react';

type Writable = HTMLInputElement | HTMLTextAreaElement;

/** `remember` is the `onFocus` of the fields that take it; before one was entered, the field with this id does. */
export function useInsertion(firstId: string) {
  const writing = useRef<Writable>(null);

  function insert(text: string) {
    const input = writing.current ?? document.getElementById(firstId);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
    input.focus();
    input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }

  const remember = (event: { currentTarget: Writable }) => {
    writing.current = event.currentTarget;
  };
  return { insert, remember };
}
