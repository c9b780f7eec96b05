// Loads what a screen asks for: when it opens, whenever its question changes, and again while it is looked at (polling). A failure shows
// the dialog it deserves, and is repeated after a new log-in.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Call } from '#wire/call.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { type Poller, type PollingState, startPolling } from './polling.ts';
import { CallFailed, type SendOptions, send } from './send.ts';
import { useDialogs } from './ui/dialogs.tsx';

interface Load<I, T> {
  /** The latest answer; while the next one is on its way, the one before. Null until the first is there. */
  data: T | null;
  answers: I | null;
  /** Why the latest was refused, if it was. */
  refusal: CallFailed | null;
  isLoading: boolean;
  isFailed: boolean;
}

export interface Loaded<T, I = unknown> extends Load<I, T> {
  /** Puts what a later answer brought in its place; a poll that was sent before is older than that. */
  replace(data: T): void;
  reload(): void;
  polling: { state: PollingState; resume(): void; now(): void };
}

interface LoadOptions<I, T> {
  /** For screens that know where to go when what they were opened for is not there any more. */
  onMissing?(): void;
  /** For those few to which a refusal means something: by the specification the others pass over it. */
  onRefused?(refusal: CallFailed): void;
  onFailed?(): void;
  /** Where one call does not give all of it. */
  ask?(input: I, options: SendOptions): Promise<T>;
  /**
   * What stands beside the rest of a page: a failure shows where it would stand, in a dialog only once somebody has asked for it to
   * be loaded again. An answer to another question is never shown.
   */
  isQuiet?: boolean;
  /** Asks again when it changes. */
  freshness?: unknown;
  polling?: {
    /** What is asked to know whether there is anything newer than that. */
    input(data: T): I;
    isNewer(answer: T): boolean;
  };
}

/** Who has closed the dialog need not ask again: what did not get through is loaded when the network is back. */
export function whenBack(reload: () => void, signal: AbortSignal): void {
  window.addEventListener('online', reload, { once: true, signal });
}

const NO_QUESTION = 'null';
const EMPTY = { data: null, answers: null, refusal: null, isLoading: false, isFailed: false };

/** Of two answers the later question's counts; where nothing is asked (null), there is none. */
export function useLoad<I extends AnyRecord, O extends AnyRecord>(
  call: Call<I, O>,
  input: Value<I> | null,
  options: LoadOptions<Value<I>, Value<O>> = {},
): Loaded<Value<O>, Value<I>> {
  const dialogs = useDialogs();
  const [state, setState] = useState<Load<Value<I>, Value<O>>>({ ...EMPTY, isLoading: true });
  const [round, setRound] = useState(0);
  const key = JSON.stringify(input);
  const latest = useRef({ options, data: state.data });
  latest.current = { options, data: state.data };
  /** How often something else was shown: what was asked for before is older. */
  const shown = useRef(0);
  const { isQuiet = false, freshness } = options;
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const replace = useCallback((data: Value<O>) => {
    shown.current++;
    setState((before) => ({ ...before, data }));
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: round and freshness ask for another round
  useEffect(() => {
    if (key === NO_QUESTION) return setState(EMPTY);
    const question = JSON.parse(key);
    const abort = new AbortController();
    setState((before) => (before.isLoading ? before : { ...before, isLoading: true }));
    const { ask = (asked, how) => send(call, asked, how) } = latest.current.options;
    ask(question, { signal: abort.signal })
      .then((data) => {
        if (abort.signal.aborted) return;
        shown.current++;
        setState({ ...EMPTY, data, answers: question });
      })
      .catch(async (error) => {
        if (abort.signal.aborted) return;
        const failure = error instanceof CallFailed ? error : null;
        const refusal = failure?.isRefusal ? failure : null;
        const { onMissing, onRefused, onFailed } = latest.current.options;
        setState((before) => ({
          ...before,
          ...(isQuiet && { data: null, answers: question }),
          refusal,
          isLoading: false,
          isFailed: true,
        }));
        if (isQuiet && round === 0) return;
        if (refusal) return onRefused?.(refusal);
        if (failure?.is('NotFound') && onMissing) return onMissing();
        // Logged in again in place, or asked to try again: the screen goes on where it was.
        if (await dialogs.systemError(error, { canRetry: true })) return reload();
        if (failure?.isLost) whenBack(reload, abort.signal);
        onFailed?.();
      });
    return () => abort.abort();
  }, [call, key, freshness, isQuiet, round, dialogs, reload]);

  const [polling, setPolling] = useState<PollingState>('on');
  const poller = useRef<Poller | null>(null);
  const isPolled = options.polling !== undefined && state.data !== null && polling !== 'stopped';
  useEffect(() => {
    if (!isPolled) return;
    async function poll(signal: AbortSignal): Promise<boolean> {
      const { data, options } = latest.current;
      if (data === null || !options.polling) return true;
      const before = shown.current;
      try {
        const answer = await send(call, options.polling.input(data), { signal });
        if (options.polling.isNewer(answer) && shown.current === before) replace(answer);
        return true;
      } catch (error) {
        const isOver = error instanceof CallFailed && (error.is('NoSession') || error.is('Forbidden'));
        return isOver ? dialogs.systemError(error) : false;
      }
    }
    poller.current = startPolling(poll, setPolling, { window, document });
    return () => poller.current?.end();
  }, [isPolled, call, replace, dialogs]);

  const isOwn = !isQuiet || JSON.stringify(state.answers) === key;
  return {
    ...state,
    data: isOwn ? state.data : null,
    isFailed: isOwn && state.isFailed,
    replace,
    reload,
    polling: { state: polling, resume: () => setPolling('on'), now: () => poller.current?.now() },
  };
}
