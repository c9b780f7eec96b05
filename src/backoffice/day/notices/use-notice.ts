// A notice that was sent: loaded, polled, and marked by who telephones.
import { useRef } from 'react';
import { send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useLoad } from '#web/use-load.ts';
import { deliver } from '#web/use-save.ts';
import { aboutCall, type CallState, markCalled, type NoticeDetail, openNotice } from './contract.ts';

export interface CallChange {
  state?: CallState;
  memo?: string;
}

/** Null where it is so now, else why it is not: empty where a dialog has said it. */
export type Marked = string | null;

export function useNotice(noticeId: string, onMissing: () => void) {
  const dialogs = useDialogs();
  const { data, replace, polling } = useLoad(
    openNotice,
    { noticeId, version: null },
    {
      onMissing,
      polling: {
        input: ({ notice }) => ({ noticeId, version: notice?.version ?? null }),
        isNewer: ({ notice }) => notice !== null,
      },
    },
  );
  const notice = data?.notice ?? null;
  const current = useRef(notice);
  current.current = notice;
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  function show(next: NoticeDetail) {
    current.current = next;
    replace({ isSame: false, notice: next });
  }

  async function carryOut(number: number, change: CallChange): Promise<Marked> {
    const call = current.current?.calls.find((one) => one.number === number);
    let marked: Marked = '';
    if (!call) return marked;
    const { isCalled, memo, version } = call;
    await deliver(
      dialogs,
      { noticeId, number, state: null, isCalled, memo, version, ...change },
      {
        send: (wanted) => send(markCalled, wanted),
        canRepeat: true,
        done(next) {
          show(next);
          marked = null;
        },
        refused({ report, sentences }) {
          const about = report.body ? aboutCall.decode(report.body) : null;
          const shown = current.current;
          if (about?.ok && shown) {
            const { row } = about.value;
            show({ ...shown, calls: shown.calls.map((one) => (one.number === number ? row : one)) });
          }
          marked = sentences[0] ?? '';
        },
      },
    );
    return marked;
  }

  /** One after the other: a memo that is left by pressing a box is saved before it. */
  function mark(number: number, change: CallChange): Promise<Marked> {
    const next = queue.current.then(() => carryOut(number, change));
    queue.current = next.catch(() => {});
    return next;
  }

  return { notice, polling, mark };
}
