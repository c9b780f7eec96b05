// Confirms a list batch after batch, until all of it is dealt with or somebody says stop.
import type { FoundRow } from '#backoffice/shared/contract-rows.ts';
import type { Reply } from '#wire/call.ts';
import { CONFIRMED_AT_A_TIME, type confirmReservations } from './contract.ts';

export type Listed = Pick<FoundRow, 'number' | 'version' | 'status' | 'name' | 'visitDate' | 'startTime' | 'hasMail'>;
export type ConfirmResult = Reply<typeof confirmReservations>['results'][number];

export interface ConfirmOptions {
  sendBatch(batch: readonly Listed[]): Promise<ConfirmResult[]>;
  sendMail: boolean;
  /** What failed is shown; true to send the same once more. */
  again(error: unknown): Promise<boolean>;
  isStopped(): boolean;
  onProgress(dealtWith: number): void;
}

export interface Run {
  results: readonly ConfirmResult[];
  /** Those that were not dealt with. */
  left: readonly Listed[];
  /** The first of them were sent, and no answer came. */
  isUnsure: boolean;
}

export async function confirmInBatches(listed: readonly Listed[], options: ConfirmOptions): Promise<Run> {
  const results: ConfirmResult[] = [];
  while (results.length < listed.length && !options.isStopped()) {
    const batch = listed.slice(results.length, results.length + CONFIRMED_AT_A_TIME);
    const answers = await sendUntilAnswered(batch, options);
    if (!answers) return { results, left: listed.slice(results.length), isUnsure: true };
    results.push(...answers);
    options.onProgress(results.length);
  }
  return { results, left: listed.slice(results.length), isUnsure: false };
}

/** Null where nobody wants to try again. */
async function sendUntilAnswered(batch: readonly Listed[], options: ConfirmOptions): Promise<ConfirmResult[] | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answers = await options.sendBatch(batch);
      return attempt === 1 ? answers : answers.map((one, at) => ownDoing(one, batch[at], options.sendMail));
    } catch (error) {
      if (!(await options.again(error))) return null;
    }
  }
}

/** What the try before has confirmed, without its answer getting through, is this person's doing, mail and all. */
function ownDoing(result: ConfirmResult, listed: Listed | undefined, sendMail: boolean): ConfirmResult {
  const isOwn = result.outcome === 'already' && listed && Number(result.version) === Number(listed.version) + 1;
  return isOwn ? { ...result, outcome: 'done', isMailed: sendMail && listed.hasMail } : result;
}
