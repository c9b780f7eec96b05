// A notice that was sent: loaded, watched, and marked by who telephones.
import { useCallback, useEffect, useRef } from 'react';
import { CallFailed, send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useLoad } from '#web/use-load.ts';
import { useWatch } from '../use-watch.ts';
import { aboutCall, markCalled, type NoticeDetail, openNotice } from './contract.ts';

/** From one look to the next: no server holds these. */
const LOOK_MS = 5_000;

/** What is to be so of a call; what is left out stays. */
export interface CallChange {
  isCalled?: boolean;
  memo?: string;
}

/** Null where it is so now, else why it is not. Empty: whoever pressed was told. */
export type Marked = string | null;

export function useNotice(noticeId: string, onMissing: () => void) {
  const dialogs = useDialogs();
  const { data, replace } = useLoad(openNotice, { noticeId, version: null }, onMissing);
  const notice = data?.notice ?? null;
  const current = useRef<NoticeDetail | null>(null);
  useEffect(() => {
    current.current = notice;
  }, [notice]);
  /** Acts that have begun: what was asked for before them may be older than their answers. */
  const acts = useRef(0);
  const acting = useRef(0);
  const turn = useRef<Promise<unknown>>(Promise.resolve());

  const show = useCallback(
    (next: NoticeDetail) => {
      current.current = next;
      replace({ isSame: false, notice: next });
    },
    [replace],
  );

  const watch = useWatch(async (signal) => {
    if (!current.current || acting.current > 0) return true;
    const before = acts.current;
    try {
      const { notice: newer } = await send(openNotice, { noticeId, version: current.current.version }, { signal });
      if (newer && acts.current === before) show(newer);
      return true;
    } catch (error) {
      if (error instanceof CallFailed && (error.is('NoSession') || error.is('Forbidden'))) {
        return dialogs.systemError(error);
      }
      return false;
    }
  }, LOOK_MS);

  const rowOf = (number: number) => current.current?.calls.find((call) => call.number === number) ?? null;

  /** Somebody else was first: the row is shown as it stands. That it is so already as it is wanted is no refusal. */
  function takeRefusal({ told, sentences }: CallFailed, wanted: Required<CallChange>): Marked {
    const about = told.body ? aboutCall.decode(told.body) : null;
    const row = about?.ok ? about.value.row : null;
    const { current: notice } = current;
    if (row && notice) {
      const calls = notice.calls.map((call) => (call.number === row.number ? row : call));
      // The rest of it is read at the next look.
      show({ ...notice, calls, version: '' });
    }
    const isSo = row?.isCalled === wanted.isCalled && row.memo === wanted.memo;
    return isSo ? null : (sentences[0] ?? '');
  }

  async function carryOut(number: number, change: CallChange): Promise<Marked> {
    const row = rowOf(number);
    if (!row) return '';
    const wanted = { isCalled: row.isCalled, memo: row.memo, ...change };
    for (;;) {
      acts.current++;
      try {
        show(await send(markCalled, { noticeId, number, ...wanted, version: row.version }));
        return null;
      } catch (error) {
        if (error instanceof CallFailed && error.isRefusal) return takeRefusal(error, wanted);
        if (!(await dialogs.systemError(error, { canRetry: true }))) return '';
      }
    }
  }

  /** One after the other: a memo that is left by pressing a box is saved before it. */
  function mark(number: number, change: CallChange): Promise<Marked> {
    acting.current++;
    const next = turn.current
      .then(() => carryOut(number, change))
      .finally(() => {
        acting.current--;
      });
    turn.current = next.catch(() => {});
    return next;
  }

  return { notice, watch, mark };
}
