// Whether the person has come on the day of the visit.
import { receptionOn } from '#backoffice/shared/open-reception.ts';
import { HAS_COME, isLive, RECEPTION_WORDS } from '#domain/reservation/reservation-status.ts';
import { Muted, Text } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { Reservation } from './words.ts';

export function ReceptionPanel({ data, path }: { data: Reservation; path: string }) {
  if (!isLive(data.status) || data.isAnonymous) return null;
  return (
    <Panel title="受付" aside={<Link to={receptionOn(path, data.visitDate)}>この日の当日受付</Link>}>
      <Text {...LOOKS[data.reception]}>{describeReception(data)}</Text>
    </Panel>
  );
}

const LOOKS = { none: { tone: 'soft' }, arrived: { tone: 'done', strong: true }, no_show: {} } as const;

/** 8:51 来院（佐藤） */
function describeReception({ reception, receivedTime, receivedBy }: Reservation): string {
  if (reception === 'none') return 'まだ来院していません。';
  const what = RECEPTION_WORDS[reception];
  return reception === 'arrived' ? `${receivedTime} ${what}（${receivedBy}）` : `${what}（${receivedBy}）`;
}

/** Why neither day nor time can be chosen, in place of them. */
export const HereAlready = () => <Muted>{HAS_COME}</Muted>;
