// What is typed, as soon as nobody types any more: on the way to a date or a name, others are passed.
import { useEffect, useState } from 'react';

const PAUSE = 300;

export function useDebounce<T>(value: T): { settled: T; isSettling: boolean } {
  const [booking, setSettled] = useState(value);
  const key = JSON.stringify(value);
  const isSettling = JSON.stringify(booking) !== key;
  useEffect(() => {
    if (!isSettling) return;
    const timer = setTimeout(() => setSettled(JSON.parse(key)), PAUSE);
    return () => clearTimeout(timer);
  }, [key, isSettling]);
  return { settled: booking, isSettling };
}

/** True once it has lasted so long that it is noticed. */
export function useDelayed(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), 500);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}
