// The provider's command that writes a backup.
import { onInterrupt } from '#app/explain-refusal.ts';
import { formatMinute } from '#domain/calendar/clock.ts';
import { findSecrets } from '#server/access/key-ring.ts';
import { findPassphrase, isTooShort, TOO_SHORT } from '#server/backup/envelope.ts';
import { readDataId } from '#server/backup/stored-backups.ts';
import { type WrittenBackup, writeBackup } from '#server/backup/write-backup.ts';
import { type Config, readConfig } from '#server/config.ts';
import { type OnConnection, Refused, readFileName, Usage } from './options.ts';
import { askPassword } from './passwords.ts';

async function choosePassphrase({ backups }: Config, isPlain: boolean): Promise<string | null> {
  if (isPlain) return null;
  const given = findPassphrase(backups);
  if (given === null && !process.stdin.isTTY) {
    throw new Usage(
      'Set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or say --plain for a backup that anybody can read.',
    );
  }
  const passphrase = given ?? (await askPassword('Passphrase for the backup'));
  if (isTooShort(passphrase)) throw new Refused(TOO_SHORT);
  return passphrase;
}

export const backupCommand: OnConnection = async (args) => {
  const { file, options } = readFileName(args, ['plain']);
  const config = readConfig(process.env);
  const passphrase = await choosePassphrase(config, options.plain === true);
  return async ({ connection }) => {
    const signal = onInterrupt(() => new Refused('It was interrupted: there is no backup.'));
    const dataId = config.databaseUrl === null ? readDataId(config.dataDir) : null;
    const wish = { file, passphrase, secrets: findSecrets(config), dataId, isPatient: true, signal };
    return describeWritten(file, await writeBackup(connection, wish));
  };
};

function describeWritten(file: string, { at, tables, rows, bytes, isEncrypted, hasSecret }: WrittenBackup): string {
  const size = `${(bytes / 1e6).toFixed(1)} MB${isEncrypted ? ', encrypted' : ''}`;
  const written = `${file} holds ${rows} rows of ${tables} tables as they were at ${formatMinute(new Date(at))} (${size}).`;
  if (hasSecret) return written;
  const why = isEncrypted ? 'it is not known here' : 'that takes a passphrase';
  return `${written}\nSECRET_KEY (secret.key) is not in it, since ${why}: keep it apart, or second factors and made passwords are lost.`;
}
