// Leads from days that were closed, or frames that were lowered, to the people who are booked there.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { ALL_FRAMES, WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { useOpenNotice, type WantedNotice } from '#web/open-notice.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

export const NOTIFY = '予約者へ連絡する';

export interface NotifyProps {
  wanted: Pick<WantedNotice, 'cells' | 'text' | 'from'>;
}

export function NotifyButton({ wanted }: NotifyProps) {
  const open = useOpenNotice();
  return (
    <Button onClick={() => void open(wanted)}>
      <Icon name="mail" />
      {NOTIFY}
    </Button>
  );
}

interface Lowered {
  lowered: readonly { date: PlainDate; slotCode: string; frameCode?: string }[];
}

/** Null where there is nobody. The cells say of which frame they are, or all are of one. */
export const notifyLowered = (frameCode: string, { lowered }: Lowered, from: string): NotifyProps['wanted'] | null =>
  lowered.length > 0 ? { cells: lowered.map((cell) => ({ frameCode, ...cell })), text: 'machine', from } : null;

const anyFrame = (date: PlainDate) => ({ date, frameCode: ALL_FRAMES, slotCode: WHOLE_DAY });

/** Null where nobody is. */
export const notifyClosed = (
  { reservedDates }: { reservedDates: readonly PlainDate[] },
  from: string,
): NotifyProps['wanted'] | null =>
  reservedDates.length > 0 ? { cells: reservedDates.map(anyFrame), text: 'closed', from } : null;
