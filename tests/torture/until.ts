// Waits for an event and not for a time, which is another one on every machine.
import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MS = 180_000;

/** Asks until it is so; `what` is said where it never is. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, everyMs = 50): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; !(await isSo()); await wait(everyMs)) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
  }
}
