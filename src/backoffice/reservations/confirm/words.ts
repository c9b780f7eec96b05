// What a bulk confirmation says before, in numbers, and what its run is called.
import { confirmationOf, OUTSTANDING, type ReservationStatus } from '#domain/reservation/reservation-status.ts';
import type { Listed } from '../run.ts';
import { inWords, type RunWords } from '../run-words.ts';

export const CONFIRM: RunWords = {
  title: '一括確認',
  doing: '確認しています。',
  done: '確認しました。',
  already: 'すでに確認されていました。',
  unknown: '確認できたかどうかわかりません',
  again: 'もう一度一括確認すると、残りだけを確認します。',
  notYet: 'まだ確認していません',
  refused: '確認できませんでした。',
};

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
