// Where the service's own key is found, and by what two of them are told apart.
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';

export type KeySettings = Pick<Config, 'secretKey' | 'databaseUrl' | 'dataDir'>;

export const secretFile = (dataDir: string) => path.join(dataDir, 'secret.key');

/** As it is, if there is one: none is made. */
export function findSecret({ secretKey, databaseUrl, dataDir }: KeySettings): Buffer | null {
  if (secretKey !== null) return Buffer.from(secretKey);
  const file = secretFile(dataDir);
  return databaseUrl === null && existsSync(file) ? Buffer.from(readFileSync(file, 'utf8').trim()) : null;
}

/** Tells two keys apart without telling either. */
export const markOf = (secret: Buffer) => createHmac('sha256', secret).update('backup').digest('hex').slice(0, 32);
