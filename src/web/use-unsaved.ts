// Asks before unsaved edits are left behind.
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useDialogs } from './ui/dialogs.tsx';

/** State of a navigation that is not the person's choice, such as a session that is over. */
export const FORCED = { forced: true };

/** Returns a function that lets the next leaving pass, to be called when everything is saved. */
export function useUnsaved(unsaved: boolean): () => void {
  const dialogs = useDialogs();
  const free = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !free.current && !nextLocation.state?.forced && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    dialogs
      .confirm('保存していない変更があります。', {
        details: 'このまま移動すると、変更した内容は失われます。',
        ok: '移動する',
      })
      .then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, dialogs]);

  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!free.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);

  return () => {
    free.current = true;
  };
}
