// The dialog host: one dialog at a time, each awaited by who opened it; opening another closes the first.
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { DISMISSED, DialogBox, type DialogSpec } from './dialog-box.tsx';
import { type Dialogs, makeDialogs } from './dialog-kinds.ts';
import { useNavigationGuard } from './navigation-guard.ts';
import type { ErrorHandlers } from './system-error.ts';

const DialogContext = createContext<Dialogs | null>(null);

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogContext);
  if (!dialogs) throw new Error('useDialogs outside of a DialogHost');
  return dialogs;
}

/** `isHidden`: what a dialog asks waits until it may be read again. */
export function DialogHost({
  children,
  isHidden = false,
  ...given
}: ErrorHandlers & { children: ReactNode; isHidden?: boolean }) {
  const [current, setCurrent] = useState<DialogSpec | null>(null);
  const pending = useRef<((answer: string | null) => void) | null>(null);
  const handlers = useRef<ErrorHandlers>(given);
  handlers.current = given;

  const { dialogs, close } = useMemo(() => {
    const show = (spec: DialogSpec) => {
      pending.current?.(null);
      return new Promise<string | null>((resolve) => {
        pending.current = resolve;
        setCurrent(spec);
      });
    };
    const close = (answer: string | null = null) => {
      pending.current?.(answer);
      pending.current = null;
      setCurrent(null);
    };
    return {
      dialogs: makeDialogs(
        show,
        () => close(),
        () => handlers.current,
      ),
      close,
    };
  }, []);

  useNavigationGuard();
  const { pathname } = useLocation();
  // A dialog belongs to the screen that opened it. Before that of the next screen, which may open one as it begins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes with the path
  useLayoutEffect(() => () => close(DISMISSED), [pathname, close]);

  return (
    <DialogContext value={dialogs}>
      {children}
      {current && !isHidden && <DialogBox key={current.title + current.lead} spec={current} onAnswer={close} />}
    </DialogContext>
  );
}
