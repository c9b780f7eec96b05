// What a search has found, on the screen and on paper, or that it has found nothing, and the way on from there.

import { useMemo } from 'react';
import { Flags } from '#backoffice/shared/flags.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { PaperSheet, PaperTable } from '#backoffice/shared/print-page.tsx';
import { formatMinute } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { isClosed } from '#domain/reservation/reservation-status.ts';
import { EXAMINEE, reservationAt } from '#web/addresses.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { Row, Text } from '#web/ui/layout.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { PrintSheet, usePrinting } from '#web/ui/print-sheet.tsx';
import type { RowSelection } from '#web/ui/row-selection.tsx';
import { type ReturnTo, type VirtualColumn, VirtualTable } from '#web/ui/virtual-table.tsx';
import { inWords } from '../run.ts';
import type { Choices } from './contract.ts';
import { type ListRow, orderForPaper, type Sort, type SortColumn, toggleSort } from './narrow.ts';
import styles from './result-list.module.css';
import { extractionSession, type Found } from './use-extraction.ts';

interface ResultListProps {
  choices: Choices;
  found: Found;
  rows: readonly ListRow[];
  onShowAll(): void;
  sort: Sort;
  onLeave(number: number): void;
  selection: RowSelection<ListRow>;
  returnTo: ReturnTo | null;
  resetKey: string;
}

export function ResultList({ choices, found, rows, onShowAll, onLeave, ...table }: ResultListProps) {
  const { clients, routeParam } = choices;
  const columns = useMemo(() => columnsOf(shortNamesOf(clients)), [clients]);
  if (rows.length === 0 && found.isArriving) return <Loading text="検索しています。" />;
  if (found.rows.length === 0) {
    const sentence = found.notice || '該当するデータがありません。';
    if (routeParam === '') return <EmptyBox text={sentence} isWide />;
    const way = { label: '受診者画面を開く', to: EXAMINEE.top(routeParam), opensTab: true };
    return <EmptyBox text={sentence} hint="予約はまだありません。" isWide actions={[way]} />;
  }
  if (rows.length === 0) {
    return (
      <EmptyBox text={`検索結果 ${inWords(found.rows.length)} 件は、絞り込みで表示されていません。`} isWide>
        <Button onClick={onShowAll}>絞り込みを解除</Button>
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

interface PaperListProps {
  rows: readonly ListRow[];
  sort: Sort;
  tags: readonly string[];
  isNarrowed: boolean;
  isArriving: boolean;
}

/** Some hundred sheets. A browser stands still over more of them, and nobody reads them. */
const MOST_PRINTED = 3000;

export function PaperList({ rows, sort, tags, isNarrowed, isArriving }: PaperListProps) {
  if (!usePrinting()) return null;
  const columns = columnsOf(new Map());
  const printed = orderForPaper(rows, sort).slice(0, MOST_PRINTED);
  const head = (
    <>
      <div>
        <h2>受診者抽出</h2>
        <b>{inWords(rows.length)} 件</b>
        {isNarrowed && <span>絞り込み中</span>}
        {isArriving && <span>読み込みの途中です。すべて表示されてから、もう一度印刷してください。</span>}
        {rows.length > printed.length && (
          <span>
            はじめの {inWords(printed.length)}{' '}
            件です。残りは、条件を絞って分けて印刷するか、CSVをダウンロードしてください。
          </span>
        )}
      </div>
      <div>
        <span>{tags.length > 0 ? tags.join('　') : 'すべての予約'}</span>
        <span data-end>{formatMinute(new Date())} 印刷</span>
      </div>
    </>
  );
  return (
    <PrintSheet>
      <PaperSheet paper="landscape">
        <PaperTable
          columns={[['No.', 3.4], ...columns.map(({ label, paper }) => [label, paper] as const)]}
          head={head}
          isDense
        >
          {printed.map((row, at) => (
            <tr key={row.number}>
              <td>{inWords(at + 1)}</td>
              {columns.map(({ id, text }) => (
                <td key={id}>{text(row) || (id === 'options' && 'なし')}</td>
              ))}
            </tr>
          ))}
        </PaperTable>
      </PaperSheet>
    </PrintSheet>
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

interface Column extends VirtualColumn<ListRow, SortColumn> {
  paper: number;
}

/** The short names stand where they fit; a client's whole name as of the booking is in the cell's title. */
const columnsOf = (shortNames: ReadonlyMap<string, string>): readonly Column[] => [
  { id: 'number', label: '予約番号', text: ({ number }) => String(number), width: '6rem', paper: 7.6 },
  { id: 'visitDate', label: '受診日', text: ({ visitDate }) => formatOfficeDate(visitDate), width: '6rem', paper: 7.8 },
  { id: 'startTime', label: '受付', text: ({ startTime }) => startTime, width: '3.25rem', paper: 4.6 },
  {
    id: 'name',
    label: '氏名',
    text: ({ name }) => withNarrowBlanks(name),
    render: (row) => <MarkedName row={row} />,
    width: '7rem',
    paper: 7.5,
  },
  { id: 'kana', label: 'カナ氏名', text: ({ kana }) => withNarrowBlanks(kana), width: '7rem', paper: 9 },
  {
    id: 'clientName',
    label: 'クライアント',
    text: ({ clientName }) => clientName,
    render: ({ clientName }) => shortNames.get(clientName) || clientName,
    width: '6rem',
    paper: 12.2,
  },
  { id: 'courseName', label: 'コース', text: ({ courseName }) => courseName, paper: 7 },
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
    paper: 13,
  },
  { id: 'createdOn', label: '登録日', text: ({ createdOn }) => formatOfficeDate(createdOn), width: '6rem', paper: 7.8 },
  { id: 'updatedOn', label: '更新日', text: ({ updatedOn }) => formatOfficeDate(updatedOn), width: '6rem', paper: 7.8 },
  {
    id: 'status',
    label: '予約状況',
    text: ({ statusWord }) => statusWord,
    render: ({ status }) => <StatusBadge status={status} />,
    width: '7.25rem',
    paper: 6.8,
  },
  { id: 'downloadStatus', label: 'CSV出力', text: ({ downloadWord }) => downloadWord, width: '5rem', paper: 5.5 },
];

/** By the name that reservations keep; two clients with one name cannot be told apart. */
function shortNamesOf(clients: Choices['clients']): ReadonlyMap<string, string> {
  const byName = Map.groupBy(clients, ({ name }) => name);
  return new Map(
    [...byName].flatMap(([name, [first, ...more]]) => (first && more.length === 0 ? [[name, first.shortName]] : [])),
  );
}
