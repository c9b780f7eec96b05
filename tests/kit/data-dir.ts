// A data folder for a service of a test's own. Within a run of the tests it is a copy of one in which the service was started once:
// making a database and loading the demo takes longer than most of what is tested then.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rmdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startRealService } from './real-service.ts';

/** Names the folder for what is prepared; without it, each service begins with nothing. */
export const PREPARED = 'PREPARED_DATA';

export async function makeDataDir(purpose: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), `biyori-${purpose}-`));
  const shelf = process.env[PREPARED];
  if (!shelf) return dataDir;
  const prepared = await prepare(shelf);
  // A cluster that could not be made in its data folder is no copy's.
  if (!existsSync(path.join(prepared, 'postgres'))) return dataDir;
  // With owners and modes, which PostgreSQL looks at.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir]);
  return dataDir;
}

/** The first of the processes that want it makes it, and the others wait for that. */
async function prepare(shelf: string): Promise<string> {
  const prepared = path.join(shelf, 'prepared');
  const taken = path.join(shelf, 'taken');
  for (const deadline = Date.now() + 400_000; !existsSync(prepared); await wait(100)) {
    if (Date.now() > deadline) throw new Error('no data folder was prepared');
    const isFirst = await mkdir(taken).then(
      () => true,
      () => false,
    );
    if (!isFirst) continue;
    const draft = await mkdtemp(path.join(shelf, 'draft-'));
    try {
      // The demo's mails wait: whoever counts what arrives would miss those that went out here.
      await (await startRealService(draft, { MAILS_PER_SECOND: '0' })).stop();
      await rename(draft, prepared);
    } catch (error) {
      // The next one tries.
      await rmdir(taken);
      throw error;
    }
  }
  return prepared;
}
