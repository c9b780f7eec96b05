// What was entered, read back: a word and what stands for it, row by row.
import type { ReactNode } from 'react';
import styles from './pairs.module.css';

interface PairsProps {
  rows: readonly (readonly [word: string, content: ReactNode])[];
  /** What is read off letter by letter gets a line of its own on phones. */
  stacked?: boolean;
}

export function Pairs({ rows, stacked = false }: PairsProps) {
  return (
    <dl className={styles.pairs} data-ruled data-stacked={stacked ? '' : undefined}>
      {rows.map(([word, content]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
}
