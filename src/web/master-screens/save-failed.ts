// What is said when something could not be saved: nothing typed is lost by that.
import { CallFailed } from '../send.ts';
import type { Dialogs } from '../ui/dialogs.tsx';
import type { PlacedProblem } from '../ui/form.ts';

const INVALID = 12;
const STALE = 14;

interface Ways {
  /** Where the server's sentences lead. */
  place?: (sentences: readonly string[]) => readonly (PlacedProblem | string)[];
  /** The second line of a system error; the usual one without it. */
  faultLine?: string;
}

export async function tellSaveFailed(dialogs: Dialogs, error: unknown, { place, faultLine }: Ways = {}): Promise<void> {
  const code = error instanceof CallFailed ? error.errorCode : null;
  const sentences = error instanceof CallFailed ? error.sentences : [];
  // Somebody else may have saved first.
  if (code === STALE) await dialogs.inputError([...sentences, '入力された内容は、この画面に残っています。']);
  else if (code === INVALID && place) await dialogs.inputError(place(sentences));
  else await dialogs.failure(error, 'input', faultLine);
}
