// A sheet of paper that a screen has printed in place of itself; nothing of it is seen before.
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './print-sheet.module.css';

/** While it is there, printing the page prints it and nothing else (`styles/reset.css`). */
export function PrintSheet({ children }: { children: ReactNode }) {
  return createPortal(
    <div className={styles.sheet} data-print-sheet="">
      {children}
    </div>,
    document.body,
  );
}
