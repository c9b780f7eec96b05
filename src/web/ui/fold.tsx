// A part that is folded away under its name until it is asked for.
import type { ReactNode } from 'react';
import styles from './fold.module.css';
import { Icon } from './icon.tsx';

interface FoldProps {
  head: ReactNode;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
  children: ReactNode;
}

export function Fold({ head, isOpen, onToggle, children }: FoldProps) {
  return (
    <details className={styles.fold} open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <Icon name={isOpen ? 'down' : 'right'} />
        {head}
      </summary>
      {children}
    </details>
  );
}
