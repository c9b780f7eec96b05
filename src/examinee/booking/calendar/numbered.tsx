// A heading that says which of two things is chosen here; alone, it needs no number.
import type { ReactNode } from 'react';
import styles from './numbered.module.css';

interface NumberedProps {
  level: 2 | 3;
  number?: number;
  id?: string;
  children: ReactNode;
}

export function Numbered({ level, number, id, children }: NumberedProps) {
  const Heading = `h${level}` as const;
  return (
    <Heading className={styles.heading} id={id}>
      {number && <span>{number}</span>}
      {children}
    </Heading>
  );
}
