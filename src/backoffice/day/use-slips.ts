// Loads what is printed of people, for slips and labels. A busy day has more than one call gives: one portion after the other, in the order of the paper.
import { useNavigate } from 'react-router';
import { CallFailed, type SendOptions, send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useLoad } from '#web/use-load.ts';
import type { Reply } from '#wire/call.ts';
import { MOST_SLIPS, openSlips } from './slips/contract.ts';

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

const sendInPortions = ({ numbers }: { numbers: readonly number[] }, options: SendOptions): Promise<Slips> =>
  gather(numbers, (portion) => send(openSlips, { numbers: portion }, options));

/** `data` is missing while it loads; where nothing can be printed, that is said and the way leads back. */
export function useSlips(numbers: readonly number[], back: string) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const goBack = () => navigate(back);
  const { data } = useLoad(
    openSlips,
    { numbers: [...numbers] },
    {
      onMissing: goBack,
      onRefused: (refusal) => void dialogs.failure(refusal).then(goBack),
      ask: sendInPortions,
    },
  );
  return { data, goBack };
}

export const skippedNotice = (count: number) => count > 0 && `取消などの ${count} 件を除きました。`;
