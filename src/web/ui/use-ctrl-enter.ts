// Ctrl+Enter does what the primary button does, whatever has the focus.
import { useLayoutEffect, useRef } from 'react';

interface Keys {
  withShift?: boolean;
  /** Of a dialog: one that stands over it has the keys. Else any dialog has them. */
  inDialog?: boolean;
}

/** Null where there is nothing to do. From the moment on at which the button is seen; a key that is held down does it once. */
export function useCtrlEnter(run: (() => void) | null, { withShift = false, inDialog = false }: Keys = {}): void {
  const latest = useRef(run);
  latest.current = run;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.ctrlKey || event.shiftKey !== withShift || !latest.current) return;
      if (document.querySelectorAll('dialog[open]').length > (inDialog ? 1 : 0)) return;
      event.preventDefault();
      if (!event.repeat) latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [withShift, inDialog]);
}
