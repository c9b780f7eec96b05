// Loads what a step shows; a refusal is the step's own to tell, since it says which step to redo.
import { useCallback, useEffect, useState } from 'react';
import { CallFailed, send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { whenBack } from '#web/use-load.ts';
import type { Call } from '#wire/call.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { isBookingStep } from '../paths.ts';
import { forgetRefused } from './flow.ts';

/** The refusal in a failed call, if it is one; what was chosen at the step that mends it is forgotten. */
export function takeRefusal(error: unknown): CallFailed | null {
  if (!(error instanceof CallFailed && error.isRefusal)) return null;
  if (isBookingStep(error.mending)) forgetRefused(error.mending);
  return error;
}

export interface StepLoad<T> {
  /** The latest answer; while the next one is on its way, the one before. */
  data: T | null;
  refusal: CallFailed | null;
  isLoading: boolean;
  reload(): void;
}

export function useStepLoad<I extends AnyRecord, O extends AnyRecord>(
  call: Call<I, O>,
  input: Value<I>,
): StepLoad<Value<O>> {
  const dialogs = useDialogs();
  const [state, setState] = useState<Omit<StepLoad<Value<O>>, 'reload'>>({
    data: null,
    refusal: null,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const key = JSON.stringify(input);

  // biome-ignore lint/correctness/useExhaustiveDependencies: round asks for another round
  useEffect(() => {
    const abort = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    send(call, JSON.parse(key), { signal: abort.signal })
      .then((data) => !abort.signal.aborted && setState({ data, refusal: null, isLoading: false }))
      .catch(async (error) => {
        if (abort.signal.aborted) return;
        const refusal = takeRefusal(error);
        setState((before) => ({ ...before, refusal, isLoading: false }));
        if (refusal) return;
        // Logged in again in place, or asked to try again: the step goes on where it was.
        if (await dialogs.systemError(error, { canRetry: true })) reload();
        else if (error instanceof CallFailed && error.isLost) whenBack(reload, abort.signal);
      });
    return () => abort.abort();
  }, [call, key, round, dialogs, reload]);

  return { ...state, reload };
}
