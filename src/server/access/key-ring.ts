// The service's keys and where they are found: one seals and hashes what is new; the others still open and check what was made before
// they were rotated (decision 96).
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#server/config.ts';

export type KeySettings = Pick<Config, 'secretKey' | 'previousKey' | 'databaseUrl' | 'dataDir'>;

export const secretFile = (dataDir: string) => path.join(dataDir, 'secret.key');

/** As they are, the newest first and at the most one before it: none is made. A file has a line for each. */
export function findSecrets({ secretKey, previousKey, databaseUrl, dataDir }: KeySettings): Buffer[] {
  if (secretKey !== null)
    return [secretKey, ...(previousKey === null ? [] : [previousKey])].map((key) => Buffer.from(key));
  const file = secretFile(dataDir);
  if (databaseUrl !== null || !existsSync(file)) return [];
  return readSecrets(readFileSync(file, 'utf8'));
}

const readSecrets = (text: string) =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => Buffer.from(line.trim()));

/** Distinguishes two keys without revealing either. */
export const markOf = (secret: Buffer) => createHmac('sha256', secret).update('backup').digest('hex').slice(0, 32);

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
