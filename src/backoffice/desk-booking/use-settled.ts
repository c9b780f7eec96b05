// What is typed, as soon as nobody types any more: on the way to a date or a name, others are passed.
import { useEffect, useState } from 'react';

const PAUSE = 300;

export function useSettled<T>(value: T): { settled: T; isSettling: boolean } {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  const isSettling = JSON.stringify(settled) !== key;
  useEffect(() => {
    if (!isSettling) return;
    const timer = setTimeout(() => setSettled(JSON.parse(key)), PAUSE);
    return () => clearTimeout(timer);
  }, [key, isSettling]);
  return { settled, isSettling };
}

/** True once it has lasted so long that it is noticed. */
export function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), 500);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}
