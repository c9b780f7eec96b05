// Keeps the embedded PostgreSQL's log short: terse lines, and no more of them than two files hold.
import { copyFile, stat, truncate } from 'node:fs/promises';
import { repeat } from '#db/repeat.ts';

export interface LogBounds {
  /** In bytes: from there on what was written goes to the second file, in the place of what stood there. */
  limit: number;
  lookMs: number;
}

const BOUNDS: LogBounds = { limit: 10 * 1024 * 1024, lookMs: 60_000 };

/** What a statement said, and the values that PostgreSQL quotes in its details, are nothing for a log. */
export const LOG_SETTINGS = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
} as const;

/**
 * Copied and emptied instead of renamed: the server goes on writing to the file that it was given, at its end. Not PostgreSQL's own
 * collector, which bounds a file's age but not its size where the same name comes round again.
 */
async function moveAside(file: string, limit: number): Promise<void> {
  const { size } = await stat(file);
  if (size <= limit) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

/** Looks from time to time, also before the first server writes to it. */
export async function rotateLog(file: string, { limit, lookMs }: LogBounds = BOUNDS) {
  // A log that is not there, or on a full disk, is no reason to disturb anybody.
  const looks = repeat(lookMs, () => moveAside(file, limit));
  await looks.run();
  return looks;
}
