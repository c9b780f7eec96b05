// Gets a mark through: sent again for whoever has logged in or wants to, as a mark that stands already stays as it is.
import { CallFailed } from '#web/send.ts';
import type { Dialogs } from '#web/ui/dialog-kinds.ts';

interface RetryOutcome<T> {
  /** Null where it is given up. */
  answer: T | CallFailed | null;
  /** No answer came to one that was sent before: it may have been done all the same. */
  wasLost: boolean;
}

export async function retry<T>(
  dialogs: Pick<Dialogs, 'systemError'>,
  work: () => Promise<T>,
): Promise<RetryOutcome<T>> {
  let wasLost = false;
  for (;;) {
    try {
      return { answer: await work(), wasLost };
    } catch (error) {
      if (error instanceof CallFailed && error.isRefusal) return { answer: error, wasLost };
      wasLost ||= error instanceof CallFailed && error.isLost;
      if (!(await dialogs.systemError(error, { canRetry: true }))) return { answer: null, wasLost };
    }
  }
}
