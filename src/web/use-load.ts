// Loads what a screen shows when it opens; a failure shows the dialog it deserves, and is repeated after a new log-in.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Call } from '#wire/call.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { CallFailed, send } from './send.ts';
import { useDialogs } from './ui/dialogs.tsx';

interface Load<T> {
  /** The latest answer; while the next one is on its way, the one before. Null until the first is there. */
  data: T | null;
  /** Why the latest was refused, if it was. */
  refusal: CallFailed | null;
  isLoading: boolean;
}

export interface Loaded<T> extends Load<T> {
  /** Puts what a later answer brought in its place. */
  replace(data: T): void;
  reload(): void;
}

/** Who has closed the dialog need not ask again: what did not get through is loaded when the network is back. */
export function whenBack(reload: () => void, signal: AbortSignal): void {
  window.addEventListener('online', reload, { once: true, signal });
}

/**
 * `onMissing` is for screens that know where to go when what they were opened for is not there any more, `onRefused` for
 * those few to which a refusal means something: the specification tells the others to pass over it.
 */
export function useLoad<I extends AnyRecord, O extends AnyRecord>(
  call: Call<I, O>,
  input: Value<I>,
  onMissing?: () => void,
  onRefused?: (refusal: CallFailed) => void,
): Loaded<Value<O>> {
  const dialogs = useDialogs();
  const [state, setState] = useState<Load<Value<O>>>({ data: null, refusal: null, isLoading: true });
  const [round, setRound] = useState(0);
  const key = JSON.stringify(input);
  const told = useRef({ onMissing, onRefused });
  told.current = { onMissing, onRefused };
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const replace = useCallback((data: Value<O>) => setState((before) => ({ ...before, data })), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: round asks for another round
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => (before.isLoading ? before : { ...before, isLoading: true }));
    send(call, JSON.parse(key), { signal: abort.signal })
      .then((data) => !abort.signal.aborted && setState({ data, refusal: null, isLoading: false }))
      .catch(async (error) => {
        if (abort.signal.aborted) return;
        const failure = error instanceof CallFailed ? error : null;
        const refusal = failure?.isRefusal ? failure : null;
        setState(({ data }) => ({ data, refusal, isLoading: false }));
        if (refusal) return told.current.onRefused?.(refusal);
        if (failure?.is('NotFound') && told.current.onMissing) return told.current.onMissing();
        // Logged in again in place, or asked to try again: the screen goes on where it was.
        if (await dialogs.systemError(error, { canRetry: true })) reload();
        else if (failure?.isLost) whenBack(reload, abort.signal);
      });
    return () => abort.abort();
  }, [call, key, round, dialogs, reload]);

  return { ...state, replace, reload };
}
