// Whoever was erased after a backup is erased again where it is restored, by a ledger beside the backups that holds numbers alone.
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { erase } from '#backoffice/people/disclosure/server-erase.ts';
import { findPeople } from '#backoffice/people/disclosure/server-person.ts';
import { openDatabase } from '#db/database.ts';
import { ErasureLedger, erasedSince, readLedger } from '#server/backup/erasure-ledger.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { restoreCommand } from './restore.ts';

const CODE = '10000001';
const DATA_ID = '0a1b2c3d';
let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  await service.openInstitution(CODE, 'clinic01');
  await service.db
    .insertInto('service_key')
    .values({ mark: '0'.repeat(32) })
    .execute();
  folder = mkdtempSync(join(tmpdir(), 'biyori-erased-'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  await service.close();
});

const nobody = { mail: '', number: null, kana: '', birthDate: null };

test('a restore erases once more, and only what was erased after the backup', async () => {
  const number = await putReservation(service.db, CODE, { visitDate: '2020-05-05', slotCode: '01', startMinute: 540 });
  const file = join(folder, 'before.backup');
  const backup = { file, passphrase: null, secrets: [], dataId: DATA_ID };
  await writeBackup(service.connection, backup);
  const [person] = (await findPeople(service.db, CODE, { ...nobody, number })).people;
  const now = new Date();
  await service.db.transaction().execute((db) =>
    erase(db, {
      ...person!,
      secret: service.running.secret,
      institutionCode: CODE,
      isWholeAccount: true,
      version: null,
      now,
      today: '2026-11-15',
    }),
  );
  const ledger = new ErasureLedger(join(folder, 'backups'), DATA_ID);
  await ledger.write(service.db);
  await ledger.write(service.db);
  await new ErasureLedger(join(folder, 'backups'), DATA_ID).write(service.db);

  const text = join(folder, 'backups/erasures.jsonl');
  expect(statSync(text).mode & 0o777).toBe(0o600);
  const lines = readFileSync(text, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    {
      id: expect.any(String),
      institutionCode: CODE,
      at: now.toISOString(),
      numbers: [number],
      examineeId: person?.examineeId,
      account: person?.examineeId ? 'deleted' : 'kept',
      dataId: DATA_ID,
    },
  ]);
  const known = readLedger(join(folder, 'backups'));
  expect(erasedSince(known, { at: '2020-01-01T00:00:00Z', dataId: DATA_ID })).toHaveLength(1);
  // Numbers of later on may be other people's, and so may those of another data folder.
  expect(erasedSince(known, { at: '2999-01-01T00:00:00Z', dataId: DATA_ID })).toEqual([]);
  expect(erasedSince(known, { at: '2020-01-01T00:00:00Z', dataId: 'ffffffff' })).toEqual([]);

  vi.stubEnv('DATA_DIR', mkdtempSync(join(folder, 'data-')));
  vi.stubEnv('BACKUP_DIR', join(folder, 'backups'));
  const database = `erased_${process.pid}`;
  await sql`create database ${sql.id(database)} template template0`.execute(service.admin);
  const target = { ...service.superuser, database };
  const back = openDatabase(target, 1);
  try {
    // A ledger that cannot be read: nothing is loaded, or whoever it names would be back.
    const unreadable = join(folder, 'erasures-other.jsonl');
    mkdirSync(unreadable);
    await expect(restoreCommand([file])).rejects.toThrow('EISDIR');
    rmdirSync(unreadable);
    // This reservation has no history, of which the restore tells at its end.
    const restoring = (await restoreCommand([file]))({ connection: target, owner: target });
    await expect(restoring).rejects.toThrow('1 erasures that were made after it were made again.');
    const { rows } = await sql`select family_name as name, mail from reservations`.execute(back);
    expect(rows).toEqual([{ name: '匿名', mail: '' }]);
    expect((await sql`select from examinees where mail like 'hanako%'`.execute(back)).rows).toEqual([]);
    expect((await sql`select from erasures`.execute(back)).rows).toHaveLength(1);
  } finally {
    await back.destroy();
    await sql`drop database ${sql.id(database)} with (force)`.execute(service.admin);
  }
}, 120_000);
