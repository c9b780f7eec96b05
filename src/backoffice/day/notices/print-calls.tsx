// The telephone list on paper: for who calls away from the screen, with boxes to tick and lines to write on.
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { PaperSheet, PaperTable, PrintPage, TickBox } from '#backoffice/shared/print-page.tsx';
import { today as dateOf } from '#domain/calendar/clock.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Crumb } from '#web/page-head.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { CALL_STATE_WORDS, writeCall, writeVisit } from './calls.ts';
import type { NoticeDetail, Telephoned } from './contract.ts';
import styles from './print-calls.module.css';

interface PrintCallsProps {
  notice: NoticeDetail;
  /** 2026/11/16 10:42 */
  printedAt: string;
  crumbs: readonly Crumb[];
  onBack(): void;
}

const COLUMNS = [
  ['済', 6],
  ['氏名／カナ', 20],
  ['電話番号', 20],
  ['予約', 16],
  ['理由', 12],
  ['メモ', 26],
] as const;

export function PrintCalls({ notice, printedAt, crumbs, onBack }: PrintCallsProps) {
  const head = (
    <>
      <div>
        <h2>電話連絡</h2>
        <span>
          連絡済 {notice.calledCount} ／ {notice.phoneCount} 人
        </span>
        <span data-end>{notice.source}</span>
      </div>
      <p>
        {notice.subject}　{notice.at} {notice.byName}
      </p>
    </>
  );
  return (
    <PrintPage title="電話連絡の一覧の印刷" crumbs={crumbs} onBack={onBack}>
      <PaperSheet paper="portrait">
        <PaperTable columns={COLUMNS} head={head} foot={`${printedAt} 印刷`}>
          {notice.calls.map((call) => (
            <Person key={call.number} call={call} today={dateOf(new Date())} />
          ))}
        </PaperTable>
      </PaperSheet>
    </PrintPage>
  );
}

function Person({ call, today }: { call: Telephoned; today: PlainDate }) {
  const { isCalled, isNeedless } = call;
  return (
    <tr className={styles.person} data-over={isCalled || isNeedless ? '' : undefined}>
      <td>{isNeedless && !isCalled ? EMPTY_MARK : <TickBox isTicked={isCalled} />}</td>
      <td>
        <b>{withNarrowBlanks(call.name)}</b>
        <small>{withNarrowBlanks(call.kana)}</small>
      </td>
      <td className={styles.phone}>{call.phone || EMPTY_MARK}</td>
      <td>
        {writeVisit(call)}
        <small>{call.number}</small>
      </td>
      <td>{isNeedless ? `不要（${call.needlessReason}）` : call.reason}</td>
      <td className={styles.notes}>
        {call.memo}
        {call.state !== 'open' && (
          <small>
            {call.state === 'callback' && CALL_STATE_WORDS.callback} {writeCall(call, today)}
          </small>
        )}
      </td>
    </tr>
  );
}
