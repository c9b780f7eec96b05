// The columns of the extraction's list.

import { Flags } from '#backoffice/shared/flags.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { formatOfficeDate } from '#domain/calendar/office-dates.ts';
import { Row, Text } from '#web/ui/layout.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { VirtualColumn } from '#web/ui/virtual-table.tsx';
import styles from './columns.module.css';
import type { ListRow, SortColumn } from './narrow.ts';

/** What is cut is the name, never a mark. */
function MarkedName({ row }: { row: ListRow }) {
  return (
    <Row as="span" wrap={false} className={styles.name}>
      <span>{withNarrowBlanks(row.name)}</span>
      <Flags row={row} />
    </Row>
  );
}

/** The short names stand where they fit; a client's whole name as of the booking is told by the cell's title. */
export const columnsOf = (shortNames: ReadonlyMap<string, string>): readonly VirtualColumn<ListRow, SortColumn>[] => [
  { id: 'number', label: '予約番号', text: ({ number }) => String(number), width: '5.5rem' },
  { id: 'visitDate', label: '受診日', text: ({ visitDate }) => formatOfficeDate(visitDate), width: '5.5rem' },
  { id: 'startTime', label: '受付', text: ({ startTime }) => startTime, width: '3.25rem' },
  {
    id: 'name',
    label: '氏名',
    text: ({ name }) => withNarrowBlanks(name),
    render: (row) => <MarkedName row={row} />,
    width: '7rem',
  },
  { id: 'kana', label: 'カナ氏名', text: ({ kana }) => withNarrowBlanks(kana), width: '7rem' },
  {
    id: 'clientName',
    label: 'クライアント',
    text: ({ clientName }) => clientName,
    render: ({ clientName }) => shortNames.get(clientName) || clientName,
    width: '6.5rem',
  },
  { id: 'courseName', label: 'コース', text: ({ courseName }) => courseName },
  {
    id: 'options',
    label: 'オプション',
    text: ({ optionText }) => optionText,
    render: ({ optionText }) =>
      optionText || (
        <Text as="span" tone="faint">
          なし
        </Text>
      ),
  },
  { id: 'createdOn', label: '登録日', text: ({ createdOn }) => formatOfficeDate(createdOn), width: '5.5rem' },
  { id: 'updatedOn', label: '更新日', text: ({ updatedOn }) => formatOfficeDate(updatedOn), width: '5.5rem' },
  {
    id: 'status',
    label: '予約状況',
    text: ({ statusWord }) => statusWord,
    render: ({ status }) => <StatusBadge status={status} />,
    width: '7.25rem',
  },
  { id: 'downloadStatus', label: 'CSV出力', text: ({ downloadWord }) => downloadWord, width: '5rem' },
];

/** By the name that reservations keep; of two clients with one name neither can be told. */
export function shortNamesOf(
  clients: readonly { name: string; shortName: string }[] = [],
): ReadonlyMap<string, string> {
  const byName = Map.groupBy(clients, ({ name }) => name);
  return new Map(
    [...byName].flatMap(([name, [first, ...more]]) => (first && more.length === 0 ? [[name, first.shortName]] : [])),
  );
}
