// Words that stand back, stay in one piece, or stand in a list.
import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Stack } from '#web/ui/layout.tsx';
import styles from './texts.module.css';

interface SoftProps {
  as?: 'span' | 'p';
  whole?: boolean;
  children: ReactNode;
}

/** Less important than what it stands beside. */
export function MutedText({ as: Tag = 'span', whole = false, children }: SoftProps) {
  return <Tag className={classes(styles.soft, whole ? styles.whole : undefined)}>{children}</Tag>;
}

/** A date or an amount, which no line breaks in the middle. */
export function NoWrap({ children }: { children: ReactNode }) {
  return <span className={styles.whole}>{children}</span>;
}

/** Why the button below it cannot be pressed yet. */
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

/** In place of a list that is empty. */
export function Empty({ lines }: { lines: readonly string[] }) {
  return (
    <div className={styles.empty}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
