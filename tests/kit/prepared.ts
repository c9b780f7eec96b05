// What several of the processes of a run need and one of them makes: the first that wants it, while the others wait.
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rmdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Names the folder for what is prepared. */
export const PREPARED = 'PREPARED_DATA';

/** A folder with what `make` has put into it. */
export async function prepareOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const shelf = process.env[PREPARED] ?? (await mkdtemp(path.join(os.tmpdir(), 'biyori-prepared-')));
  const prepared = path.join(shelf, name);
  const taken = path.join(shelf, `${name}-taken`);
  for (const deadline = Date.now() + 400_000; !existsSync(prepared); await wait(100)) {
    if (Date.now() > deadline) throw new Error(`${name} was not prepared`);
    const isFirst = await mkdir(taken).then(
      () => true,
      () => false,
    );
    if (!isFirst) continue;
    const draft = await mkdtemp(path.join(shelf, 'draft-'));
    try {
      await chmod(draft, 0o711);
      await make(draft);
      await rename(draft, prepared);
    } catch (error) {
      // The next one tries.
      await rmdir(taken);
      throw error;
    }
  }
  return prepared;
}
