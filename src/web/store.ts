// Small typed stores in sessionStorage: they live as long as the tab, and components follow them.
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get(): T;
  set(change: Partial<T>): void;
  /** Empties it, and every store whose name begins with its own and a slash. */
  clear(): void;
  use(): T;
}

/** How to empty the stores whose code is loaded, by their names. */
const loaded = new Map<string, () => void>();

export function createStore<T extends object>(name: string, initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let state: T = read();
  loaded.set(name, () => replace(initial));

  function read(): T {
    try {
      return { ...initial, ...JSON.parse(sessionStorage.getItem(name) ?? '{}') };
    } catch {
      // What cannot be read is no session.
      return initial;
    }
  }

  function replace(next: T): void {
    state = next;
    sessionStorage.setItem(name, JSON.stringify(next));
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
    clear: () => clearUnder(name),
    use: () => useSyncExternalStore(subscribe, get),
  };
}

function clearUnder(name: string): void {
  const isUnder = (other: string) => other === name || other.startsWith(`${name}/`);
  // What an earlier page has kept may belong to code that this one has not loaded yet.
  for (const key of Object.keys(sessionStorage).filter(isUnder)) sessionStorage.removeItem(key);
  for (const [other, empty] of loaded) if (isUnder(other)) empty();
}
