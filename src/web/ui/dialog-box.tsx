// The box of a dialog: over the screen, with the keyboard inside until it is closed, and then back where it was; and the question in one.

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button, type ButtonKind } from './button.tsx';
import styles from './dialog-box.module.css';
import { Form } from './form-element.tsx';
import { Icon } from './icon.tsx';
import { useCloseOnBack } from './navigation-guard.ts';
import { Spinner } from './spinner.tsx';

type Tone = 'wrong' | 'ask' | 'wait' | 'done';

export interface DialogButton {
  label: string;
  kind: ButtonKind;
  answer: string;
  focus?: boolean;
}

export interface DialogSpec {
  title: string;
  tone?: Tone;
  lead: string;
  line?: string;
  messages?: readonly { sentence: string; inputId?: string; detail?: string }[];
  details?: ReactNode;
  /** One that closes it, unless others are named; with none it stays until whoever opened it closes it. */
  buttons?: readonly DialogButton[];
}

/** The answer of a dialog that went by the browser's Back, or with its screen: nothing follows from it, not even what closing it would lead to. */
export const DISMISSED = 'dismissed';

/** Gives back what the person answered, and null when the dialog was closed. */
export type Show = (spec: DialogSpec) => Promise<string | null>;

export const CLOSE: DialogButton = { label: '閉じる', kind: 'primary', answer: 'close', focus: true };

/** Answered with what its buttons say, `#` and an input's id where a message leads there, or null by Esc. */
export function DialogBox({ spec, onAnswer }: { spec: DialogSpec; onAnswer(answer: string | null): void }) {
  const { title, tone, lead, line, messages = [], details, buttons = [CLOSE] } = spec;
  return (
    <ModalBox
      title={title}
      tone={tone}
      details={details}
      onClose={buttons.length > 0 ? () => onAnswer(null) : null}
      onBack={() => onAnswer(DISMISSED)}
      buttons={buttons.map(({ label, kind, answer, focus }) => (
        <Button key={answer} kind={kind} data-focus={focus ? '' : undefined} onClick={() => onAnswer(answer)}>
          {label}
        </Button>
      ))}
    >
      <div className={tone === 'wait' ? styles.waiting : undefined} role={tone === 'wait' ? 'status' : undefined}>
        {tone === 'wait' && <Spinner />}
        <p className={styles.lead}>{lead}</p>
      </div>
      {line && <p>{line}</p>}
      {messages.length > 0 && (
        <ul className={styles.messages}>
          {messages.map(({ sentence, inputId, detail }) => (
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
    </ModalBox>
  );
}

interface ModalBoxProps {
  title: string;
  tone?: Tone;
  children: ReactNode;
  details?: ReactNode;
  buttons: ReactNode[];
  /** By Esc; null where it can't be closed. */
  onClose: (() => void) | null;
  /** By the browser's Back, where that is not the same; it is nothing where the box can't be closed. */
  onBack?: () => void;
  /** It holds much that is operated: nobody wants all of it read out before. */
  isLong?: boolean;
  onSubmit?: () => void;
}

export function ModalBox({
  title,
  tone,
  children,
  details,
  buttons,
  onClose,
  onBack,
  isLong,
  onSubmit,
}: ModalBoxProps) {
  const id = useId();
  useCloseOnBack(() => onClose && (onBack ?? onClose)());
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const opener = document.activeElement;
    element.showModal();
    (
      element.querySelector<HTMLElement>('[data-focus]') ??
      element.querySelector<HTMLElement>('input, select, textarea') ??
      element
    ).focus();
    return () => {
      element.close();
      // It was in view when it was pressed; bringing it into view again would move the page under a bar that stays.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      // What was pressed may be gone by what was done.
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
    };
  }, []);

  const content = (
    <>
      <div className={styles.body} id={`${id}body`}>
        {children}
        {details && <div className={styles.details}>{details}</div>}
      </div>
      {buttons.length > 0 && <div className={styles.buttons}>{buttons}</div>}
    </>
  );
  return (
    <dialog
      ref={box}
      className={styles.dialog}
      data-tone={tone}
      aria-labelledby={`${id}title`}
      aria-describedby={onSubmit || isLong ? undefined : `${id}body`}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onKeyDown={(event) => {
        // Pressed twice, Esc would close a dialog whatever its handler says.
        if (event.key === 'Escape' && !onClose) event.preventDefault();
      }}
    >
      <h2 className={styles.title} id={`${id}title`}>
        {tone === 'wrong' && <Icon name="alert" />}
        {title}
      </h2>
      {onSubmit ? <Form onSubmit={onSubmit}>{content}</Form> : content}
    </dialog>
  );
}

export type Confirm = (sentence: string, options?: ConfirmOptions) => Promise<boolean>;

interface ConfirmOptions {
  title?: string;
  tone?: DialogSpec['tone'];
  line?: string;
  details?: ReactNode;
  ok?: string;
  cancel?: string;
  danger?: boolean;
}

/** The question whether it is meant, before something is done. */
export const confirmWith =
  (show: Show): Confirm =>
  async (sentence, { ok = 'OK', cancel = 'キャンセル', danger = false, ...spec } = {}) => {
    const answer = await show({
      title: '確認',
      tone: 'ask',
      lead: sentence,
      ...spec,
      buttons: [
        { label: cancel, kind: 'quiet', answer: 'cancel', focus: danger },
        { label: ok, kind: danger ? 'danger' : 'primary', answer: 'ok', focus: !danger },
      ],
    });
    return answer === 'ok';
  };
