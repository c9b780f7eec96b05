// The service's own key: from the environment where several servers share one, else a file made once in the data folder.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BadConfig, type Config } from '../config.ts';

type Given = Pick<Config, 'secretKey' | 'databaseUrl' | 'dataDir'>;

export const secretFile = (dataDir: string) => path.join(dataDir, 'secret.key');

/** As it is, if there is one: none is made. */
export function findSecret({ secretKey, databaseUrl, dataDir }: Given): Buffer | null {
  if (secretKey !== null) return Buffer.from(secretKey);
  const file = secretFile(dataDir);
  return databaseUrl === null && existsSync(file) ? Buffer.from(readFileSync(file, 'utf8').trim()) : null;
}

export function readSecret({ secretKey, databaseUrl, dataDir }: Given): Buffer {
  if (secretKey !== null) {
    if (secretKey.length < 32) throw new BadConfig('SECRET_KEY must have 32 characters or more.');
    return Buffer.from(secretKey);
  }
  // Every server would make a key of its own: passwords and counts of one would mean nothing to the others.
  if (databaseUrl !== null) {
    throw new BadConfig('SECRET_KEY must be set where DATABASE_URL is: all servers of one database share it.');
  }
  const file = secretFile(dataDir);
  if (!existsSync(file)) {
    // Linked into place whole: a second process that starts at the same moment never reads half a key.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  return Buffer.from(readFileSync(file, 'utf8').trim());
}
