// What became of each mail of a notice.

import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { today } from '#domain/calendar/clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Link } from '#web/ui/link.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { shortMoment, writeVisit } from './calls.ts';
import type { ReservationLink } from './chosen.ts';
import type { NoticeDetail } from './contract.ts';

type Mailed = NoticeDetail['mails'][number];

const columnsOf = (reservation: ReservationLink): readonly Column<Mailed>[] => [
  {
    label: '予約番号',
    text: ({ number }) => String(number),
    render: ({ number }) => (
      <Link to={reservation.path} onClick={() => reservation.choose(number)}>
        {number}
      </Link>
    ),
  },
  { label: '氏名', text: ({ name }) => withNarrowBlanks(name) },
  { label: '受診', text: writeVisit },
  { label: '宛先', text: ({ mail }) => mail },
  { label: '送信', text: ({ state }) => state, render: (mailed) => <State mailed={mailed} /> },
];

export function MailList({ mails, reservation }: { mails: readonly Mailed[]; reservation: ReservationLink }) {
  return (
    <Table
      caption="メールの一覧"
      columns={columnsOf(reservation)}
      rows={mails}
      rowKey={({ number }) => String(number)}
    />
  );
}

function State({ mailed: { state, outcome, sentAt } }: { mailed: Mailed }) {
  if (outcome === 'sent') {
    return (
      <Badge tone="done" icon="check">
        {`${state} ${shortMoment(sentAt, today(new Date()))}`}
      </Badge>
    );
  }
  if (outcome === 'failed') {
    return (
      <Badge tone="wrong" icon="alert">
        {state}　電話連絡に入れました
      </Badge>
    );
  }
  return state;
}
