// A screen that looks again and again whether anything has moved, for as long as it is there.
import { useCallback, useEffect, useRef, useState } from 'react';
import { AGAIN_MS, type Look, startWatch, type Watch, type Watching } from './watching.ts';

export function useWatch(look: Look, everyMs = AGAIN_MS) {
  const [state, setState] = useState<Watching>('on');
  const latest = useRef(look);
  latest.current = look;
  const watch = useRef<Watch | null>(null);

  /** Without waiting for the next time. */
  const lookNow = useCallback(() => watch.current?.again(0), []);
  /** What is asked now would be about what is no longer shown. */
  const lookLater = useCallback(() => watch.current?.again(everyMs), [everyMs]);
  const resume = useCallback(() => setState('on'), []);

  const isStopped = state === 'stopped';
  useEffect(() => {
    if (isStopped) return;
    watch.current = startWatch((...given) => latest.current(...given), setState, { window, document }, everyMs);
    return () => {
      watch.current?.end();
      watch.current = null;
    };
  }, [isStopped, everyMs]);

  return { state, resume, lookNow, lookLater };
}
