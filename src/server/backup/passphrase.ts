// The passphrase that backups are encrypted with, as the surroundings give it; never from a command's arguments, which anybody can list.
import { readFileSync } from 'node:fs';
import { BadConfig, type Config } from '#server/config.ts';
import type { Service } from '#server/service.ts';

/** So that guessing is hopeless, whatever is tried a second. */
const SHORTEST = 12;

export const isTooShort = (passphrase: string) => [...passphrase].length < SHORTEST;
export const TOO_SHORT = `A passphrase has ${SHORTEST} characters or more.`;

/** Whether the nightly backups of real data can be read by anybody, and nobody has said that this is meant. */
export const isBackupPlain = ({ nightly, config, hidden }: Pick<Service, 'nightly' | 'config' | 'hidden'>): boolean =>
  nightly !== undefined &&
  hidden.areSomeReal &&
  config.backups.passphrase === null &&
  config.backups.passphraseFile === null &&
  !config.backups.isPlainMeant;

/** Null where none is set. */
export function findPassphrase({ passphrase, passphraseFile }: Config['backups']): string | null {
  if (passphrase !== null || passphraseFile === null) return passphrase;
  try {
    const [line = ''] = readFileSync(passphraseFile, 'utf8').split(/\r?\n/);
    return line;
  } catch {
    throw new BadConfig(`BACKUP_PASSPHRASE_FILE (${passphraseFile}) cannot be read.`);
  }
}
