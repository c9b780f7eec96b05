// What the confirming of reservations remembers: the unconfirmed ones of the list from which a detail was opened, to be confirmed one after
// the other, and whether people are notified by mail.

import { createPreference } from '#web/preferences.ts';
import { createStore } from '#web/store.ts';

const MOST_QUEUED = 500;

interface Queue {
  /** In the order of the list. */
  numbers: readonly number[];
  done: readonly number[];
  /** The list has more of them than are queued. */
  isPart: boolean;
  /** All of them are, which the list says when one comes back. */
  isOver: boolean;
}

const FRESH: Queue = { numbers: [], done: [], isPart: false, isOver: false };

export const unconfirmedQueue = createStore<Queue>('office/queue', FRESH);

/** So many, with the opened one among them. */
export function setQueue(unconfirmed: readonly number[], opened: number): void {
  unconfirmedQueue.set(FRESH);
  growQueue(unconfirmed, opened);
}

/** The rest of the list has arrived; what is dealt with by then stays so. */
export function growQueue(unconfirmed: readonly number[], opened: number): void {
  const at = unconfirmed.indexOf(opened);
  const from = at < MOST_QUEUED ? 0 : at;
  const numbers = unconfirmed.slice(from, from + MOST_QUEUED);
  unconfirmedQueue.set({ numbers, isPart: numbers.length < unconfirmed.length });
}

/** This one is dealt with: the next that may not be, those before it in the list at last; null where none is left. */
export function nextInQueue(number: number): number | null {
  const { numbers, done } = unconfirmedQueue.get();
  const dealtWith = [...done, number];
  const at = numbers.indexOf(number);
  const next = [...numbers.slice(at + 1), ...numbers.slice(0, at)].find((one) => !dealtWith.includes(one)) ?? null;
  unconfirmedQueue.set({ done: dealtWith, isOver: next === null });
  return next;
}

const ALL_DONE = '未確認の予約をすべて確認しました。';

export function forgetEndOfQueue(): void {
  if (unconfirmedQueue.get().isOver) unconfirmedQueue.clear();
}

/** The closing sentence, until it is forgotten; empty where nothing has come to its end. Only looks: a page may be drawn twice. */
export function endOfQueue(): string {
  const { isOver, isPart, numbers } = unconfirmedQueue.get();
  if (!isOver) return '';
  return isPart ? `未確認の予約を${numbers.length}件確認しました。続きは、もう一度一覧から開いてください。` : ALL_DONE;
}

/** Of whoever confirms, one or many: asked once. */
export const confirmMail = createPreference<boolean>('confirm-mail', true);
