// The day's list on paper: everybody, whatever the screen is narrowed to, with a box for a tick.
import { Fragment } from 'react';
import type { ReceptionDay, ReceptionRow } from '#backoffice/shared/contract-reception.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { PaperSheet, PaperTable, PrintPage, TickBox } from '#backoffice/shared/print-page.tsx';
import { formatMinute } from '#domain/calendar/clock.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { SHORT_SEX_WORDS } from '#domain/offer/conditions.ts';
import type { Crumb } from '#web/page-head.tsx';
import { PrintSheet, usePrinting } from '#web/ui/print-sheet.tsx';
import { countIn, nameOfSlot, slotsOf, textsOf, writeBirth } from './desk.ts';
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
  ['来院', 3.5],
  ['時刻', 4.5],
  ['予約番号', 7],
  ['氏名 カナ', 20],
  ['性', 2.5],
  ['生年月日（齢）', 11],
  ['患者番号', 8],
  ['電話番号', 10],
  ['コース', 11],
  ['オプション', 17],
  ['印', 5.5],
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
      <span>{LEGEND}</span>
      <span data-end>{printedAt} 印刷</span>
    </div>
  );
  return (
    <PaperSheet paper="landscape">
      <PaperTable columns={COLUMNS} head={head} foot={foot} isDense>
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

export const LEGEND = '印：申 申し送り　メ スタッフメモ　備 備考　重 同じ年度に2件以上　再 2回目以降の受診';

export const marksOf = (row: ReceptionRow) =>
  [row.hasNote && '申', row.hasMemo && 'メ', row.hasRemarks && '備', row.isDuplicate && '重', row.isReturning && '再']
    .filter(Boolean)
    .join(' ');

function Person({ row }: { row: ReceptionRow }) {
  const { reception } = row;
  const texts = textsOf(row);
  return (
    <>
      <tr className={texts.length > 0 ? styles.followed : undefined}>
        <td>
          <TickBox isTicked={reception === 'arrived'} />
        </td>
        <td className={styles.whole}>{reception === 'no_show' ? '未受診' : row.receivedTime}</td>
        <td className={styles.whole}>{row.number}</td>
        <td>
          <b>{withNarrowBlanks(row.name)}</b> {withNarrowBlanks(row.kana)}
        </td>
        <td>{SHORT_SEX_WORDS[row.sex]}</td>
        <td className={styles.whole}>{writeBirth(row)}</td>
        <td className={styles.whole}>{row.patientNumber}</td>
        <td className={styles.whole}>{row.phone}</td>
        <td>{row.courseName}</td>
        <td>{row.optionNames.join('・') || 'なし'}</td>
        <td>{marksOf(row)}</td>
      </tr>
      {texts.length > 0 && (
        <tr>
          <td colSpan={COLUMNS.length}>
            {texts.map(([name, text]) => (
              <small key={name}>{`${name}：${text}`}</small>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
