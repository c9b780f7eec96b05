// Makes the backup that the test of upgrades begins with: `node tests/upgrade/make-fixture.ts tests/upgrade/1.0.0.backup`, with the
// program of the release that it stands for. One is added for every release that changes tables; none is ever made again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDemo } from '#app/demo/ensure-demo.ts';
import { openDatabase } from '#db/database.ts';
import { startEmbedded } from '#db/embedded/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { writeBackup } from '#server/backup/write-backup.ts';

const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: make-fixture.ts FILE');

const folder = mkdtempSync(join(tmpdir(), 'biyori-fixture-'));
const database = await startEmbedded(folder, { durable: false });
try {
  await migrate(database);
  const db = openDatabase(database.connection, 2);
  await db.transaction().execute((transaction) => loadDemo(transaction, new Date('2026-11-15T10:00:00+09:00')));
  await db.destroy();
  console.log(await writeBackup(database.connection, { file, passphrase: null, secrets: [] }));
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
