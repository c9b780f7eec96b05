// The service's keys: from the environment where several servers share them, else a file made once in the data folder. One seals and hashes what
// is new; the others still open and check what was made before they were rotated (decision 96). The database knows a mark of the current one, so
// that nobody goes on with another one unawares.

import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { BadConfig, type Config } from '#server/config.ts';

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

export const WITH_NEW_KEY = '"npm start -- --new-key" (under systemd "deploy/operator.sh start --new-key")';

export const WITHOUT_KEY =
  'these do not work: passwords that the service made, authenticator apps, set-up and recovery codes, and the links of invitations. People\'s own passwords do; "reset-administrator --clear-two-factor" lets staff in.';

/** Refuses settings with which no key can be right, before anything is touched. */
export function requireKeySettings({ secretKey, previousKey, databaseUrl }: KeySettings): void {
  // Every server would make a key of its own: passwords and counts of one would mean nothing to the others.
  if (secretKey === null && databaseUrl !== null) {
    throw new BadConfig('SECRET_KEY must be set where DATABASE_URL is: all servers of one database share it.');
  }
  if (secretKey !== null && secretKey.length < 32) {
    throw new BadConfig('SECRET_KEY must have 32 characters or more.');
  }
  if (previousKey !== null && secretKey === null) {
    throw new BadConfig('SECRET_KEY_PREVIOUS goes with SECRET_KEY; a key in DATA_DIR keeps the one before it itself.');
  }
}

const readMark = query<{ mark: string }>('select mark from service_key');
const writeMark = query('insert into service_key (mark) values ($1) on conflict do nothing');
export const replaceMark = query('update service_key set mark = $1, since = now()');

/**
 * The keys of these data, of which one is made where they have none yet. That none of them is theirs is taken only where somebody has said so.
 * Which one is current the database says: a rotation ends for all servers at once.
 */
export async function settleSecret(db: Db, given: KeySettings, { takesNew = false } = {}): Promise<KeyRing> {
  requireKeySettings(given);
  const mark = await readKeyMark(db);
  const found = findSecrets(given);
  const isKnown = found.some((secret) => markOf(secret) === mark);
  if (mark !== null && !isKnown && !takesNew) throw new BadConfig(refusalOf(given, found.length > 0));
  if (found.length === 0) makeSecret(given.dataDir);
  const ring = new KeyRing(() => findSecrets(given));
  if (mark !== null && !isKnown) await replaceMark(db, ring.mark);
  if (mark !== null) {
    if (isKnown) ring.follow(mark);
    return ring;
  }
  await writeMark(db, ring.mark);
  // Another server with another key may have been the first by a moment.
  return settleSecret(db, given, { takesNew });
}

const readKeyMark = async (db: Db) => (await readMark(db))[0]?.mark ?? null;

/** Now and then, so that a running server goes over to the key that somebody has rotated to. */
export async function followKey(db: Db, ring: KeyRing): Promise<void> {
  const mark = await readKeyMark(db);
  if (mark !== null && !ring.follow(mark))
    throw new Error('the data have another key by now than this server: restart it');
}

function refusalOf({ secretKey, dataDir }: KeySettings, isThere: boolean): string {
  const what = secretKey !== null ? 'SECRET_KEY' : secretFile(dataDir);
  return [
    `${what} is ${isThere ? 'not the key of these data' : 'missing, and these data were made with it'}.`,
    'Bring the right one back: every backup with a passphrase holds it.',
    `If it is lost, ${WITH_NEW_KEY} goes on without it, once and for all.`,
    `Then ${WITHOUT_KEY}`,
  ].join('\n');
}

export const newSecret = () => randomBytes(32).toString('base64url');

function makeSecret(dataDir: string): void {
  const file = secretFile(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  // Linked into place whole: a second process that starts at the same moment never reads half a key.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, newSecret(), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
