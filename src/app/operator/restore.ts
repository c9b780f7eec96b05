// The provider's commands that bring a backup back, and that look whether the data are as they must be.

import { once } from 'node:events';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onInterrupt } from '#app/explain-refusal.ts';
import { eraseAgain } from '#backoffice/people/disclosure/server-erase.ts';
import type { Connection } from '#db/connection.ts';
import type { Db } from '#db/database.ts';
import { checkSchema } from '#db/migrate.ts';
import { formatMinute } from '#domain/calendar/clock.ts';
import { findSecrets, markOf, secretFile, WITH_NEW_KEY, WITHOUT_KEY } from '#server/access/key-ring.ts';
import { findPassphrase } from '#server/backup/envelope.ts';
import { erasedSince, readLedger, rememberErased } from '#server/backup/erasure-ledger.ts';
import { type OpenedBackup, openBackup } from '#server/backup/records.ts';
import { loadBackup, migrateRestored, type Restored, verifyRestored } from '#server/backup/restore.ts';
import { writeDataId } from '#server/backup/stored-backups.ts';
import { type Config, readConfig } from '#server/config.ts';
import { inTransaction } from '#server/transaction.ts';
import { reportOn, violationsOf } from '#server/verify/verify.ts';
import { logOperator } from './log.ts';
import { type OnConnection, Refused, readFileName, readOptions, withDatabase } from './options.ts';
import { askKnownPassword } from './passwords.ts';

export const restoreCommand: OnConnection = async (args) => {
  const { file } = readFileName(args);
  const config = readConfig(process.env);
  const ask = async () => findPassphrase(config.backups) ?? askKnownPassword('Passphrase of the backup');
  // Before any database is made or touched: a file that is not whole, or a ledger that cannot be read, leads to nothing.
  const backup = await openBackup(file, ask).catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`${file} cannot be restored. ${UNREADABLE[error.code ?? ''] ?? error.message}`);
  });
  const ledger = readLedger(...new Set([config.backups.dir, path.dirname(file)]));
  return async (roles) => {
    let isLoaded = false;
    const signal = onInterrupt(() => new Refused(isLoaded ? UNSEEN : 'It was interrupted: nothing was restored.'));
    const loaded = await loadBackup(roles.owner, backup, signal);
    isLoaded = true;
    // At once: without it the data are of no use, and they are back now.
    const secret = settleSecret(config, backup, file);
    // The series of its backups goes on.
    if (config.databaseUrl === null && backup.manifest.dataId) writeDataId(config.dataDir, backup.manifest.dataId);
    const applied = await migrateRestored(roles);
    const erased = await eraseWhoWasErased(roles.connection, backup, ledger);
    await logToInstitutions(roles.connection, backup.manifest.at);
    const violations = await Promise.race([verifyRestored(roles.owner), ending(signal)]);
    return describeRestored(backup, { ...loaded, applied, violations }, [secret, erased]);
  };
};

const UNREADABLE: Record<string, string> = {
  ENOENT: 'There is no such file.',
  ENOTDIR: 'There is no such file.',
  EISDIR: 'It is a folder.',
  EACCES: 'The account that this runs as may not read it.',
};

const UNSEEN =
  'It was interrupted when the data were back, and before they were looked through: the command "verify" does that. Mails that waited are held, and the service was not started.';

async function ending(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

function describeRestored({ manifest }: OpenedBackup, restored: Restored, more: string[]): string {
  const { rows, tables, held, violations } = restored;
  const lines = [
    `${rows} rows of ${tables} tables are back, as they were at ${formatMinute(new Date(manifest.at))}.`,
    held === 0
      ? 'No mail waited then.'
      : `${held} mails waited then and are held, since some may have gone out after it: "mail list --state held" shows them, "mail release" sends them, "mail release --withdraw" drops them.`,
    'Reminders and invitations that went out after it are not known any more: the next daily run may write them again.',
    'Nobody is logged in any more.',
    ...more,
    'The service was not started.',
  ];
  if (violations.length === 0) return [...lines, 'The data are as they must be.'].join('\n');
  throw new Refused(`${[...lines, reportOn(violations)].join('\n')}\n\nThe data are back, but not as they must be.`);
}

const KEY_OF_THEN = `The service does not start without the SECRET_KEY (secret.key) of then, unless it is told to: ${WITH_NEW_KEY}. Then ${WITHOUT_KEY}`;

function settleSecret(config: Config, { manifest }: OpenedBackup, file: string): string {
  const known = findSecrets(config);
  if (known.some((secret) => markOf(secret) === manifest.secretMark)) return 'SECRET_KEY is the one of then.';
  if (!manifest.secret) {
    return known.length > 0 ? `SECRET_KEY is another one than then. ${KEY_OF_THEN}` : KEY_OF_THEN;
  }
  if (config.databaseUrl === null && config.secretKey === null) {
    const target = secretFile(config.dataDir);
    if (existsSync(target)) renameSync(target, `${target}.before-restore`);
    writeFileSync(target, manifest.secret, { mode: 0o600 });
    return `SECRET_KEY is back, in ${target}.`;
  }
  const target = `${file}.secret-key`;
  writeFileSync(target, manifest.secret, { mode: 0o600 });
  return `SECRET_KEY was another one then: it is in ${target}. Start every server with it, and delete that file.`;
}

/** Whom the backup still knows, and somebody has had erased since; by the ledgers beside the nightly backups and beside this one. */
async function eraseWhoWasErased(
  connection: Connection,
  { manifest }: OpenedBackup,
  lines: ReturnType<typeof readLedger>,
) {
  if (manifest.dataId === undefined && new Set(lines.map(({ dataId }) => dataId)).size > 1) {
    return 'Whoever was erased after it is back: the ledger of erasures beside it is of several data folders, and this backup names none.';
  }
  const since = erasedSince(lines, manifest);
  if (lines.length === 0)
    return 'There is no ledger of erasures beside the backups: whoever was erased after this one is back.';
  const now = new Date();
  await inDatabase(connection, async (db) => {
    for (const line of since) {
      await eraseAgain(db, line, now);
      await rememberErased(db, line);
      await logOperator(db, line.institutionCode, '復元後の個人データの再消去', String(line.numbers[0] ?? ''));
    }
  });
  return `${since.length} erasures that were made after it were made again.`;
}

/** What was done since is gone, which whoever reads the access log must know. */
async function logToInstitutions(connection: Connection, at: string): Promise<void> {
  await inDatabase(connection, async (db) => {
    const institutions = await db.selectFrom('institutions').select('institution_code').execute();
    const note = `バックアップからの復元（${formatMinute(new Date(at))}時点）`;
    for (const { institution_code: code } of institutions) await logOperator(db, code, note);
  });
}

const inDatabase = (connection: Connection, work: (db: Db) => Promise<void>) =>
  withDatabase(connection, (db) => inTransaction(db, work));

export const verifyCommand: OnConnection = async (args) => {
  readOptions(args, {});
  return async ({ connection }) => {
    await checkSchema(connection);
    const violations = await violationsOf(connection);
    const report = reportOn(violations);
    if (violations.length > 0) throw new Refused(`${report}\n\nThe data are not as they must be.`);
    return `${report}\n\nThe data are as they must be.`;
  };
};
