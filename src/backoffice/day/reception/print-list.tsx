// The day's list on paper: everybody, whatever the screen is narrowed to, with a box for a tick.
import { Fragment } from 'react';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { PaperSheet, PaperTable, PrintPage, TickBox } from '#backoffice/shared/print-page.tsx';
import { formatMinute } from '#domain/calendar/clock.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { SHORT_SEX_WORDS } from '#domain/offer/conditions.ts';
import type { Crumb } from '#web/page-head.tsx';
import { PrintSheet, usePrinting } from '#web/ui/print-sheet.tsx';
import type { ReceptionDay, ReceptionRow } from './contract.ts';
import { countIn, nameOfSlot, slotsOf } from './desk.ts';
import styles from './print-list.module.css';

interface DayProps {
  day: ReceptionDay;
  /** 2026/11/16 10:42 */
  printedAt: string;
}

interface PrintListProps extends DayProps {
  crumbs: readonly Crumb[];
  onBack(): void;
}

const COLUMNS = [
  ['来院', 4],
  ['時刻', 6],
  ['予約番号', 9],
  ['氏名／カナ', 14],
  ['性・齢', 6],
  ['クライアント', 15],
  ['コース', 12],
  ['オプション', 17],
  ['印・メモ・備考', 17],
] as const;

export function PrintList({ day, printedAt, crumbs, onBack }: PrintListProps) {
  return (
    <PrintPage title="一覧の印刷" crumbs={crumbs} onBack={onBack}>
      <DayOnPaper day={day} printedAt={printedAt} />
    </PrintPage>
  );
}

/** The same where the screen itself is printed. */
export function PrintedDay({ day }: { day: ReceptionDay }) {
  if (!usePrinting()) return null;
  return (
    <PrintSheet>
      <DayOnPaper day={day} printedAt={formatMinute(new Date())} />
    </PrintSheet>
  );
}

function DayOnPaper({ day, printedAt }: DayProps) {
  const head = (
    <div>
      <h2>当日受付</h2>
      <b>{formatOfficeDay(day.date)}</b>
      <span>
        予約 {day.rows.length} 名　来院 {countIn('arrived', day.rows)}　未受診 {countIn('noShow', day.rows)}
      </span>
      <span data-end>{day.institutionName}</span>
    </div>
  );
  const foot = (
    <div>
      <span>印：メ スタッフメモ　備 備考　重 同じ年度に2件以上　再 2回目以降の受診</span>
      <span data-end>{printedAt} 印刷</span>
    </div>
  );
  return (
    <PaperSheet paper="landscape">
      <PaperTable columns={COLUMNS} head={head} foot={foot}>
        {slotsOf(day).map((slot) => (
          <Fragment key={slot.key}>
            <tr className={styles.slot}>
              <th colSpan={COLUMNS.length} scope="colgroup">
                {nameOfSlot(slot)}
                <span>{slot.booked} 名</span>
              </th>
            </tr>
            {slot.rows.map((row) => (
              <Person key={row.number} row={row} />
            ))}
          </Fragment>
        ))}
      </PaperTable>
    </PaperSheet>
  );
}

const marksOf = (row: ReceptionRow) =>
  [row.hasMemo && 'メ', row.hasRemarks && '備', row.isDuplicate && '重', row.isReturning && '再']
    .filter(Boolean)
    .join(' ');

function Person({ row }: { row: ReceptionRow }) {
  const { reception } = row;
  return (
    <tr>
      <td>
        <TickBox isTicked={reception === 'arrived'} />
      </td>
      <td className={styles.whole}>{reception === 'no_show' ? '未受診' : row.receivedTime}</td>
      <td className={styles.whole}>{row.number}</td>
      <td>
        <b>{withNarrowBlanks(row.name)}</b>
        <small>{withNarrowBlanks(row.kana)}</small>
      </td>
      <td className={styles.whole}>
        {SHORT_SEX_WORDS[row.sex]} {row.age}
      </td>
      <td>{row.clientName}</td>
      <td>{row.courseName}</td>
      <td>{row.optionNames.join('・') || 'なし'}</td>
      <td>
        {marksOf(row)}
        {row.staffMemo && <small>メモ：{row.staffMemo}</small>}
        {row.remarks && <small>備考：{row.remarks}</small>}
      </td>
    </tr>
  );
}
