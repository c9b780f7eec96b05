// Which backups are whose: a data folder has an id, its backups carry it in their names, and none is taken for another's.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasHome } from '#db/embedded/account.ts';
import { StartRefused } from '#db/errors.ts';
import { localTime } from '#domain/calendar/clock.ts';
import type { Config } from '#server/config.ts';

/** Moments are those of Tokyo, as whoever looks for a file knows them. Release 1.0.0 wrote no id. */
const NAME = /^kenshin-biyori-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(?:-([0-9a-f]{8}))?\.backup$/;

export interface StoredBackup {
  name: string;
  at: Date;
  id: string | undefined;
}

export function nameAt(moment: Date, id: string): string {
  const { year, month, day, hour, minute } = localTime(moment);
  return `kenshin-biyori-${year}${month}${day}-${hour}${minute}-${id}.backup`;
}

function readName(name: string): StoredBackup | null {
  const [, year, month, day, hour, minute, id] = NAME.exec(name) ?? [];
  return year ? { name, at: new Date(`${year}-${month}-${day}T${hour}:${minute}:00+09:00`), id } : null;
}

/** Of what may not be there, as the place of a disk that is away has nothing in it. */
export function tryTo<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const readText = (file: string) => tryTo(() => readFileSync(file, 'utf8'), '');

/** The last good backup beside the data: a disk that is not there, or a restart, does not make it any younger. */
const lastFile = (dataDir: string) => path.join(dataDir, 'last-backup');

export function readLast(dataDir: string): { backup: StoredBackup | null; rows: number | null } {
  const [name = '', rows = ''] = readText(lastFile(dataDir)).split('\n');
  return { backup: readName(name), rows: rows === '' ? null : Number(rows) };
}

export const writeLast = (dataDir: string, name: string, rows: number) =>
  writeFileSync(lastFile(dataDir), `${name}\n${rows}\n`, { mode: 0o600 });

const idFile = (dataDir: string) => path.join(dataDir, 'data-id');

export const readDataId = (dataDir: string) => readText(idFile(dataDir)).split('\n')[0] || null;

/** `lastWithout` is the last backup that the folder has made before it had an id. */
export function writeDataId(dataDir: string, id: string, lastWithout = ''): void {
  writeFileSync(idFile(dataDir), `${id}\n${lastWithout}\n`, { mode: 0o600 });
}

export function findOwn(dataDir: string): { id: string; isOwn(backup: StoredBackup): boolean } {
  if (readDataId(dataDir) === null) {
    writeDataId(dataDir, randomBytes(4).toString('hex'), readLast(dataDir).backup?.name);
  }
  const [id = '', lastWithout = ''] = readText(idFile(dataDir)).split('\n');
  const until = readName(lastWithout)?.at.getTime() ?? 0;
  return { id, isOwn: (backup) => (backup.id ? backup.id === id : backup.at.getTime() <= until) };
}

export const listBackups = (dir: string): StoredBackup[] => readdirSync(dir).flatMap((name) => readName(name) ?? []);

const isEmptyFolder = (folder: string) => tryTo(() => readdirSync(folder).length === 0, false);

/**
 * A folder that was emptied, or a disk that is away, looks like a new one; that there are backups distinguishes them. Whoever starts over
 * gets a new id, so that the backups of before are nobody's to thin out.
 */
export function refuseLostData({ dataDir, databaseUrl, backups }: Config, isNew: boolean): void {
  if (databaseUrl !== null || (hasHome(dataDir) && !isEmptyFolder(path.join(dataDir, 'postgres')))) return;
  if (isNew) {
    for (const file of [idFile(dataDir), lastFile(dataDir)]) rmSync(file, { force: true });
    return;
  }
  const files = tryTo(() => listFiles(backups.dir), []);
  const last = files.at(-1);
  if (!last) return;
  throw new StartRefused(
    `There are no data in ${dataDir} (DATA_DIR), but ${files.length} backups of other data in ${backups.dir} (BACKUP_DIR): bring them back with the operator's command "restore ${last}", or begin with nothing by "migrate --new". The backups stay as they are.`,
  );
}

function listFiles(dir: string): string[] {
  const files = readdirSync(dir).filter((name) => name.endsWith('.backup'));
  const written = (file: string) => statSync(file).mtimeMs;
  return files.map((name) => path.join(dir, name)).sort((a, b) => written(a) - written(b));
}
