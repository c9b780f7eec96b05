// A data folder for a service of a test's own. Within a run of the tests it is a copy of one in which the service was started once:
// making a database and loading the demo takes longer than most of what is tested then.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PREPARED, prepareOnce } from './prepared.ts';
import { startRealService } from './real-service.ts';

export async function makeDataDir(purpose: string): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), `biyori-${purpose}-`));
  // Outside of a run each service begins with nothing.
  if (!process.env[PREPARED]) return dataDir;
  const prepared = await prepareOnce('prepared', async (folder) => {
    // The demo's mails wait: whoever counts what arrives would miss those that went out here.
    await (await startRealService(folder, { MAILS_PER_SECOND: '0' })).stop();
  });
  // A cluster that could not be made in its data folder is no copy's.
  if (!existsSync(path.join(prepared, 'postgres'))) return dataDir;
  // With owners and modes, which PostgreSQL looks at.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir]);
  return dataDir;
}
