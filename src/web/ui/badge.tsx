// A word in a small box that tells a state: yellow for what is to be done, green for what is, red for what is wrong, grey for what is over.
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { Icon, type IconName } from './icon.tsx';

type BadgeTone = 'todo' | 'done' | 'wrong' | 'over' | 'deleted' | 'plain' | 'filled';

interface BadgeProps {
  tone: BadgeTone;
  icon?: IconName | null;
  children: ReactNode;
}

export function Badge({ tone, icon = null, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
