// Leads from days that were closed, or frames that were lowered, to the people who are booked there.
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
