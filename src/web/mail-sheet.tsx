// A mail as somebody will read it, with what was filled in tinted; a variable that nobody knows stands as it was typed.
import type { ReactNode } from 'react';
import { isMailVariable, type TemplatePart } from '#domain/mail/mail-variables.ts';
import { Stack } from '#web/ui/layout.tsx';
import styles from './mail-sheet.module.css';

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
