// Writes a backup while the service goes on: one state of all tables, streamed through compression and encryption into a file that
// has its name only when it is whole.
import { createHash } from 'node:crypto';
import { createWriteStream, readdirSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, createZstdCompress } from 'node:zlib';
import pg from 'pg';
import type { Connection } from '#db/connection.ts';
import { copyOut } from '#db/copy.ts';
import { checkSchema, readSchemaFiles } from '#db/migrate.ts';
import { inSnapshot, withWholeSession } from '#db/pooler-detection.ts';
import { markOf } from '#server/access/key-ring.ts';

import program from '../../../package.json' with { type: 'json' };
import { makeEnvelope, seal } from './envelope.ts';
import { type End, type Manifest, type Sequence, writeRecord } from './records.ts';

/** Who is logged in is nothing to bring back: who was put out since would be in again. */
const LEFT_OUT = ['sessions'];
const JOURNAL = 'schema_migrations';

interface BackupRequest {
  file: string;
  passphrase: string | null;
  /** SECRET_KEY as it is, and the one before it; none where nobody knows it. They go along in encrypted backups only. */
  secrets: readonly Buffer[];
  dataId?: string | null;
  /** Whether whatever else the machine is asked for comes first. */
  isPatient?: boolean;
  signal?: AbortSignal;
}

export interface WrittenBackup extends End {
  at: string;
  bytes: number;
  isEncrypted: boolean;
  hasSecret: boolean;
}

class BackupFailed extends Error {}

/** Why a file cannot be written, by the codes of the operating system; nothing was kept of it then. */
const CAUSES: Readonly<Record<string, (file: string) => string>> = {
  // A full disk, an account's share of it, or the largest file that it may write.
  ...each(['ENOSPC', 'EDQUOT', 'EFBIG'], (file) => `There is no room left for ${file}: nothing was kept of it.`),
  ...each(['ENOENT', 'ENOTDIR'], (file) => `There is no folder ${path.dirname(file)} to write the backup to.`),
  ...each(
    ['EACCES', 'EPERM', 'EROFS'],
    (file) => `The account that this runs as may not write to the folder ${path.dirname(file)}.`,
  ),
  EIO: (file) => `The disk of ${file} reports faults: nothing was kept of it.`,
};

function each<T>(codes: readonly string[], cause: T): Record<string, T> {
  return Object.fromEntries(codes.map((code) => [code, cause]));
}

export async function writeBackup(connection: Connection, wish: BackupRequest): Promise<WrittenBackup> {
  const { file, signal } = wish;
  await refuseExisting(file);
  await checkSchema(connection);
  const draft = `${file}.part-${process.pid}`;
  const write = async (client: pg.Client) => {
    if (wish.isPatient) stepBack(connection, client);
    return inSnapshot(client, () => writeDraft(client, draft, wish));
  };
  try {
    const written = await withWholeSession(connection, write, signal);
    await rename(draft, file);
    await sync(path.dirname(file));
    return written;
  } catch (error) {
    signal?.throwIfAborted();
    const { code = '', syscall } = error as NodeJS.ErrnoException;
    // Connections have some of the same codes.
    const isOfFile = syscall !== 'connect' && Object.hasOwn(CAUSES, code);
    throw isOfFile ? new BackupFailed(CAUSES[code]?.(file), { cause: error }) : error;
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
}

async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory()) throw new BackupFailed(`${file} is a folder: say which file in it.`);
  if (found) throw new BackupFailed(`${file} is there already, and is not written over.`);
}

/** As nice(1) has it: bookings come first where the machine is busy, and where it is not nothing changes. */
const LOW_PRIORITY = 10;

/** This process, and the database's that reads for it where that is on this machine. */
function stepBack(connection: Connection, client: pg.Client): void {
  const isHere = 'host' in connection && connection.host.startsWith('/');
  const { processID } = client as unknown as { processID: number | null };
  for (const id of [...ownThreads(), ...(isHere && processID !== null ? [processID] : [])]) {
    try {
      setPriority(id, LOW_PRIORITY);
    } catch {
      // A thread that has just ended, or another account's process: it goes on as it is.
    }
  }
}

/** Linux has a priority for each thread, and compression has threads of its own; elsewhere 0 means the whole process. */
function ownThreads(): number[] {
  return process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
}

