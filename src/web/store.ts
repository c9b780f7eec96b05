// Small typed stores in sessionStorage: they live as long as the tab, and components follow them.
import { useSyncExternalStore } from 'react';
import { isSealed, seal, unseal } from './seal.ts';

export interface Store<T> {
  get(): T;
  set(change: Partial<T>): void;
  /** Empties it, and every store whose name begins with its own and a slash. */
  clear(): void;
  use(): T;
}

interface Loaded {
  empty(): void;
  /** What was sealed is open now. */
  reload(): void;
  isOutdated(): boolean;
}

/** None where pages are drawn ahead of the browser: what is kept there is gone with the page. */
const storage = () => (typeof sessionStorage === 'undefined' ? null : sessionStorage);

/** The stores whose code is loaded, by their names. */
const loaded = new Map<string, Loaded>();

/** Of sealed stores, what they hold (`text`) and as what it lies in the tab. */
const opened = new Map<string, { text: string; sealed: string | null }>();

/** `holdsPerson`: what it keeps of a person lies sealed in the tab, and only in memory where nothing can be sealed. */
export function createStore<T extends object>(name: string, initial: T, { holdsPerson = false } = {}): Store<T> {
  const listeners = new Set<() => void>();
  let state: T = read();
  loaded.set(name, {
    empty: () => replace(initial),
    reload: () => {
      state = read();
    },
    isOutdated: () =>
      holdsPerson
        ? (storage()?.getItem(name) ?? null) !== (opened.get(name)?.sealed ?? null)
        : JSON.stringify(read()) !== JSON.stringify(state),
  });

  function read(): T {
    try {
      return { ...initial, ...JSON.parse(opened.get(name)?.text ?? storage()?.getItem(name) ?? '{}') };
    } catch {
      // What cannot be read is no session.
      return initial;
    }
  }

  function replace(next: T): void {
    state = next;
    const text = JSON.stringify(next);
    if (!holdsPerson) storage()?.setItem(name, text);
    else if (next === initial) forget(name);
    else void keepSealed(name, text);
    for (const listener of listeners) listener();
  }

  // A tab of 1.0.0 has kept it in clear.
  const raw = holdsPerson ? storage()?.getItem(name) : null;
  if (raw && !isSealed(raw)) void keepSealed(name, JSON.stringify(state));

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

function forget(name: string): void {
  opened.delete(name);
  storage()?.removeItem(name);
}

async function keepSealed(name: string, text: string): Promise<void> {
  const own = { text, sealed: opened.get(name)?.sealed ?? null };
  opened.set(name, own);
  const sealed = await seal(name, text);
  // Something newer is on its way, or it was emptied.
  if (opened.get(name) !== own) return;
  own.sealed = sealed;
  if (sealed === null) storage()?.removeItem(name);
  else storage()?.setItem(name, sealed);
}

/** Before the first screen is drawn; at once where nothing is sealed. */
export async function openSealed(): Promise<void> {
  for (const [name, sealed] of Object.entries(storage() ?? {})) {
    if (!isSealed(sealed)) continue;
    const text = await unseal(name, sealed);
    if (text === null) forget(name);
    else opened.set(name, { text, sealed });
    loaded.get(name)?.reload();
  }
}

function clearUnder(name: string): void {
  const isUnder = (other: string) => other === name || other.startsWith(`${name}/`);
  // What an earlier page has kept may belong to code that this one has not loaded yet.
  for (const key of [...Object.keys(storage() ?? {}), ...opened.keys()].filter(isUnder)) forget(key);
  for (const [other, store] of loaded) if (isUnder(other)) store.empty();
}

/** Whether another page of the tab has gone on since: one that the browser had put aside whole knows nothing of that. */
export const isOutdated = (): boolean => [...loaded.values()].some((store) => store.isOutdated());
