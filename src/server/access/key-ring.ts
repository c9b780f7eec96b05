// The service's keys: one seals and hashes what is new; the others still open and check what was made before they were rotated (decision 96).
import { createSecretKey, type KeyObject } from 'node:crypto';
import { markOf } from './key-file.ts';

/** What a key is known by, to people and to the database; it says nothing about the key. */
export const keyIdOf = (mark: string) => mark.slice(0, 8);

interface Key {
  mark: string;
  key: KeyObject;
}

export class KeyRing {
  readonly #find: () => readonly Buffer[];
  #keys: readonly Key[];
  #current: Key;

  /** `find` looks for the keys once more; the first is taken until the database has said which one its data are made with. */
  constructor(find: () => readonly Buffer[]) {
    this.#find = find;
    this.#keys = this.#read();
    this.#current = this.#keys[0]!;
  }

  #read(): Key[] {
    return this.#find().map((secret) => ({ mark: markOf(secret), key: createSecretKey(secret) }));
  }

  get current(): KeyObject {
    return this.#current.key;
  }

  get mark(): string {
    return this.#current.mark;
  }

  /** The current one first: nearly everything is its. */
  get all(): readonly KeyObject[] {
    const others = this.#keys.filter(({ mark }) => mark !== this.#current.mark);
    return [this.#current, ...others].map(({ key }) => key);
  }

  /** Whether one of them has that mark, which is the current one from now on. A key that was added meanwhile is found. */
  follow(mark: string): boolean {
    if (mark === this.#current.mark) return true;
    const find = () => this.#keys.find((key) => key.mark === mark);
    const found = find() ?? (this.learn() ? find() : undefined);
    if (found) this.#current = found;
    return found !== undefined;
  }

  /** Looks whether a key was added to the file, as by a rotation beside a running service. */
  learn(): boolean {
    const read = this.#read();
    const isNew = read.some(({ mark }) => !this.#keys.some((key) => key.mark === mark));
    if (isNew) this.#keys = read;
    return isNew;
  }
}

export const ringOf = (...secrets: Buffer[]) => new KeyRing(() => secrets);

declare module '#server/service.ts' {
  interface Service {
    /** Keys what the service derives; never stored in the database. */
    secret: KeyRing;
  }
}