/** Milliseconds in a row, and how much longer the rest is. */
const STRETCH = 20;
const REST = 3;
/** Who was kept waiting by others for longer than this has not worked all the while. */
const LONGEST_REST = 200;

/**
 * A throttle (a duty cycle): a stretch of work, then a rest. A low priority is not enough, since whoever books waits for one process
 * after the other and finds a core taken each time, and on a database elsewhere it says nothing. While nothing is taken the database
 * waits as well.
 */
function makePace(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    const worked = performance.now() - began;
    if (worked < STRETCH) return;
    await sleep(Math.min(worked * REST, LONGEST_REST));
    began = performance.now();
  };
}

async function writeDraft(client: pg.Client, draft: string, wish: BackupRequest): Promise<WrittenBackup> {
  const { passphrase, isPatient } = wish;
  const envelope = await makeEnvelope(passphrase);
  const manifest = await describe(client, wish);
  const reading = readAll(client, manifest, isPatient ? makePace() : async () => {});
  const end: End = { tables: 0, rows: 0 };
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  let bytes = 0;
  await pipeline(
    async function* () {
      Object.assign(end, yield* reading);
    },
    compress,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const piece of seal(envelope, source)) {
        bytes += piece.length;
        yield piece;
      }
    },
    // Nobody else is to read it; on the disk before it gets its name.
    createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { ...end, at: manifest.at, bytes, isEncrypted: envelope.key !== null, hasSecret: 'secret' in manifest };
}

const DESCRIBE = `
  select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, current_setting('server_version') as server`;

async function describe(client: pg.Client, { secrets, dataId, passphrase }: BackupRequest): Promise<Manifest> {
  const { rows } = await client.query<{ at: string; server: string }>(DESCRIBE);
  return {
    program: program.version,
    at: rows[0]?.at ?? '',
    server: rows[0]?.server ?? '',
    schema: await readSchemaFiles(client),
    leftOut: LEFT_OUT,
    ...(dataId && { dataId }),
    ...(secrets.length > 0 && passphrase !== null && { secret: secrets.join('\n') }),
    secretMark: await readMark(client, secrets),
  };
}

async function readMark(client: pg.Client, secrets: readonly Buffer[]): Promise<string> {
  const { rows } = await client.query<{ mark: string }>('select mark from service_key');
  const marks = secrets.map(markOf);
  return marks.find((mark) => mark === rows[0]?.mark) ?? marks[0] ?? '';
}

/** Of our schema alone; what the database makes by itself of other columns is not written. */
const TABLES = `
  select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
   group by c.relname order by c.relname`;

const SEQUENCES = `
  select relname as name from pg_class
   where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`;

type Pace = ReturnType<typeof makePace>;

async function* readAll(client: pg.Client, manifest: Manifest, pace: Pace): AsyncGenerator<Buffer, End> {
  yield* writeRecord('manifest', manifest);
  const found = await client.query<{ table: string; columns: string[] }>(TABLES, [[...LEFT_OUT, JOURNAL]]);
  let rows = 0;
  for (const { table, columns } of found.rows) {
    yield* writeRecord('table', { table, columns });
    rows += yield* readTable(client, copyTarget(table, columns), pace);
  }
  yield* writeRecord('sequences', await readSequences(client));
  const end = { tables: found.rows.length, rows };
  yield* writeRecord('end', end);
  return end;
}

export const copyTarget = (table: string, columns: readonly string[]) =>
  `${pg.escapeIdentifier(table)} (${columns.map(pg.escapeIdentifier).join(', ')})`;

async function* readTable(client: pg.Client, target: string, pace: Pace): AsyncGenerator<Buffer, number> {
  const sha256 = createHash('sha256');
  const copying = copyOut(client, `copy ${target} to stdout`);
  try {
    for (;;) {
      const { done, value } = await copying.next();
      if (done) {
        yield* writeRecord('tableEnd', { rows: value, sha256: sha256.digest('hex') });
        return value;
      }
      sha256.update(value);
      yield* writeRecord('rows', value);
      await pace();
    }
  } finally {
    await copying.return(0);
  }
}

/** After the tables: sequences are of no snapshot, and none may give a number again that a row has. */
async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(SEQUENCES);
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const value = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${pg.escapeIdentifier(name)}`,
    );
    sequences.push({ name, lastValue: '1', isCalled: false, ...value.rows[0] });
  }
  return sequences;
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
