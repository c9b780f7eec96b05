// The service's own key: from the environment where several servers share one, else a file made once in the data folder. The database
// knows a mark of it, so that nobody goes on with another one unawares.
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { BadConfig } from '../config.ts';
import { findSecret, type KeySettings, markOf, secretFile } from './key-file.ts';

/** How somebody says that it is lost. */
export const WITH_NEW_KEY = '"npm start -- --new-key" (under systemd "deploy/operator.sh start --new-key")';

/** What is lost along with the key; said wherever somebody may have to do without it. */
export const WITHOUT_KEY =
  'these do not work: passwords that the service made, authenticator apps, set-up and recovery codes, and the links of invitations. People\'s own passwords do; "reset-administrator --clear-two-factor" lets staff in.';

/** Refuses settings with which no key can be right, before anything is touched. */
export function requireKeySettings({ secretKey, databaseUrl }: KeySettings): void {
  // Every server would make a key of its own: passwords and counts of one would mean nothing to the others.
  if (secretKey === null && databaseUrl !== null) {
    throw new BadConfig('SECRET_KEY must be set where DATABASE_URL is: all servers of one database share it.');
  }
  if (secretKey !== null && secretKey.length < 32) {
    throw new BadConfig('SECRET_KEY must have 32 characters or more.');
  }
}

const readMark = query<{ mark: string }>('select mark from service_key');
const writeMark = query('insert into service_key (mark) values ($1) on conflict do nothing');
const replaceMark = query('update service_key set mark = $1, since = now()');

/** The key of these data, which is made where they have none yet. Another one is taken only where somebody has said so. */
export async function settleSecret(db: Db, given: KeySettings, { takesNew = false } = {}): Promise<Buffer> {
  requireKeySettings(given);
  const [of] = await readMark(db);
  const found = findSecret(given);
  if (of && (!found || markOf(found) !== of.mark) && !takesNew) throw new BadConfig(refusalOf(given, found !== null));
  const secret = found ?? makeSecret(given.dataDir);
  const mark = markOf(secret);
  if (of && of.mark !== mark) await replaceMark(db, mark);
  if (of) return secret;
  await writeMark(db, mark);
  // Another server with another key may have been the first by a moment.
  return settleSecret(db, given, { takesNew });
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

function makeSecret(dataDir: string): Buffer {
  const file = secretFile(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  // Linked into place whole: a second process that starts at the same moment never reads half a key.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return Buffer.from(readFileSync(file, 'utf8').trim());
}
