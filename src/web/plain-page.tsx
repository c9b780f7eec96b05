// A page of its own with nothing but a heading and a few words: outside of any errand.
import type { ReactNode } from 'react';
import { useTitle } from './page-head.tsx';
import styles from './plain-page.module.css';

export function PlainPage({ title, heading, children }: { title: string; heading: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div data-side="examinee">
      <main className={styles.page}>
        <h1>{heading}</h1>
        {children}
      </main>
    </div>
  );
}
