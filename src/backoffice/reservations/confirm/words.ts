// What a bulk confirmation says before, in numbers, and what its run is called.
import { confirmationOf, OUTSTANDING, type ReservationStatus } from '#domain/reservation/reservation-status.ts';
import type { Listed } from '../run.ts';
import { describeMails, type RunWords } from '../run-words.ts';

export const CONFIRM: RunWords = {
  title: '一括確認',
  did: '確認し',
  could: '確認でき',
  already: 'すでに確認されていました。',
};

const countOf = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length;
const isOf = (status: ReservationStatus) => (row: Listed) => row.status === status;

/** What would be done to what is selected. */
export function planOf<L extends Listed>(selected: readonly L[]) {
  const waiting = selected.filter(({ status }) => confirmationOf(status) !== null);
  const mailed = waiting.filter(({ hasMail }) => hasMail);
  const cancellations = countOf(mailed, isOf('cancelled'));
  return {
    waiting,
    others: selected.length - waiting.length,
    steps: OUTSTANDING.map((from) => ({ from, count: countOf(waiting, isOf(from)) })).filter(({ count }) => count > 0),
    mailHint: describeMails(
      [
        ['予約確定', mailed.length - cancellations],
        ['取消確定', cancellations],
      ],
      waiting.length - mailed.length,
    ),
  };
}
