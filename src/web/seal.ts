// Seals what a tab keeps of a person, so that it lies nowhere in clear: in sessionStorage, which browsers write to disk, and bring
// back with a tab that was closed.

const PREFIX = 'sealed:';
/** What was sealed longer ago is asked again: a tab may be brought back by somebody else. */
const GOOD_FOR_MS = 60 * 60_000;
const ALGORITHM = 'AES-GCM';
const IV_BYTES = 12;

export const isSealed = (text: string) => text.startsWith(PREFIX);

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
export async function seal(name: string, text: string): Promise<string | null> {
  const found = await findKey();
  if (!found) return null;
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify([name, Date.now(), text]));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: ALGORITHM, iv }, found, plain));
  return `${PREFIX}${toText(iv)}.${toText(sealed)}`;
}

/** Null where it is not ours to open, or too old. */
export async function unseal(name: string, sealed: string): Promise<string | null> {
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
