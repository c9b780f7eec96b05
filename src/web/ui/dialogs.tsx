// The dialog host: one dialog at a time, each awaited by who opened it; opening another closes the first.
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { CallFailed } from '../send.ts';
import { Button, type ButtonKind } from './button.tsx';
import styles from './dialogs.module.css';
import type { PlacedProblem } from './form.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

interface DialogButton {
  label: string;
  kind: ButtonKind;
  answer: string;
  focus?: boolean;
}

interface DialogSpec {
  title: string;
  tone?: 'wrong' | 'ask' | 'wait' | 'done';
  lead: string;
  line?: string;
  messages?: readonly { sentence: string; inputId?: string; detail?: string }[];
  details?: ReactNode;
  buttons: readonly DialogButton[];
}

export interface Dialogs {
  confirm(sentence: string, options?: ConfirmOptions): Promise<boolean>;
  /** Stays until `close`; for work that can't be interrupted. */
  progress(title: string, sentence: string, details?: ReactNode): void;
  finished(title: string, sentence: string, details?: ReactNode): Promise<void>;
  inputError(problems: readonly (PlacedProblem | string)[]): Promise<void>;
  masterError(sentences: readonly string[]): Promise<void>;
  authenticationError(lines: string, sentences?: readonly string[]): Promise<void>;
  /**
   * True when the person can go on here: they have logged in again or, where that is offered, want to try again what did
   * not get through. What fails while one is shown shares its answer.
   */
  systemError(failure?: unknown, options?: SystemErrorOptions): Promise<boolean>;
  /**
   * Shows what a failed call deserves: what it refuses as its sentences, the rest as a system error. True as above.
   */
  failure(failure: unknown, as?: 'input' | 'master', systemErrorLine?: string): Promise<boolean>;
  /** Does it, and does it again for whoever has logged in to go on; they need not press again. Tells what fails. */
  attempt(work: () => Promise<void>): Promise<void>;
  show(spec: DialogSpec): Promise<string | null>;
  close(): void;
}

export interface SystemErrorOptions {
  /** In place of the usual second line. */
  line?: string;
  /** Whoever asks does it again when the answer is true. */
  canRetry?: boolean;
}

export interface ConfirmOptions {
  title?: string;
  details?: ReactNode;
  ok?: string;
  danger?: boolean;
}

const DialogContext = createContext<Dialogs | null>(null);

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogContext);
  if (!dialogs) throw new Error('useDialogs outside of a DialogHost');
  return dialogs;
}

const CLOSE: DialogButton = { label: '閉じる', kind: 'primary', answer: 'close', focus: true };
const CONTENT_RECHECK = '内容をもう一度ご確認ください。';
const RECHECK = '以下の内容をもう一度ご確認ください';
const LOST =
  '通信できませんでした。電波やネットワークの状態をご確認のうえ、もう一度お試しください。入力された内容は、この画面に残っています。';
const GO_ON: DialogButton = { label: 'ログインして続ける', kind: 'primary', answer: 'sign-in', focus: true };
const SYSTEM_ERROR = { title: 'システムエラー', tone: 'wrong', lead: 'システムエラーです。' } as const;
const BUSY = 'しばらくお待ちください';
const GOES_ON = 'ログインすると、この画面の続きから操作できます。入力された内容は、この画面に残っています。';
const TRY_AGAIN: DialogButton = { label: 'もう一度試す', kind: 'primary', answer: 'again', focus: true };

interface DialogHostProps {
  children: ReactNode;
  /** Where the side sends people whose system error was closed. */
  afterSystemError(): void;
  sessionOver?: SessionOver;
  /** What was asked for is not there any more: what that means here, and the way to where one can choose again. */
  missing?: { note: string; leave(): void };
}

/** What a side does about a session that is over. */
export interface SessionOver {
  /** Goes on by itself where it can, e.g. as another tab does; true where that worked. */
  recover?(): Promise<boolean>;
  /** Asks who it is again, in place, so that nothing typed is lost. `elsewhere`: the person has gone to another page for it. */
  signInAgain?(): Promise<'done' | 'given-up' | 'elsewhere'>;
  /** For who can't log in: how they come back. They stay on the screen. */
  comeBack?(): string | null;
  /** Asks where something is unsaved; false where the person stays. */
  mayLeave?(dialogs: Pick<Dialogs, 'confirm'>): Promise<boolean>;
}

