// Sends what may be sent twice, until it gets through or the person gives up: what was typed stays where it is.
import { CallFailed } from './send.ts';
import type { Dialogs } from './ui/dialog-kinds.ts';

/** Null when it was given up; refusals are thrown. */
export async function sendOrAsk<T>(dialogs: Dialogs, work: () => Promise<T>): Promise<T | null> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CallFailed && error.isRefusal) throw error;
      if (!(await dialogs.systemError(error, { canRetry: true }))) return null;
    }
  }
}
