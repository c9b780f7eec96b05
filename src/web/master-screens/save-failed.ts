// What is said when something could not be saved: nothing typed is lost by that.
import { CallFailed } from '../send.ts';
import type { Dialogs } from '../ui/dialog-kinds.ts';
import type { PlacedProblem } from '../ui/form.ts';

const KEPT = '入力された内容は、この画面に残っています。';
const RENEWED = '最新の内容を読み込みました。違いを確かめてから、もう一度更新してください。';

interface Ways {
  /** Where the server's sentences lead. */
  place?: (sentences: readonly string[]) => readonly (PlacedProblem | string)[];
  /** The second line of a system error; the usual one without it. */
  faultLine?: string;
  /** Loads what is newer under what was typed; false where nothing is: other refusals may be answered alike. */
  renew?: () => Promise<boolean>;
}

export async function tellSaveFailed(dialogs: Dialogs, error: unknown, ways: Ways = {}): Promise<void> {
  const { place, faultLine, renew } = ways;
  const failure = error instanceof CallFailed ? error : null;
  if (failure?.is('Stale')) {
    // Somebody else may have saved first. That is told also where what they saved can't be loaded.
    const isRenewed = (await renew?.().catch(() => false)) ?? false;
    await dialogs.inputError([...failure.sentences, ...(isRenewed ? [RENEWED] : []), KEPT]);
  } else if (failure?.is('Invalid') && place) {
    const explain = (problem: PlacedProblem | string, at: number) =>
      typeof problem === 'string' ? problem : { ...problem, detail: failure.detailOf(at) };
    await dialogs.inputError(place(failure.sentences).map(explain));
  } else await dialogs.failure(error, 'input', faultLine);
}
