// Does something to a list batch after batch, until all of it is dealt with or somebody says stop: confirming, moving, cancelling, correcting.
import type { FoundRow } from '#backoffice/shared/contract-rows.ts';
import type { Reply } from '#wire/call.ts';
import type { confirmReservations } from './many/contract.ts';

/** What is done to them, by the stems of its verb. */
export interface RunWords {
  title: string;
  /** 確認し: ています, ました. */
  did: string;
  /** 確認でき: ませんでした, たかどうか. */
  could: string;
  already: string;
}

export const inWords = (count: number) => count.toLocaleString('ja-JP');

export const countOf = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length;

/** To how many a mail goes, by its kind, and to how many none can. */
export function describeMails(
  counts: readonly (readonly [kind: string, count: number])[],
  withoutMail: number,
): string {
  const kinds = counts.flatMap(([kind, count]) => (count > 0 ? [`${kind} ${inWords(count)}`] : []));
  const count = counts.reduce((sum, [, each]) => sum + each, 0);
  const sent = `送信 ${inWords(count)} 件${kinds.length > 0 ? `（${kinds.join('・')}）` : ''}`;
  return withoutMail > 0 ? `${sent}　メールアドレスなし ${inWords(withoutMail)} 件` : sent;
}

/** What became of them. `isSelected`: those that are left can be seen selected. */
export function outcomeOf<L extends Listed>(
  words: RunWords,
  listed: readonly L[],
  { results, left, isUnsure }: Run<L>,
  sendMail: boolean,
  isSelected = true,
) {
  const rowOf = new Map(listed.map((row) => [row.number, row]));
  const rowsOf = (wanted: Run['results']) => wanted.flatMap(({ number }) => rowOf.get(number) ?? []);
  const done = results.filter(({ outcome }) => outcome === 'done');
  const already = countOf(results, ({ outcome }) => outcome === 'already');
  const mails = countOf(done, ({ isMailed }) => isMailed);
  const withoutMail = countOf(rowsOf(done), ({ hasMail }) => !hasMail);
  const refused = results.flatMap(({ number, outcome, sentence }) => {
    const row = rowOf.get(number);
    return outcome === 'refused' && row ? [{ row, sentence }] : [];
  });
  const leftSentence = isUnsure ? `は、${words.could}たかどうかわかりません。` : `はまだ${words.did}ていません。`;
  const stay = isSelected
    ? `選択したままにしています。${isUnsure ? `もう一度行うと、残りだけを${words.did}ます。` : ''}`
    : '';
  return {
    lead: `${inWords(done.length)} 件を${words.did}ました。`,
    lines: [
      mails > 0 && `通知メール ${inWords(mails)} 件を送ります。`,
      sendMail && withoutMail > 0 && `メールアドレスのない方 ${inWords(withoutMail)} 件には送っていません。`,
      already > 0 && `${inWords(already)} 件は${words.already}`,
    ].filter((line) => line !== false),
    left: left.length === 0 ? '' : `${inWords(left.length)} 件${leftSentence}${stay}`,
    refused,
    remaining: [...refused.map(({ row }) => row.number), ...left.map(({ number }) => number)],
    unmailed: done.filter(({ isMailed }) => !isMailed).map(({ number }) => number),
  };
}

export type Listed = Pick<FoundRow, 'number' | 'version' | 'status' | 'name' | 'visitDate' | 'startTime' | 'hasMail'>;
export type RunResult = Reply<typeof confirmReservations>['results'][number];

export interface RunOptions<L extends Listed> {
  sendBatch(batch: readonly L[]): Promise<RunResult[]>;
  atATime: number;
  sendMail: boolean;
  again(error: unknown): Promise<boolean>;
  isStopped(): boolean;
  onProgress(dealtWith: number): void;
}

export interface Run<L extends Listed = Listed> {
  results: readonly RunResult[];
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
