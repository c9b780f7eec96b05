// What a member of the staff prefers on this browser: a tick, a fold, a pattern. Kept under their user id, so that two who share a
// desk do not share it; nothing of examinees, and nothing that the server would have to know.
import { useSyncExternalStore } from 'react';
import { officeSession } from './session.ts';

interface Preference<T> {
  get(): T;
  set(value: T): void;
  use(): T;
}

const listeners = new Set<() => void>();

export function createPreference<T extends string | boolean>(name: string, initial: T): Preference<T> {
  const key = () => `preferences/${officeSession.get().userId}/${name}`;

  function get(): T {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key()) ?? 'null');
      return typeof stored === typeof initial ? (stored as T) : initial;
    } catch {
      // A browser that keeps nothing, or has kept something else.
      return initial;
    }
  }

  function set(value: T): void {
    try {
      localStorage.setItem(key(), JSON.stringify(value));
    } catch {
      // Then it holds until the page is left, which is no loss.
    }
    for (const listener of listeners) listener();
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { get, set, use: () => useSyncExternalStore(subscribe, get) };
}
