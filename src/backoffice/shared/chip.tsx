// A chip that narrows a list while it is pressed, with how many rows it concerns.
import type { ReactNode } from 'react';
import styles from './chip.module.css';

interface ChipProps {
  label: ReactNode;
  count: number;
  /** It concerns work that waits. */
  isToDo?: boolean;
  isChosen: boolean;
  onChoose(): void;
}

export function Chip({ label, count, isToDo = false, isChosen, onChoose }: ChipProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={isChosen}
      data-todo={isToDo ? '' : undefined}
      onClick={onChoose}
    >
      {label} <b>{count.toLocaleString('ja-JP')}</b>
    </button>
  );
}
