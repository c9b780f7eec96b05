// Loads what a screen shows when it opens; a failure shows the dialog it deserves, and is repeated after a new log-in.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Call } from '#wire/call.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { CallFailed, type SendOptions, send } from './send.ts';
import { useDialogs } from './ui/dialogs.tsx';

interface Load<I, T> {
  /** The latest answer; while the next one is on its way, the one before. Null until the first is there. */
  data: T | null;
  /** What was asked for that answer. */
  answers: I | null;
  /** Why the latest was refused, if it was. */
  refusal: CallFailed | null;
  isLoading: boolean;
}

export interface Loaded<T, I = unknown> extends Load<I, T> {
  /** Puts what a later answer brought in its place. */
  replace(data: T): void;
  reload(): void;
}

/** Who has closed the dialog need not ask again: what did not get through is loaded when the network is back. */
export function whenBack(reload: () => void, signal: AbortSignal): void {
  window.addEventListener('online', reload, { once: true, signal });
}

const NOTHING_ASKED = 'null';
const NOTHING = { data: null, answers: null, refusal: null, isLoading: false };

/**
 * Of two answers the later question's counts; where nothing is asked (null), there is none. `onMissing` is for screens that know
 * where to go when what they were opened for is not there any more, `onRefused` for those few to which a refusal means
 * something: the specification tells the others to pass over it.
 */
export function useLoad<I extends AnyRecord, O extends AnyRecord>(
  call: Call<I, O>,
  input: Value<I> | null,
  onMissing?: () => void,
  onRefused?: (refusal: CallFailed) => void,
  /** Where one call does not give all of it. */
  ask: (call: Call<I, O>, input: Value<I>, options: SendOptions) => Promise<Value<O>> = send,
): Loaded<Value<O>, Value<I>> {
  const dialogs = useDialogs();
  const [state, setState] = useState<Load<Value<I>, Value<O>>>({ ...NOTHING, isLoading: true });
  const [round, setRound] = useState(0);
  const key = JSON.stringify(input);
  const told = useRef({ onMissing, onRefused });
  told.current = { onMissing, onRefused };
  const asking = useRef(ask);
  asking.current = ask;
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const replace = useCallback((data: Value<O>) => setState((before) => ({ ...before, data })), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: round asks for another round
  useEffect(() => {
    if (key === NOTHING_ASKED) return setState(NOTHING);
    const question = JSON.parse(key);
    const abort = new AbortController();
    setState((before) => (before.isLoading ? before : { ...before, isLoading: true }));
    asking
      .current(call, question, { signal: abort.signal })
      .then((data) => !abort.signal.aborted && setState({ data, answers: question, refusal: null, isLoading: false }))
      .catch(async (error) => {
        if (abort.signal.aborted) return;
        const failure = error instanceof CallFailed ? error : null;
        const refusal = failure?.isRefusal ? failure : null;
        setState((before) => ({ ...before, refusal, isLoading: false }));
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
