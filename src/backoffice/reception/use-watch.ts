// Asks again and again whether anything has moved, as long as somebody may be looking.
import { useCallback, useEffect, useRef, useState } from 'react';

const EVERY_MS = 5_000;
/** After a failure. */
const LATER_MS = 30_000;
/** So long nobody has touched anything: then it ends, so that an idle session does, too. */
const IDLE_MS = 30 * 60_000;

export type Watching = 'on' | 'failing' | 'stopped';

/** `look` gives false where it failed. While the page is hidden nothing is asked. */
export function useWatch(look: () => Promise<boolean>) {
  const [state, setState] = useState<Watching>('on');
  const latest = useRef(look);
  latest.current = look;
  const touched = useRef(Date.now());

  const now = useRef(() => {});
  /** Without waiting for the next time. */
  const lookNow = useCallback(() => now.current(), []);
  const resume = useCallback(() => {
    touched.current = Date.now();
    setState((before) => (before === 'stopped' ? 'on' : before));
  }, []);

  useEffect(() => {
    const touch = () => {
      touched.current = Date.now();
    };
    const ways = ['keydown', 'pointerdown', 'pointermove'] as const;
    for (const way of ways) window.addEventListener(way, touch, { passive: true });
    return () => {
      for (const way of ways) window.removeEventListener(way, touch);
    };
  }, []);

  const isStopped = state === 'stopped';
  useEffect(() => {
    if (isStopped) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    let isUnderWay = false;
    const wait = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void run(), ms);
    };
    async function run() {
      if (isOver || isUnderWay || document.visibilityState !== 'visible') return;
      if (Date.now() - touched.current >= IDLE_MS) return setState('stopped');
      isUnderWay = true;
      const isFine = await latest.current();
      isUnderWay = false;
      if (isOver) return;
      setState((before) => (before === 'stopped' ? before : isFine ? 'on' : 'failing'));
      wait(isFine ? EVERY_MS : LATER_MS);
    }
    const see = () => {
      if (document.visibilityState === 'visible') wait(0);
    };
    document.addEventListener('visibilitychange', see);
    window.addEventListener('online', see);
    now.current = () => wait(0);
    wait(EVERY_MS);
    return () => {
      isOver = true;
      now.current = () => {};
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', see);
      window.removeEventListener('online', see);
    };
  }, [isStopped]);

  return { state, resume, lookNow };
}
