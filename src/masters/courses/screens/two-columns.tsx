// Rows at the left, and beside them what helps to check them.
import type { ReactNode } from 'react';
import { Stack } from '#web/ui/layout.tsx';
import styles from './two-columns.module.css';

export function TwoColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <Stack gap="6" align="start" className={styles.columns}>
      <div className={styles.main}>{children}</div>
      <div className={styles.side}>{side}</div>
    </Stack>
  );
}

export function Panel({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={styles.panel}>
      <header>
        <h2>{title}</h2>
        {note && <span>{note}</span>}
      </header>
      <div>{children}</div>
    </section>
  );
}
