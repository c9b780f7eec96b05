// Loads what a screen shows when it opens; a failure shows the dialog it deserves.
import { useCallback, useEffect, useState } from 'react';
import type { Call } from '#wire/call.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { CallFailed, send } from './send.ts';
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

export function useLoad<I extends AnyRecord, O extends AnyRecord>(call: Call<I, O>, input: Value<I>): Loaded<Value<O>> {
  const dialogs = useDialogs();
  const [data, setData] = useState<Value<O> | null>(null);
  const [round, setRound] = useState(0);
  const key = JSON.stringify(input);

  // biome-ignore lint/correctness/useExhaustiveDependencies: round asks for another round
  useEffect(() => {
    const abort = new AbortController();
    send(call, JSON.parse(key), { signal: abort.signal })
      .then((reply) => !abort.signal.aborted && setData(reply))
      .catch((error) => {
        if (abort.signal.aborted || (error instanceof CallFailed && SILENT.includes(error.errorCode))) return;
        dialogs.systemError(error);
      });
    return () => abort.abort();
  }, [call, key, round, dialogs]);

  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { data, replace: setData, reload };
}
