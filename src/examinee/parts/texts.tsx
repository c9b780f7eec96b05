// Words that stay in one piece, or stand in a list.
import type { ReactNode } from 'react';
import { Stack } from '#web/ui/layout.tsx';
import styles from './texts.module.css';

/** A date or an amount, which no line breaks in the middle. */
export function NoWrap({ children }: { children: ReactNode }) {
  return <span className={styles.whole}>{children}</span>;
}

export function HintText({ children }: { children: ReactNode }) {
  return <p className={styles.why}>{children}</p>;
}

export function Bullets({ lines }: { lines: readonly string[] }) {
  return (
    <Stack as="ul" gap="1" className={styles.bullets}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Stack>
  );
}

export function Empty({ lines }: { lines: readonly string[] }) {
  return (
    <div className={styles.empty}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
