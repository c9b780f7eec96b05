// A named part of an office form: its name at the left, its fields beside it.
import type { ReactNode } from 'react';
import { Stack } from './layout.tsx';
import styles from './section.module.css';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <Stack gap="2">{children}</Stack>
    </section>
  );
}
