// Where the service's own key is found, and by what two of them are distinguished.
import { createHmac } from 'node:crypto';
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

export const readSecrets = (text: string) =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => Buffer.from(line.trim()));

/** Tells two keys apart without telling either. */
export const markOf = (secret: Buffer) => createHmac('sha256', secret).update('backup').digest('hex').slice(0, 32);
