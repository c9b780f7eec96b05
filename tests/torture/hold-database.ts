// Holds the embedded database of a folder until it is killed; writes one row per line it is given, and says when it is committed.
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startEmbedded } from '#db/embedded/embedded.ts';
import { AlreadyRunning } from '#db/embedded/owner.ts';

const [dataDir, durability] = process.argv.slice(2);
if (!dataDir) throw new Error('usage: hold-database.ts <data folder> [durable]');

try {
  const machineBin = process.env.POSTGRES_BIN ?? null;
  const database = await startEmbedded(dataDir, { durable: durability === 'durable', machineBin });
  const pool = new pg.Pool({ ...database.superuser, max: 2 });
  pool.on('error', () => {});
  await pool.query('CREATE TABLE IF NOT EXISTS notes (note text)');
  console.log('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'stop') break;
    await pool.query('INSERT INTO notes VALUES ($1)', [line]);
    console.log(`written ${line}`);
  }
  await pool.end();
  await database.stop();
  console.log('stopped');
} catch (error) {
  if (!(error instanceof AlreadyRunning)) throw error;
  console.log(`refused ${error.message}`);
}
