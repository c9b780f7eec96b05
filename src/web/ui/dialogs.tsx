// The dialogs of a screen: what kinds there are, what each says, and their host, which shows one at a time; opening another closes the first.
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { CallFailed } from '#web/send.ts';
import { type Confirm, confirmWith, DISMISSED, DialogBox, type DialogSpec, type Show } from './dialog-box.tsx';
import type { PlacedProblem } from './form.ts';
import { useNavigationGuard } from './navigation-guard.ts';
import { type ErrorHandlers, type SystemErrorOptions, systemErrors } from './system-error.ts';

export interface Dialogs {
  confirm: Confirm;
  /** Stays until `close`; for work that can't be interrupted. */
  progress(title: string, sentence: string, details?: ReactNode): void;
  finished(title: string, sentence: string, details?: ReactNode): Promise<void>;
  inputError(problems: readonly (PlacedProblem | string)[]): Promise<void>;
  masterError(sentences: readonly string[]): Promise<void>;
  authenticationError(line: string, sentences?: readonly string[]): Promise<void>;
  /**
   * True when the person can go on here: they have logged in again or, where that is offered, want to try again what did
   * not get through. What fails while one is shown shares its answer.
   */
  systemError(failure?: unknown, options?: SystemErrorOptions): Promise<boolean>;
  /**
   * Shows what a failed call deserves: what it refuses as its sentences, the rest as a system error. True as above.
   */
  failure(failure: unknown): Promise<boolean>;
  /** Does it, and does it again for whoever has logged in to go on; they need not press again. Shows what fails. */
  attempt(work: () => Promise<void>): Promise<void>;
  show: Show;
  close(): void;
}

const RECHECK = '以下の内容をもう一度ご確認ください';

/** `handlers` are the side's, as they are when an error is shown. */
export function makeDialogs(show: Show, close: () => void, handlers: () => ErrorHandlers): Dialogs {
  const showAndForget = async (spec: DialogSpec) => {
    await show(spec);
  };
  const showWrong = (title: string, line: string, sentences: readonly string[]) =>
    showAndForget({
      title,
      tone: 'wrong',
      lead: `${title}です。`,
      line,
      messages: sentences.map((sentence) => ({ sentence })),
    });

  const confirm = confirmWith(show);
  const inputError: Dialogs['inputError'] = async (problems) => {
    const messages = problems.map((problem) => (typeof problem === 'string' ? { sentence: problem } : problem));
    const title = '入力エラー';
    const answer = await show({ title, tone: 'wrong', lead: `${title}です。`, line: RECHECK, messages });
    const first = messages.find((message) => 'inputId' in message);
    const wanted = answer?.startsWith('#') ? answer.slice(1) : first && 'inputId' in first ? first.inputId : undefined;
    if (wanted) setTimeout(() => document.getElementById(wanted)?.focus());
  };
  const systemError = systemErrors(show, close, confirm, handlers);
  const failure: Dialogs['failure'] = async (failed) => {
    if (!(failed instanceof CallFailed && failed.isRefusal)) return systemError(failed);
    await inputError(failed.sentences);
    return false;
  };
  return {
    show,
    close,
    confirm,
    inputError,
    masterError: (sentences) => showWrong('マスタエラー', RECHECK, sentences),
    systemError,
    failure,
    authenticationError: (line, sentences = []) => showWrong('認証エラー', line, sentences),
    progress(title, sentence, details) {
      show({ title, tone: 'wait', lead: sentence, details, buttons: [] });
    },
    finished: (title, sentence, details) => showAndForget({ title, tone: 'done', lead: sentence, details }),
    async attempt(work) {
      let again = true;
      while (again) again = await work().then(() => false, failure);
    },
  };
}

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

/** Something else that lies over the screen until it is answered, awaited by who has opened it. `answer` is null while nothing is asked. */
export function useAsked<T>(): { ask(): Promise<T>; answer: ((given: T) => void) | null } {
  const [answer, setAnswer] = useState<((given: T) => void) | null>(null);
  const ask = () =>
    new Promise<T>((resolve) =>
      setAnswer(() => (given: T) => {
        setAnswer(null);
        resolve(given);
      }),
    );
  return { ask, answer };
}
