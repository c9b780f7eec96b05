// Does something to a list batch after batch, until all of it is dealt with or somebody says stop: confirming, moving, cancelling, correcting.
import type { FoundRow } from '#backoffice/shared/contract-rows.ts';
import type { Reply } from '#wire/call.ts';
import type { confirmReservations } from './confirm/contract.ts';

export type Listed = Pick<FoundRow, 'number' | 'version' | 'status' | 'name' | 'visitDate' | 'startTime' | 'hasMail'>;
export type RunResult = Reply<typeof confirmReservations>['results'][number];

export interface RunOptions<L extends Listed> {
  sendBatch(batch: readonly L[]): Promise<RunResult[]>;
  atATime: number;
  sendMail: boolean;
  /** What failed is shown; true to send the same once more. */
  again(error: unknown): Promise<boolean>;
  isStopped(): boolean;
  onProgress(dealtWith: number): void;
}

export interface Run<L extends Listed = Listed> {
  results: readonly RunResult[];
  /** Those that were not dealt with. */
  left: readonly L[];
  /** The first of them were sent, and no answer came. */
  isUnsure: boolean;
}

export async function runInBatches<L extends Listed>(listed: readonly L[], options: RunOptions<L>): Promise<Run<L>> {
  const results: RunResult[] = [];
  while (results.length < listed.length && !options.isStopped()) {
    const batch = listed.slice(results.length, results.length + options.atATime);
    const answers = await sendUntilAnswered(batch, options);
    if (!answers) return { results, left: listed.slice(results.length), isUnsure: true };
    results.push(...answers);
    options.onProgress(results.length);
  }
  return { results, left: listed.slice(results.length), isUnsure: false };
}

/** Null where nobody wants to try again. */
async function sendUntilAnswered<L extends Listed>(
  batch: readonly L[],
  options: RunOptions<L>,
): Promise<RunResult[] | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answers = await options.sendBatch(batch);
      return attempt === 1 ? answers : answers.map((one, at) => ownDoing(one, batch[at], options.sendMail));
    } catch (error) {
      if (!(await options.again(error))) return null;
    }
  }
}

/** What the try before has done, without its answer getting through, is this person's doing, mail and all. */
function ownDoing(result: RunResult, listed: Listed | undefined, sendMail: boolean): RunResult {
  const isOwn = result.outcome === 'already' && listed && Number(result.version) === Number(listed.version) + 1;
  return isOwn ? { ...result, outcome: 'done', isMailed: sendMail && listed.hasMail } : result;
}
