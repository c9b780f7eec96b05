// The day's list on paper: everybody, whatever the screen is narrowed to, with a box for a tick.
import { Fragment } from 'react';
import { slashedDay } from '#domain/calendar/office-dates.ts';
import { PageHead } from '#web/page-head.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PrintSheet } from '#web/ui/print-sheet.tsx';
import type { ReceptionDay, ReceptionRow } from './contract.ts';
import { countIn, nameOfSlot, slotsOf } from './desk.ts';
import styles from './print-list.module.css';

const SEXES = { male: '男', female: '女' } as const;

interface Printed {
  day: ReceptionDay;
  /** 2026/11/16 10:42 */
  printedAt: string;
}

interface PrintListProps extends Printed {
  crumbs: readonly { label: string; to?: string }[];
  onBack(): void;
}

/** The paper as it will come, and the button that prints it. */
export function PrintList({ crumbs, onBack, ...printed }: PrintListProps) {
  return (
    <>
      <PageHead
        title="一覧の印刷"
        crumbs={crumbs}
        tools={
          <>
            <Button kind="quiet" onClick={onBack}>
              戻る
            </Button>
            <Button kind="primary" onClick={() => window.print()}>
              <Icon name="print" />
              印刷
            </Button>
          </>
        }
      />
      <div className={styles.desk}>
        <div className={styles.paper}>
          <Sheet {...printed} />
        </div>
      </div>
      <PrintSheet>
        <div className={styles.page}>
          <Sheet {...printed} />
        </div>
      </PrintSheet>
    </>
  );
}

/** With the share of the width that each has. */
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
const LABELS = COLUMNS.map(([label]) => label);

/** Head and foot are a table's, so that they stand on every page. */
function Sheet({ day, printedAt }: Printed) {
  return (
    <table className={styles.sheet}>
      <colgroup>
        {COLUMNS.map(([label, share]) => (
          <col key={label} width={`${share}%`} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <td colSpan={LABELS.length} className={styles.head}>
            <div>
              <h2>当日受付</h2>
              <b>{slashedDay(day.date)}</b>
              <span>
                予約 {day.rows.length} 名　来院 {countIn('arrived', day.rows)}　未受診 {countIn('noShow', day.rows)}
              </span>
              <span className={styles.end}>{day.institutionName}</span>
            </div>
          </td>
        </tr>
        <tr className={styles.labels}>
          {LABELS.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tfoot>
        <tr>
          <td colSpan={LABELS.length} className={styles.foot}>
            <div>
              <span>印：メ スタッフメモ　備 備考　重 同じ年度に2件以上　再 2回目以降の受診</span>
              <span className={styles.end}>{printedAt} 印刷</span>
            </div>
          </td>
        </tr>
      </tfoot>
      <tbody>
        {slotsOf(day).map((slot) => (
          <Fragment key={slot.key}>
            <tr className={styles.slot}>
              <th colSpan={LABELS.length} scope="colgroup">
                {nameOfSlot(slot)}
                <span>{slot.booked} 名</span>
              </th>
            </tr>
            {slot.rows.map((row) => (
              <Person key={row.number} row={row} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
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
        <span className={styles.box}>{reception === 'arrived' && '✓'}</span>
      </td>
      <td className={styles.whole}>{reception === 'no_show' ? '未受診' : row.receivedTime}</td>
      <td className={styles.whole}>{row.number}</td>
      <td>
        <b>{row.name}</b>
        <small>{row.kana}</small>
      </td>
      <td className={styles.whole}>
        {SEXES[row.sex]} {row.age}
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
