// A word in a small box that shows a state: yellow for what is to be done, green for what is, red for what is wrong, grey for what is over.
import type { ReactNode } from 'react';
import { type ReservationStatus, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import styles from './badge.module.css';
import { Icon, type IconName } from './icon.tsx';

type BadgeTone = 'todo' | 'done' | 'wrong' | 'over' | 'deleted' | 'plain' | 'filled' | 'full';

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

const LOOKS = {
  new: { tone: 'todo', icon: 'plus' },
  changed: { tone: 'todo', icon: 'swap' },
  cancelled: { tone: 'todo', icon: 'close' },
  confirmed: { tone: 'done', icon: 'check' },
  cancel_confirmed: { tone: 'over', icon: null },
  deleted: { tone: 'deleted', icon: null },
  replaced_unconfirmed: { tone: 'over', icon: null },
  replaced_confirmed: { tone: 'over', icon: null },
} as const satisfies Record<ReservationStatus, object>;

export function StatusBadge({ status }: { status: ReservationStatus }) {
  const { tone, icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {STATUS_WORDS[status]}
    </Badge>
  );
}
