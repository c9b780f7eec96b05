// Brings a backup back into an empty database, in one transaction: all of it, or nothing. Nothing is sent and nothing is started.

import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Connection, Roles } from '#db/connection.ts';
import { copyIn } from '#db/copy.ts';
import { createTables, lockSchema, migrate } from '#db/migrate.ts';
import { analyze, withWholeSession } from '#db/pooler-detection.ts';
import { type Violation, violationsOf } from '#server/verify/verify.ts';
import { DamagedBackup } from './envelope.ts';
import type { BackupRecord, OpenedBackup, Sequence, TableStart } from './records.ts';
import { copyTarget } from './write-backup.ts';

export interface Restored {
  tables: number;
  rows: number;
  held: number;
  applied: string[];
  violations: Violation[];
}

class NotEmpty extends Error {}

type Loaded = Pick<Restored, 'tables' | 'rows' | 'held'>;

export async function loadBackup(connection: Connection, backup: OpenedBackup, signal?: AbortSignal): Promise<Loaded> {
  const work = async (client: pg.Client) => {
    const letGo = await lockSchema(client);
    try {
      await refuseUnlessEmpty(client);
      await client.query('begin');
      const done = await load(client, backup).catch(async (error) => {
        await client.query('rollback').catch(() => {});
        throw error;
      });
      signal?.throwIfAborted();
      await client.query('commit');
      return done;
    } finally {
      await letGo();
    }
  };
  return withWholeSession(connection, work, signal).catch((error) => {
    signal?.throwIfAborted();
    throw error;
  });
}

/** From the tables of then to today's; gives the files that were newer. */
export async function migrateRestored(at: Connection | Roles): Promise<string[]> {
  return (await migrate(at)).filter((name) => !name.startsWith('functions/'));
}

export async function verifyRestored(owner: Connection): Promise<Violation[]> {
  await analyze(owner);
  return violationsOf(owner);
}

export async function restoreBackup(connection: Connection, backup: OpenedBackup): Promise<Restored> {
  const loaded = await loadBackup(connection, backup);
  const applied = await migrateRestored(connection);
  return { ...loaded, applied, violations: await verifyRestored(connection) };
}

/** Whatever the database has of its own, but nothing of an extension's. */
const FIRST_THING = `
  select relname as name from pg_class c
   where relnamespace = current_schema()::regnamespace
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`;

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(FIRST_THING);
  const [first] = rows;
  if (!first) return;
  throw new NotEmpty(
    `The database is not empty (it has ${first.name}), and nothing was changed. Restore into an empty one: a DATA_DIR that is not there yet, or a new database for DATABASE_URL.`,
  );
}

async function load(client: pg.Client, backup: OpenedBackup): Promise<Loaded> {
  await createTables(client, backup.manifest.schema);
  const putBack = await takeOff(client);
  const counted = { tables: 0, rows: 0 };
  await backup.read(async (records) => {
    for await (const record of records) {
      if (record.kind === 'table') {
        counted.rows += await loadTable(client, record.content, records);
        counted.tables++;
      } else if (record.kind === 'sequences') {
        await setSequences(client, record.content);
      } else if (record.kind === 'end') {
        if (record.content.tables !== counted.tables || record.content.rows !== counted.rows) {
          throw new DamagedBackup('It does not hold as many rows as it says.');
        }
        return;
      } else {
        throw new DamagedBackup('Its records are in disorder.');
      }
    }
    throw new DamagedBackup('Its end is missing.');
  });
  // Some of them may have gone out since: whoever restores says what is to become of them.
  const { rowCount } = await client.query(
    `update outbox_mails set next_attempt_at = 'infinity' where state = 'waiting'`,
  );
  await putBack();
  return { ...counted, held: rowCount ?? 0 };
}

async function loadTable(client: pg.Client, { table, columns }: TableStart, records: AsyncGenerator<BackupRecord>) {
  const sha256 = createHash('sha256');
  let declared: { rows: number; sha256: string } | undefined;
  const rows = await copyIn(client, `copy ${copyTarget(table, columns)} from stdin (freeze)`, rowsOf());
  if (declared?.rows !== rows || declared.sha256 !== sha256.digest('hex')) {
    throw new DamagedBackup(`Its rows of ${table} are not those that it says.`);
  }
  return rows;

  async function* rowsOf(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value: record } = await records.next();
      if (record?.kind === 'tableEnd') {
        declared = record.content;
        return;
      }
      if (record?.kind !== 'rows') throw new DamagedBackup('Its records are in disorder.');
      sha256.update(record.content);
      yield record.content;
    }
  }
}

async function setSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), lastValue, isCalled]);
  }
}

const FOREIGN_KEYS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`;

/** Those of primary keys and constraints stay. */
const INDEXES = `
  select format('drop index %s', i.indexrelid::regclass) as off, pg_get_indexdef(i.indexrelid) as back
    from pg_index i join pg_class c on c.oid = i.indexrelid
   where c.relnamespace = current_schema()::regnamespace
     and not exists (select from pg_constraint n where n.conindid = i.indexrelid)`;

/**
 * Foreign keys, so that tables may come in any order and are checked at once instead of row by row; and indexes, which are made far faster
 * when all rows are there. Gives what puts them back as they were.
 */
async function takeOff(client: pg.Client): Promise<() => Promise<void>> {
  type Both = { off: string; back: string };
  const keys = (await client.query<Both>(FOREIGN_KEYS)).rows;
  const indexes = (await client.query<Both>(INDEXES)).rows;
  for (const { off } of [...keys, ...indexes]) await client.query(off);
  return async () => {
    await client.query(`set local maintenance_work_mem = '128MB'`);
    for (const { back } of [...indexes, ...keys]) await client.query(back);
  };
}
