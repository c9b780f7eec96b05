// What is said when something could not be saved: nothing typed is lost by that.
import { CallFailed } from '../send.ts';
import type { Dialogs } from '../ui/dialogs.tsx';
import type { PlacedProblem } from '../ui/form.ts';

const INVALID = 12;
const STALE = 14;

const KEPT = '入力された内容は、この画面に残っています。';
const RENEWED = '最新の内容を読み込みました。違いを確かめてから、もう一度更新してください。';

interface Ways {
  /** Where the server's sentences lead. */
  place?: (sentences: readonly string[]) => readonly (PlacedProblem | string)[];
  /** The second line of a system error; the usual one without it. */
  faultLine?: string;
  /** Loads what is newer under what was typed; false where nothing is, since the code has other meanings too. */
  renew?: () => Promise<boolean>;
}

export async function tellSaveFailed(dialogs: Dialogs, error: unknown, ways: Ways = {}): Promise<void> {
  const { place, faultLine, renew } = ways;
  const code = error instanceof CallFailed ? error.errorCode : null;
  const sentences = error instanceof CallFailed ? error.sentences : [];
  if (code === STALE) {
    // Somebody else may have saved first. That is told also where what they saved can't be loaded.
    const isRenewed = (await renew?.().catch(() => false)) ?? false;
    await dialogs.inputError([...sentences, ...(isRenewed ? [RENEWED] : []), KEPT]);
  } else if (error instanceof CallFailed && code === INVALID && place) {
    const explain = (problem: PlacedProblem | string, at: number) =>
      typeof problem === 'string' ? problem : { ...problem, detail: error.detailOf(at) };
    await dialogs.inputError(place(sentences).map(explain));
  } else await dialogs.failure(error, 'input', faultLine);
}
