// Loads what stands beside the rest of a page: the page does not wait for it, and a failure is told where it would stand.
import { useCallback, useEffect, useState } from 'react';
import type { Call } from '#wire/call.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { send } from './send.ts';
import { useDialogs } from './ui/dialogs.tsx';

interface Answer<T> {
  /** What was asked. */
  key: string;
  /** Null where it failed. */
  data: T | null;
}

interface SideLoad<T> {
  /** Null until it is there; while it is loaded once more, the one before. An answer to another question is never shown. */
  data: T | null;
  isFailed: boolean;
  /** Whoever wants it to be tried again is told what is wrong, and may log in again. */
  retry(): void;
}

/** `newness` turns when the answer may have turned. */
export function useSideLoad<I extends AnyRecord, O extends AnyRecord>(
  call: Call<I, O>,
  input: Value<I>,
  newness = '',
): SideLoad<Value<O>> {
  const dialogs = useDialogs();
  const [answer, setAnswer] = useState<Answer<Value<O>> | null>(null);
  const [round, setRound] = useState(0);
  const key = JSON.stringify(input);

  // biome-ignore lint/correctness/useExhaustiveDependencies: round and newness ask for another round
  useEffect(() => {
    const abort = new AbortController();
    send(call, JSON.parse(key), { signal: abort.signal })
      .then((data) => !abort.signal.aborted && setAnswer({ key, data }))
      .catch(async (error) => {
        if (abort.signal.aborted) return;
        setAnswer({ key, data: null });
        if (round > 0 && (await dialogs.systemError(error, { canRetry: true }))) setRound((before) => before + 1);
      });
    return () => abort.abort();
  }, [call, key, newness, round, dialogs]);

  const retry = useCallback(() => setRound((before) => before + 1), []);
  const current = answer?.key === key ? answer : null;
  return { data: current?.data ?? null, isFailed: current !== null && current.data === null, retry };
}
