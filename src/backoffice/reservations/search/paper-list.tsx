// The list on paper, in place of the table that draws only the rows in view.
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { PaperSheet, PaperTable } from '#backoffice/shared/print-page.tsx';
import { formatMinute } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { PrintSheet, usePrinting } from '#web/ui/print-sheet.tsx';
import { type ListRow, orderForPaper, type Sort } from './narrow.ts';

interface PaperListProps {
  rows: readonly ListRow[];
  sort: Sort;
  /** What was searched for, in words. */
  tags: readonly string[];
  isNarrowed: boolean;
  isArriving: boolean;
}

/** Some hundred sheets. A browser stands still over more of them, and nobody reads them. */
export const MOST_PRINTED = 3000;

const COLUMNS = [
  ['No.', 3.4],
  ['予約番号', 7.6],
  ['受診日', 7.8],
  ['受付', 4.6],
  ['氏名', 7.5],
  ['カナ氏名', 9],
  ['クライアント', 12.2],
  ['コース', 7],
  ['オプション', 13],
  ['登録日', 7.8],
  ['更新日', 7.8],
  ['予約状況', 6.8],
  ['CSV出力', 5.5],
] as const;

const written = (count: number) => count.toLocaleString('ja-JP');

export function PaperList({ rows, sort, tags, isNarrowed, isArriving }: PaperListProps) {
  if (!usePrinting()) return null;
  const printed = orderForPaper(rows, sort).slice(0, MOST_PRINTED);
  const head = (
    <>
      <div>
        <h2>受診者抽出</h2>
        <b>{written(rows.length)} 件</b>
        {isNarrowed && <span>絞り込み中</span>}
        {isArriving && <span>読み込みの途中です。すべて表示されてから、もう一度印刷してください。</span>}
        {rows.length > printed.length && (
          <span>
            はじめの {written(printed.length)}{' '}
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
        <PaperTable columns={COLUMNS} head={head} isDense>
          {printed.map((row, at) => (
            <tr key={row.number}>
              <td>{written(at + 1)}</td>
              <td>{row.number}</td>
              <td>{formatOfficeDate(row.visitDate)}</td>
              <td>{row.startTime}</td>
              <td>{withNarrowBlanks(row.name)}</td>
              <td>{withNarrowBlanks(row.kana)}</td>
              <td>{row.clientName}</td>
              <td>{row.courseName}</td>
              <td>{row.optionText || 'なし'}</td>
              <td>{formatOfficeDate(row.createdOn)}</td>
              <td>{formatOfficeDate(row.updatedOn)}</td>
              <td>{row.statusWord}</td>
              <td>{row.downloadWord}</td>
            </tr>
          ))}
        </PaperTable>
      </PaperSheet>
    </PrintSheet>
  );
}
