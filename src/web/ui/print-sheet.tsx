// A sheet of paper that a screen has printed in place of itself; nothing of it is seen before.
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
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

export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes the page as it is when the event is over.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
