// Copies a text to the clipboard; where the browser gives none, the text is selected for the person to copy.
import { useRef, useState } from 'react';

/** `place` is where the text stands, `message` what has become of it. */
export function useCopy<Place extends HTMLElement>(text: string, selected: string) {
  const place = useRef<Place>(null);
  const [message, setMessage] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setMessage('コピーしました。');
    } catch {
      // Without https a browser gives nobody its clipboard.
      if (place.current) getSelection()?.selectAllChildren(place.current);
      setMessage(selected);
    }
  }
  return { copy, place, message };
}
