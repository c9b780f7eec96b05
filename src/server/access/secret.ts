// The service's own key: from the environment where several servers share one, else a file made once in the data folder. The database
// knows a mark of it, so that nobody goes on with another one unawares.

import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { BadConfig } from '#server/config.ts';
import { findSecrets, KeyRing, type KeySettings, markOf, secretFile } from './key-ring.ts';

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
