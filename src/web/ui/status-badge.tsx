// A reservation's status as a badge: yellow with a mark for what is to be done, green with a check, grey for what is over.
import { type ReservationStatus, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { Badge } from './badge.tsx';

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
