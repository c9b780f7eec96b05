// A column of the page: its keys, and its content greyed while newer is on its way.
import type { ReactNode } from 'react';
import { Panel } from '#web/ui/panel.tsx';
import styles from './column.module.css';
import { moveByEnter } from './keys.ts';
import { useDelayed } from './use-debounce.ts';

interface ColumnProps {
  number: 1 | 2 | 3;
  title: string;
  isLoading?: boolean;
  /** Where Enter leads from the last field. */
  onEnd?(): void;
  children: ReactNode;
}

const nowhere = () => {};

export function Column({ number, title, isLoading = false, onEnd = nowhere, children }: ColumnProps) {
  const isLate = useDelayed(isLoading);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys beside those that the fields have
    <div className={styles.column} data-column={number} onKeyDown={moveByEnter(onEnd)}>
      <Panel title={title} aside={<kbd data-hide="narrow">Alt+{number}</kbd>}>
        <div className={styles.content} data-late={isLate ? '' : undefined} aria-busy={isLoading}>
          {children}
        </div>
      </Panel>
    </div>
  );
}
