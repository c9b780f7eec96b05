// Small typed stores in sessionStorage: they live as long as the tab, and components follow them.
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get(): T;
  set(change: Partial<T>): void;
  /** Empties it, and every store whose name begins with its own and a slash. */
  clear(): void;
  use(): T;
}

interface Loaded {
  empty(): void;
  isOutdated(): boolean;
}

/** None where pages are drawn ahead of the browser: what is kept there is gone with the page. */
const kept = () => (typeof sessionStorage === 'undefined' ? null : sessionStorage);

/** The stores whose code is loaded, by their names. */
const loaded = new Map<string, Loaded>();

export function createStore<T extends object>(name: string, initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let state: T = read();
  loaded.set(name, {
    empty: () => replace(initial),
    isOutdated: () => JSON.stringify(read()) !== JSON.stringify(state),
  });

  function read(): T {
    try {
      return { ...initial, ...JSON.parse(kept()?.getItem(name) ?? '{}') };
    } catch {
      // What cannot be read is no session.
      return initial;
    }
  }

  function replace(next: T): void {
    state = next;
    kept()?.setItem(name, JSON.stringify(next));
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
    use: () => useSyncExternalStore(subscribe, get, get),
  };
}

function clearUnder(name: string): void {
  const isUnder = (other: string) => other === name || other.startsWith(`${name}/`);
  // What an earlier page has kept may belong to code that this one has not loaded yet.
  for (const key of Object.keys(kept() ?? {}).filter(isUnder)) kept()?.removeItem(key);
  for (const [other, store] of loaded) if (isUnder(other)) store.empty();
}

/** Whether another page of the tab has gone on since: one that the browser had put aside whole knows nothing of that. */
export const isOutdated = (): boolean => [...loaded.values()].some((store) => store.isOutdated());