export function DialogHost({ children, ...given }: DialogHostProps) {
  const [current, setCurrent] = useState<{ spec: DialogSpec; answer: (answer: string | null) => void } | null>(null);
  const pending = useRef<((answer: string | null) => void) | null>(null);
  const shared = useRef<Promise<boolean> | null>(null);
  const side = useRef(given);
  side.current = given;

  const show = useCallback((spec: DialogSpec) => {
    pending.current?.(null);
    return new Promise<string | null>((resolve) => {
      pending.current = resolve;
      setCurrent({ spec, answer: resolve });
    });
  }, []);

  const close = useCallback((answer: string | null = null) => {
    pending.current?.(answer);
    pending.current = null;
    setCurrent(null);
  }, []);

  const dialogs = useMemo<Dialogs>(() => {
    const confirm: Dialogs['confirm'] = async (
      sentence,
      { title = '確認', details, ok = 'OK', danger = false } = {},
    ) => {
      const answer = await show({
        title,
        tone: 'ask',
        lead: sentence,
        details,
        buttons: [
          { label: 'キャンセル', kind: 'quiet', answer: 'cancel', focus: danger },
          { label: ok, kind: danger ? 'danger' : 'primary', answer: 'ok', focus: !danger },
        ],
      });
      return answer === 'ok';
    };
    const tellSystemError = async (
      failure: unknown,
      { line = CONTENT_RECHECK, canRetry = false }: SystemErrorOptions = {},
    ): Promise<boolean> => {
      const failed = failure instanceof CallFailed ? failure : null;
      if (failed?.is('NoSession')) return tellSessionOver(failed);
      if (failed?.is('TooMany') || failed?.isLost) {
        // The screen stays, with all that was typed: it can be sent once the network is back, or the rush is over.
        const answer = await show({
          ...(failed.isLost ? { ...SYSTEM_ERROR, line: LOST } : { title: BUSY, lead: failed.sentences[0] ?? '' }),
          buttons: failed.passes && canRetry ? [{ ...CLOSE, kind: 'quiet', focus: false }, TRY_AGAIN] : [CLOSE],
        });
        return answer === TRY_AGAIN.answer;
      }
      const { missing, sessionOver, afterSystemError } = side.current;
      const isMissing = failed?.is('NotFound') && missing !== undefined;
      await show({
        ...SYSTEM_ERROR,
        line,
        messages: failed?.sentences.map((sentence) => ({ sentence })) ?? [],
        details: isMissing ? missing.note : undefined,
        buttons: [CLOSE],
      });
      if (!isMissing) afterSystemError();
      else if ((await sessionOver?.mayLeave?.({ confirm })) !== false) missing.leave();
      return false;
    };
    const tellSessionOver = async ({ sentences }: CallFailed): Promise<boolean> => {
      const { sessionOver = {}, afterSystemError } = side.current;
      if (await sessionOver.recover?.()) return true;
      const { signInAgain } = sessionOver;
      const comeBack = sessionOver.comeBack?.() ?? null;
      const answer = await show({
        ...SYSTEM_ERROR,
        line: CONTENT_RECHECK,
        messages: comeBack ? [] : sentences.map((sentence) => ({ sentence })),
        details: signInAgain ? GOES_ON : comeBack,
        buttons: signInAgain ? [GO_ON, { ...CLOSE, kind: 'quiet', focus: false }] : [CLOSE],
      });
      if (comeBack && !signInAgain) return false;
      const outcome = answer === GO_ON.answer ? await signInAgain?.() : 'given-up';
      if (outcome === 'done') return true;
      if (outcome !== 'elsewhere' && (await sessionOver.mayLeave?.({ confirm })) !== false) afterSystemError();
      return false;
    };
    const systemError: Dialogs['systemError'] = (failure, options) => {
      shared.current ??= tellSystemError(failure, options).finally(() => {
        shared.current = null;
      });
      return shared.current;
    };
    const inputError: Dialogs['inputError'] = async (problems) => {
      const messages = problems.map((problem) => (typeof problem === 'string' ? { sentence: problem } : problem));
      const answer = await show({
        title: '入力エラー',
        tone: 'wrong',
        lead: '入力エラーです。',
        line: RECHECK,
        messages,
        buttons: [CLOSE],
      });
      const first = messages.find((message) => 'inputId' in message);
      const wanted = answer?.startsWith('#')
        ? answer.slice(1)
        : first && 'inputId' in first
          ? first.inputId
          : undefined;
      if (wanted) setTimeout(() => document.getElementById(wanted)?.focus());
    };
    const masterError: Dialogs['masterError'] = async (sentences) => {
      await show({
        title: 'マスタエラー',
        tone: 'wrong',
        lead: 'マスタエラーです。',
        line: RECHECK,
        messages: sentences.map((sentence) => ({ sentence })),
        buttons: [CLOSE],
      });
    };
    const failure: Dialogs['failure'] = async (failed, as = 'input', systemErrorLine) => {
      if (!(failed instanceof CallFailed && failed.isRefusal)) {
        return systemError(failed, { line: systemErrorLine });
      }
      await (as === 'master' ? masterError(failed.sentences) : inputError(failed.sentences));
      return false;
    };
    return {
      show,
      close: () => close(),
      systemError,
      inputError,
      masterError,
      confirm,
      progress(title, sentence, details) {
        show({ title, tone: 'wait', lead: sentence, details, buttons: [] });
      },
      async finished(title, sentence, details) {
        await show({ title, tone: 'done', lead: sentence, details, buttons: [CLOSE] });
      },
      async authenticationError(line, sentences = []) {
        await show({
          title: '認証エラー',
          tone: 'wrong',
          lead: '認証エラーです。',
          line,
          messages: sentences.map((sentence) => ({ sentence })),
          buttons: [CLOSE],
        });
      },
      failure,
      async attempt(work) {
        let again = true;
        while (again) again = await work().then(() => false, failure);
      },
    };
  }, [show, close]);

  return (
    <DialogContext value={dialogs}>
      {children}
      {current && <DialogBox key={current.spec.title + current.spec.lead} spec={current.spec} onAnswer={close} />}
    </DialogContext>
  );
}

