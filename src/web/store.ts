// Small typed stores in sessionStorage: they live as long as the tab, and components follow them.
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get(): T;
  set(change: Partial<T>): void;
  /** Empties it, and every store whose name begins with its own and a slash. */
  clear(): void;
  use(): T;
}

/** None where pages are drawn ahead of the browser: what is kept there is gone with the page. */
const storage = () => (typeof sessionStorage === 'undefined' ? null : sessionStorage);

const loaded = new Map<string, { empty(): void; reload(): void; isOutdated(): boolean }>();

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

// What a tab keeps of a person is sealed, so that it lies nowhere in clear: browsers write sessionStorage to disk, and bring it
// back with a tab that was closed.

const PREFIX = 'sealed:';
/** What was sealed longer ago is asked again: a tab may be brought back by somebody else. */
const GOOD_FOR_MS = 60 * 60_000;
const ALGORITHM = 'AES-GCM';
const IV_BYTES = 12;

const isSealed = (text: string) => text.startsWith(PREFIX);

let key: Promise<CryptoKey | null> | undefined;
/** One for all tabs of this browser, since a tab may be duplicated; no script can read it. None where the page came by http, or nothing may be stored. */
const findKey = () => {
  key ??= loadKey().catch(() => null);
  return key;
};

async function loadKey(): Promise<CryptoKey | null> {
  if (!globalThis.crypto?.subtle || typeof indexedDB === 'undefined') return null;
  const made = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt']);
  const opening = indexedDB.open('kenshin-biyori', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
  const database = await done(opening);
  // In one transaction: of two tabs that begin at once, both take the one that came first.
  const store = database.transaction('keys', 'readwrite').objectStore('keys');
  const found: CryptoKey | undefined = await done(store.get('tabs'));
  if (!found) await done(store.put(made, 'tabs'));
  database.close();
  return found ?? made;
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const toBytes = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** Null where it can't be: it lives in memory then, and is asked again after a reload. */
async function seal(name: string, text: string): Promise<string | null> {
  const found = await findKey();
  if (!found) return null;
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify([name, Date.now(), text]));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: ALGORITHM, iv }, found, plain));
  return `${PREFIX}${toText(iv)}.${toText(sealed)}`;
}

/** Null where it is not ours to open, or too old. */
async function unseal(name: string, sealed: string): Promise<string | null> {
  try {
    const found = await findKey();
    const [iv = '', bytes = ''] = sealed.slice(PREFIX.length).split('.');
    if (!found) return null;
    const plain = await crypto.subtle.decrypt({ name: ALGORITHM, iv: toBytes(iv) }, found, toBytes(bytes));
    const [of, at, text] = JSON.parse(new TextDecoder().decode(plain));
    return of === name && Date.now() - at < GOOD_FOR_MS ? text : null;
  } catch {
    return null;
  }
}
