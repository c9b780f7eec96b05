// Loads what a screen shows when it opens; a failure shows the dialog it deserves, and is repeated after a new log-in.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Call } from '#wire/call.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { CallFailed, NOT_THERE, send } from './send.ts';
import { useDialogs } from './ui/dialogs.tsx';

export interface Loaded<T> {
  /** Null until it is there. */
  data: T | null;
  /** Puts what a later answer brought in its place. */
  replace(data: T): void;
  reload(): void;
}

/** Codes that the specification tells the screens to pass over when a list or a detail is loaded. */
const SILENT = [12, 13, 14];

/** Who has closed the dialog need not ask again: what did not get through is loaded when the network is back. */
export function whenBack(reload: () => void, signal: AbortSignal): void {
  window.addEventListener('online', reload, { once: true, signal });
}

/**
 * `onMissing` is for screens that know where to go when what they were opened for is not there any more, `onRefused` for
 * those few to which such a code means something.
 */
export function useLoad<I extends AnyRecord, O extends AnyRecord>(
  call: Call<I, O>,
  input: Value<I>,
  onMissing?: () => void,
  onRefused?: (failure: CallFailed) => void,
): Loaded<Value<O>> {
  const dialogs = useDialogs();
  const [data, setData] = useState<Value<O> | null>(null);
  const [round, setRound] = useState(0);
  const key = JSON.stringify(input);
  const told = useRef({ onMissing, onRefused });
  told.current = { onMissing, onRefused };
  const reload = useCallback(() => setRound((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: round asks for another round
  useEffect(() => {
    const abort = new AbortController();
    send(call, JSON.parse(key), { signal: abort.signal })
      .then((reply) => !abort.signal.aborted && setData(reply))
      .catch(async (error) => {
        if (abort.signal.aborted) return;
        const code = error instanceof CallFailed ? error.errorCode : null;
        if (code !== null && SILENT.includes(code)) return told.current.onRefused?.(error);
        if (code === NOT_THERE && told.current.onMissing) return told.current.onMissing();
        const again = await dialogs.systemError(error, { canRetry: true });
        if (again) reload();
        else if (error instanceof CallFailed && error.isLost) whenBack(reload, abort.signal);
      });
    return () => abort.abort();
  }, [call, key, round, dialogs, reload]);

  return { data, replace: setData, reload };
}
