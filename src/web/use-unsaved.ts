// Asks before unsaved edits are left behind, by another page or by logging out.
import { useEffect, useRef } from 'react';
import { type Dialogs, useDialogs } from './ui/dialogs.tsx';
import { useGuard } from './ui/navigation-guard.ts';

/** State of a navigation that is not the person's choice, such as a session that is over. */
export const FORCED = { forced: true };
/** The same where the record that a screen was opened for is not there any more: the list that it leads to says so. */
export const GONE = { ...FORCED, gone: true };

/** Which page an address is: what it says of the month besides is only what of it is shown. */
function pageOf({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search);
  for (const name of ['month', 'frame']) params.delete(name);
  return `${pathname}?${params}`;
}

let unsavedForms = 0;
export const hasUnsaved = () => unsavedForms > 0;

/** True when the person means it. */
export const askToLeave = (dialogs: Pick<Dialogs, 'confirm'>, act: '移動' | 'ログアウト', where = '') =>
  dialogs.confirm(`${where}保存していない変更があります。`, {
    details: `このまま${act}すると、変更した内容は失われます。`,
    ok: `${act}する`,
    danger: true,
  });

/** Returns a function that lets the next leaving pass, to be called when everything is saved. */
export function useUnsaved(unsaved: boolean): () => void {
  const dialogs = useDialogs();
  const free = useRef(false);
  const isAsking = useRef(false);
  useGuard({
    blocks: ({ currentLocation, nextLocation }) =>
      unsaved && !free.current && !nextLocation.state?.forced && pageOf(currentLocation) !== pageOf(nextLocation),
    async ask(blocked) {
      isAsking.current = true;
      const leave = await askToLeave(dialogs, '移動');
      isAsking.current = false;
      if (leave) blocked.proceed();
      else blocked.reset();
    },
  });

  // Whoever leaves while it is being saved need not answer any more when it is.
  useEffect(() => {
    if (!unsaved && isAsking.current) dialogs.close();
  }, [unsaved, dialogs]);

  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!free.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    unsavedForms += 1;
    return () => {
      window.removeEventListener('beforeunload', warn);
      unsavedForms -= 1;
    };
  }, [unsaved]);

  return () => {
    free.current = true;
    if (isAsking.current) dialogs.close();
  };
}
