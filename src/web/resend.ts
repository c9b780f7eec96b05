// What must be done once, though it may be sent several times: whether it was done can be unknown when the answer is lost.
import { CallFailed } from './send.ts';
import type { Dialogs } from './ui/dialogs.tsx';
import { headOf } from './ui/system-error.ts';

const isOutcomeUnknown = (error: unknown) => !(error instanceof CallFailed) || error.isLost || error.status >= 500;

/** Under the same request id it is done once, however often it is sent. `line` says what is not known. */
export const offerResend = (dialogs: Dialogs, line: string) => async (error: unknown) => {
  if (!isOutcomeUnknown(error)) return dialogs.systemError(error, { canRetry: true });
  const answer = await dialogs.show({
    ...headOf(error),
    line,
    buttons: [
      { label: '閉じる', kind: 'quiet', answer: 'close' },
      { label: 'もう一度送信する', kind: 'primary', answer: 'again', focus: true },
    ],
  });
  return answer === 'again';
};
