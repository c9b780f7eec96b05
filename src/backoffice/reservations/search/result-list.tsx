// What a search has found, or that it has found nothing, and the way on from there.
import { useMemo } from 'react';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { isReplaced } from '#domain/reservation/reservation-status.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { Loading } from '#web/ui/notice.tsx';
import type { RowSelection } from '#web/ui/row-selection.tsx';
import type { ReturnTo } from '#web/ui/rows-in-view.ts';
import { VirtualTable } from '#web/ui/virtual-table.tsx';
import type { Found } from './arrival.ts';
import { columnsOf, shortNamesOf } from './columns.tsx';
import { type ListRow, type Sort, toggleSort } from './narrow.ts';
import { extractionSession } from './session.ts';

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
  onOpen(number: number): void;
  selection: RowSelection<ListRow>;
  returnTo: ReturnTo | null;
  startsAnewWith: string;
}

const isOver = ({ status }: ListRow) => status === 'cancel_confirmed' || status === 'deleted' || isReplaced(status);

export function ResultList({ found, rows, clients, top, onWiden, onOpen, ...table }: ResultListProps) {
  const columns = useMemo(() => columnsOf(shortNamesOf(clients)), [clients]);
  if (rows.length === 0 && found.isArriving) return <Loading text="検索しています。" />;
  if (found.rows.length === 0) {
    const says = found.notice || '該当するデータがありません。';
    if (top === null) return <EmptyBox says={says} isWide />;
    const way = { label: '受診者画面を開く', to: top, opensTab: true };
    return <EmptyBox says={says} hint="予約はまだありません。" isWide ways={[way]} />;
  }
  if (rows.length === 0) {
    return (
      <EmptyBox
        says={`検索結果 ${found.rows.length.toLocaleString('ja-JP')} 件は、絞り込みで表示されていません。`}
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
      isOff={isOver}
      action={{
        label: '詳細',
        describe: ({ number, name }) => `詳細（${number} ${withNarrowBlanks(name)}）`,
        run: (row) => onOpen(row.number),
      }}
      {...table}
    />
  );
}
