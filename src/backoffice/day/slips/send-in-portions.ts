// Asks for more slips than one call gives: a busy day has more. One portion after the other, in the order of the paper.
import { CallFailed, type SendOptions, send } from '#web/send.ts';
import type { Reply } from '#wire/call.ts';
import { MOST_SLIPS, openSlips } from './contract.ts';

type Slips = Reply<typeof openSlips>;
type Ask = (numbers: number[]) => Promise<Slips>;

/** A portion of which nothing is to be printed is left out like a slip; where that is all there is, it is refused. */
export async function gather(numbers: readonly number[], ask: Ask): Promise<Slips> {
  const got: Slips[] = [];
  let refusal: unknown;
  let skipped = 0;
  for (let from = 0; from < numbers.length; from += MOST_SLIPS) {
    const portion = numbers.slice(from, from + MOST_SLIPS);
    try {
      const some = await ask(portion);
      got.push(some);
      skipped += some.skipCount;
    } catch (error) {
      if (!(error instanceof CallFailed && error.is('Refused'))) throw error;
      refusal = error;
      skipped += portion.length;
    }
  }
  const [first] = got;
  if (!first) throw refusal;
  return { ...first, slips: got.flatMap(({ slips }) => slips), skipCount: skipped };
}

export const sendInPortions = ({ numbers }: { numbers: readonly number[] }, options: SendOptions): Promise<Slips> =>
  gather(numbers, (portion) => send(openSlips, { numbers: portion }, options));
