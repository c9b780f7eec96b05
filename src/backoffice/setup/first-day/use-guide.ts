// The guide as it was last loaded, and what is pressed in it.
import { useEffect, useState } from 'react';
import { send } from '#web/send.ts';
import { officeSession } from '#web/session.ts';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { closeGuide, openGuide, putOff, reopenGuide, type StepName } from './contract.ts';

export type Guide = Reply<typeof openGuide>;

/** Nothing is left that anybody has to press. */
export const isFinished = ({ steps }: Pick<Guide, 'steps'>) => steps.every(({ state }) => state !== 'open');

export function useGuide(newness = '') {
  const { data, isFailed, reload: retry } = useLoad(openGuide, {}, { isQuiet: true, freshness: newness });
  // What a press has answered holds until the guide is asked for again.
  const [pressed, setPressed] = useState<{ on: Guide; guide: Guide } | null>(null);
  const { isBusy, act } = useSave();
  const guide = data && pressed?.on === data ? pressed.guide : data;
  const answer = (next: Guide) => data && setPressed({ on: data, guide: next });

  // Somebody else may have closed it, or shown it again.
  const isClosed = guide?.isClosed ?? null;
  useEffect(() => {
    if (isClosed !== null) officeSession.set({ isFirstDay: !isClosed });
  }, [isClosed]);

  // Asked for once more: a look that was under way may have been asked for before the press, and come after it. Not where it is
  // finished: what says so once is put away meanwhile.
  const settle = (next: Guide) => {
    answer(next);
    if (!isFinished(next)) retry();
  };
  const later = (step: StepName, isLater: boolean) =>
    act({ send: () => send(putOff, { step, isLater }), done: settle, canRepeat: true });
  const reopen = () =>
    act({
      send: () => send(reopenGuide, {}),
      done: () => guide && answer({ ...guide, isClosed: false }),
      canRepeat: true,
    });
  return { guide, isFailed, retry, isBusy, act, later, reopen };
}

/** Not shown on TOP any more, from the next visit on. */
export async function dismissGuide(): Promise<void> {
  await send(closeGuide, {});
  officeSession.set({ isFirstDay: false });
}
