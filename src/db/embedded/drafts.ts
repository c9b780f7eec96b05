// Folders that are made under another name and moved into their place when they are whole, so that nothing half made looks whole.
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Draft folders carry the maker's pid, so that what a killed maker left can be distinguished from work in progress. */
export function draftName(path: string): string {
  const draft = `${path}.new-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  return draft;
}

export function sweepDrafts(folder: string, name: string): void {
  for (const entry of readdirSync(folder).filter((entry) => entry.startsWith(`${name}.new-`))) {
    const path = join(folder, entry);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    // The age settles it where the pid has been given to another process since.
    if (isAlive(Number(entry.slice(`${name}.new-`.length))) && age < 600_000) continue;
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Only wasted space: another account's draft, or an initdb that has outlived its maker and still writes.
    }
  }
}

/** Of two makers the first wins; the other's draft is thrown away. */
export function moveIntoPlace(draft: string, target: string): void {
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
