// What a search has found, or that it has found nothing, and the way on from there.
import { useMemo } from 'react';
import { Flags } from '#backoffice/shared/flags.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { isClosed } from '#domain/reservation/reservation-status.ts';
import { reservationAt } from '#web/addresses.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { Row, Text } from '#web/ui/layout.tsx';
import { Loading } from '#web/ui/notice.tsx';
import type { RowSelection } from '#web/ui/row-selection.tsx';
import type { ReturnTo } from '#web/ui/rows-in-view.ts';
import { type VirtualColumn, VirtualTable } from '#web/ui/virtual-table.tsx';
import { type ListRow, type Sort, type SortColumn, toggleSort } from './narrow.ts';
import styles from './result-list.module.css';
import { extractionSession } from './session.ts';
import type { Found } from './use-extraction.ts';

interface ResultListProps {
  found: Found;
  /** Those of them that are to be seen, in their order. */
  rows: readonly ListRow[];
  clients: Parameters<typeof shortNamesOf>[0];
  /** Where examinees begin, for an institution that has no reservation yet. */
  top: string | null;
  /** Shows all that was found. */
  onWiden(): void;
  sort: Sort;
  /** A reservation is opened in the place of the list. */
  onLeave(number: number): void;
  selection: RowSelection<ListRow>;
  returnTo: ReturnTo | null;
  resetKey: string;
}

export function ResultList({ found, rows, clients, top, onWiden, onLeave, ...table }: ResultListProps) {
  const columns = useMemo(() => columnsOf(shortNamesOf(clients)), [clients]);
  if (rows.length === 0 && found.isArriving) return <Loading text="検索しています。" />;
  if (found.rows.length === 0) {
    const sentence = found.notice || '該当するデータがありません。';
    if (top === null) return <EmptyBox text={sentence} isWide />;
    const way = { label: '受診者画面を開く', to: top, opensTab: true };
    return <EmptyBox text={sentence} hint="予約はまだありません。" isWide actions={[way]} />;
  }
  if (rows.length === 0) {
    return (
      <EmptyBox
        text={`検索結果 ${found.rows.length.toLocaleString('ja-JP')} 件は、絞り込みで表示されていません。`}
        isWide
      >
        <Button onClick={onWiden}>絞り込みを解除</Button>
      </EmptyBox>
    );
  }
  return (
    <VirtualTable
      caption="検索結果"
      columns={columns}
      rows={rows}
      rowKey={({ number }) => number}
      onSort={(column) => extractionSession.set({ sort: toggleSort(extractionSession.get().sort, column) })}
      isOff={({ status }) => isClosed(status)}
      action={{
        label: '詳細',
        describe: ({ number, name }) => `詳細（${number} ${withNarrowBlanks(name)}）`,
        to: ({ number }) => reservationAt(number),
        onFollow: ({ number }) => onLeave(number),
      }}
      {...table}
    />
  );
}

/** What is cut is the name, never a mark. */
function MarkedName({ row }: { row: ListRow }) {
  return (
    <Row as="span" wrap={false} className={styles.name}>
      <span>{withNarrowBlanks(row.name)}</span>
      <Flags row={row} />
    </Row>
  );
}

/** The short names stand where they fit; a client's whole name as of the booking is in the cell's title. */
const columnsOf = (shortNames: ReadonlyMap<string, string>): readonly VirtualColumn<ListRow, SortColumn>[] => [
  { id: 'number', label: '予約番号', text: ({ number }) => String(number), width: '5.5rem' },
  { id: 'visitDate', label: '受診日', text: ({ visitDate }) => formatOfficeDate(visitDate), width: '6rem' },
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
    width: '6rem',
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
  { id: 'createdOn', label: '登録日', text: ({ createdOn }) => formatOfficeDate(createdOn), width: '6rem' },
  { id: 'updatedOn', label: '更新日', text: ({ updatedOn }) => formatOfficeDate(updatedOn), width: '6rem' },
  {
    id: 'status',
    label: '予約状況',
    text: ({ statusWord }) => statusWord,
    render: ({ status }) => <StatusBadge status={status} />,
    width: '7.25rem',
  },
  { id: 'downloadStatus', label: 'CSV出力', text: ({ downloadWord }) => downloadWord, width: '5rem' },
];

/** By the name that reservations keep; two clients with one name cannot be told apart. */
function shortNamesOf(clients: readonly { name: string; shortName: string }[] = []): ReadonlyMap<string, string> {
  const byName = Map.groupBy(clients, ({ name }) => name);
  return new Map(
    [...byName].flatMap(([name, [first, ...more]]) => (first && more.length === 0 ? [[name, first.shortName]] : [])),
  );
}
