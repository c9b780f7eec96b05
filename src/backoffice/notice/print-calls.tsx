// The telephone list on paper: for who calls away from the screen, with boxes to tick and lines to write on.
import { type Crumb, PageHead } from '#web/page-head.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PrintSheet } from '#web/ui/print-sheet.tsx';
import { narrowBlank } from '../names.ts';
import { inOrder, writeVisit } from './calls.ts';
import type { NoticeDetail, Telephoned } from './contract.ts';
import styles from './print-calls.module.css';

interface Printed {
  notice: NoticeDetail;
  /** 2026/11/16 10:42 */
  printedAt: string;
}

interface PrintCallsProps extends Printed {
  crumbs: readonly Crumb[];
  onBack(): void;
}

/** The paper as it will come, and the button that prints it. */
export function PrintCalls({ crumbs, onBack, ...printed }: PrintCallsProps) {
  return (
    <>
      <PageHead
        title="電話連絡の一覧の印刷"
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
  ['済', 6],
  ['氏名／カナ', 20],
  ['電話番号', 20],
  ['予約', 16],
  ['理由', 12],
  ['メモ', 26],
] as const;

/** Head and foot are a table's, so that they stand on every page. */
function Sheet({ notice, printedAt }: Printed) {
  return (
    <table className={styles.sheet}>
      <colgroup>
        {COLUMNS.map(([label, share]) => (
          <col key={label} width={`${share}%`} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <td colSpan={COLUMNS.length} className={styles.head}>
            <div>
              <h2>電話連絡</h2>
              <span>
                連絡済 {notice.calledCount} ／ {notice.phoneCount} 人
              </span>
              <span className={styles.end}>{notice.source}</span>
            </div>
            <p>
              {notice.subject}　{notice.at} {notice.byName}
            </p>
          </td>
        </tr>
        <tr className={styles.labels}>
          {COLUMNS.map(([label]) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tfoot>
        <tr>
          <td colSpan={COLUMNS.length} className={styles.foot}>
            {printedAt} 印刷
          </td>
        </tr>
      </tfoot>
      <tbody>
        {inOrder(notice.calls, new Set()).map((call) => (
          <Person key={call.number} call={call} />
        ))}
      </tbody>
    </table>
  );
}

function Person({ call }: { call: Telephoned }) {
  const { isCalled, isNeedless } = call;
  return (
    <tr data-over={isCalled || isNeedless ? '' : undefined}>
      <td>{isNeedless && !isCalled ? '—' : <span className={styles.box}>{isCalled && '✓'}</span>}</td>
      <td>
        <b>{narrowBlank(call.name)}</b>
        <small>{narrowBlank(call.kana)}</small>
      </td>
      <td className={styles.phone}>{call.phone || 'なし'}</td>
      <td>
        {writeVisit(call)}
        <small>{call.number}</small>
      </td>
      <td>{isNeedless ? `不要（${call.needlessReason}）` : call.reason}</td>
      <td className={styles.notes}>
        {call.memo}
        {isCalled && (
          <small>
            {call.calledAt} {call.calledBy}
          </small>
        )}
      </td>
    </tr>
  );
}
