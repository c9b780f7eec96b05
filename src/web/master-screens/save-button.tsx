// The primary button of an edit screen, with the keys that do the same.
import type { ButtonHTMLAttributes } from 'react';
import { Button, type ButtonKind } from '#web/ui/button.tsx';
import styles from './save-button.module.css';

interface SaveButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
}

export function SaveButton({ kind = 'primary', children, ...rest }: SaveButtonProps) {
  return (
    <Button kind={kind} className={styles.primary} {...rest}>
      {children}
      <kbd data-hide="narrow">Ctrl+Enter</kbd>
    </Button>
  );
}
