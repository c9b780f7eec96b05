// What a bulk confirmation says before and after, in numbers.
import { confirmationOf, OUTSTANDING, type ReservationStatus } from '#domain/reservation/reservation-status.ts';
import type { Listed, Run } from './run.ts';

export const inWords = (count: number) => count.toLocaleString('ja-JP');

const countOf = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length;
const isOf = (status: ReservationStatus) => (row: Listed) => row.status === status;

/** What would be done to what is selected. */
export function planOf(selected: readonly Listed[]) {
  const waiting = selected.filter(({ status }) => confirmationOf(status) !== null);
  const mailed = waiting.filter(({ hasMail }) => hasMail);
  const cancellations = countOf(mailed, isOf('cancelled'));
  return {
    waiting,
    others: selected.length - waiting.length,
    steps: OUTSTANDING.map((from) => ({ from, count: countOf(waiting, isOf(from)) })).filter(({ count }) => count > 0),
    mailHint: describeMails(mailed.length, cancellations, waiting.length - mailed.length),
  };
}

function describeMails(count: number, cancellations: number, withoutMail: number): string {
  const kinds = [
    count > cancellations && `予約確定 ${inWords(count - cancellations)}`,
    cancellations > 0 && `取消確定 ${inWords(cancellations)}`,
  ].filter(Boolean);
  const sent = `送信 ${inWords(count)} 件${kinds.length > 0 ? `（${kinds.join('・')}）` : ''}`;
  return withoutMail > 0 ? `${sent}　メールアドレスなし ${inWords(withoutMail)} 件` : sent;
}

/** What became of them. */
export function outcomeOf(listed: readonly Listed[], { results, left, isUnsure }: Run, sendMail: boolean) {
  const rowOf = new Map(listed.map((row) => [row.number, row]));
  const done = results.filter(({ outcome }) => outcome === 'done');
  const already = countOf(results, ({ outcome }) => outcome === 'already');
  const mails = countOf(done, ({ isMailed }) => isMailed);
  const withoutMail = countOf(done, ({ number }) => rowOf.get(number)?.hasMail === false);
  const refused = results.flatMap(({ number, outcome, sentence }) => {
    const row = rowOf.get(number);
    return outcome === 'refused' && row ? [{ row, sentence }] : [];
  });
  return {
    lead: `${inWords(done.length)} 件を確認しました。`,
    lines: [
      mails > 0 && `通知メール ${inWords(mails)} 件を送ります。`,
      sendMail && withoutMail > 0 && `メールアドレスのない方 ${inWords(withoutMail)} 件には送っていません。`,
      already > 0 && `${inWords(already)} 件はすでに確認されていました。`,
    ].filter((line) => line !== false),
    left:
      left.length === 0
        ? ''
        : isUnsure
          ? `${inWords(left.length)} 件は、確認できたかどうかわかりません。選択したままにしています。もう一度一括確認すると、残りだけを確認します。`
          : `${inWords(left.length)} 件はまだ確認していません。選択したままにしています。`,
    refused,
    remaining: [...refused.map(({ row }) => row.number), ...left.map(({ number }) => number)],
  };
}