function DialogBox({ spec, onAnswer }: { spec: DialogSpec; onAnswer(answer: string | null): void }) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const opener = document.activeElement;
    element.showModal();
    (element.querySelector<HTMLElement>('[data-focus]') ?? element).focus();
    return () => {
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  const canClose = spec.buttons.length > 0;
  return (
    <dialog
      ref={box}
      className={styles.dialog}
      data-tone={spec.tone}
      aria-labelledby="dialog-title"
      aria-describedby="dialog-body"
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        if (canClose) onAnswer(null);
      }}
      onKeyDown={(event) => {
        // Pressed twice, Esc would close a dialog whatever its handler says.
        if (event.key === 'Escape' && !canClose) event.preventDefault();
      }}
    >
      <h2 className={styles.title} id="dialog-title">
        {spec.tone === 'wrong' && <Icon name="alert" />}
        {spec.title}
      </h2>
      <div className={styles.body} id="dialog-body">
        <div
          className={spec.tone === 'wait' ? styles.waiting : undefined}
          role={spec.tone === 'wait' ? 'status' : undefined}
        >
          {spec.tone === 'wait' && <Spinner />}
          <p className={styles.lead}>{spec.lead}</p>
        </div>
        {spec.line && <p>{spec.line}</p>}
        {spec.messages && spec.messages.length > 0 && (
          <ul className={styles.messages}>
            {spec.messages.map(({ sentence, inputId, detail }) => (
              <li key={sentence}>
                {inputId ? (
                  <button type="button" onClick={() => onAnswer(`#${inputId}`)}>
                    {sentence}
                  </button>
                ) : (
                  sentence
                )}
                {detail && <p>{detail}</p>}
              </li>
            ))}
          </ul>
        )}
        {spec.details && <div className={styles.details}>{spec.details}</div>}
      </div>
      {canClose && (
        <div className={styles.buttons}>
          {spec.buttons.map(({ label, kind, answer, focus }) => (
            <Button key={answer} kind={kind} data-focus={focus ? '' : undefined} onClick={() => onAnswer(answer)}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </dialog>
  );
}
