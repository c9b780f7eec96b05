// A mail as somebody will read it, with what was filled in tinted, and what puts words into one that is being written; a variable that
// nobody knows stands as it was typed.

import { type ReactNode, useRef } from 'react';
import { isMailVariable, type TemplatePart } from '#domain/mail/mail-variables.ts';
import styles from './mail-sheet.module.css';
import { Stack } from './ui/layout.tsx';

type Parts = readonly TemplatePart[];

interface MailSheetProps {
  subject: Parts;
  sender: string;
  to: ReactNode;
  body: Parts;
}

export function MailSheet({ subject, sender, to, body }: MailSheetProps) {
  return (
    <>
      <Stack as="dl" gap="3" lines="half" className={styles.head}>
        <dt>件名</dt>
        <dd>
          <Filled parts={subject} />
        </dd>
        <dt>送信元</dt>
        <dd>{sender}</dd>
        <dt>宛先</dt>
        <dd>{to}</dd>
      </Stack>
      <MailPaper parts={body} />
    </>
  );
}

export function MailPaper({ parts }: { parts: Parts }) {
  return (
    <div className={styles.paper}>
      <Filled parts={parts} />
    </div>
  );
}

function Filled({ parts }: { parts: Parts }) {
  return parts.map(({ text, variable }, index) =>
    variable === null ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <mark key={index} className={isMailVariable(variable) ? styles.filled : styles.unknown}>
        {text}
      </mark>
    ),
  );
}

type Writable = HTMLInputElement | HTMLTextAreaElement;

/** Puts words into the text that is being written, where the cursor stands. `remember` is the `onFocus` of the fields that take it; before one was entered, the field with this id does. */
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
