// A small typed store in sessionStorage: it lives as long as the tab, and components follow it.
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get(): T;
  set(change: Partial<T>): void;
  clear(): void;
  use(): T;
}

export function createStore<T extends object>(key: string, initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let state: T = read();

  function read(): T {
    try {
      return { ...initial, ...JSON.parse(sessionStorage.getItem(key) ?? '{}') };
    } catch {
      // What cannot be read is no session.
      return initial;
    }
  }

  function replace(next: T): void {
    state = next;
    sessionStorage.setItem(key, JSON.stringify(next));
    for (const listener of listeners) listener();
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => state;
  return {
    get,
    set: (change) => replace({ ...state, ...change }),
    clear: () => replace(initial),
    use: () => useSyncExternalStore(subscribe, get),
  };
}
