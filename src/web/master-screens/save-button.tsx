// The primary button of an edit screen, with the keys that do the same.
import type { ButtonHTMLAttributes } from 'react';
import { Button } from '../ui/button.tsx';
import styles from './save-button.module.css';

export function SaveButton({ children, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <Button kind="primary" className={styles.primary} {...rest}>
      {children}
      <kbd className={styles.keyHint}>Ctrl+Enter</kbd>
    </Button>
  );
}
