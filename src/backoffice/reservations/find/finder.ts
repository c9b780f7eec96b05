// Looks for people, from the beginning of what was typed and then inside; of two searches only the later one is ever shown.
import type { FindText } from '#web/find-box.tsx';
import { CallFailed, isAborted, type send } from '#web/send.ts';
import { type FoundPeople, findInside, findPeople, kindIn } from './contract.ts';

export type Finding = { asked: FindText } & (
  | { step: 'nothing' }
  /** Inside: nobody begins with it. */
  | { step: 'looking'; isInside: boolean }
  | { step: 'found'; isInside: boolean; found: FoundPeople }
  /** Nobody was found, or nothing can be looked for by that. */
  | { step: 'refused'; sentences: readonly string[]; isNobody: boolean }
  | { step: 'failed'; error: unknown }
);

export type Show = (finding: Finding) => void;

const isNobody = (error: unknown): error is CallFailed => error instanceof CallFailed && error.is('NoData');

/** Kana and names have a middle; numbers and dates have none. */
const mayBeInside = (error: CallFailed) => ['kana', 'name'].includes(kindIn(error.report.body));

export function createFinder(show: Show, ask: typeof send) {
  let latest: AbortController | null = null;

  async function find(asked: FindText, report: Show, signal: AbortSignal): Promise<void> {
    const { text } = asked;
    report({ asked, step: 'looking', isInside: false });
    try {
      report({ asked, step: 'found', isInside: false, found: await ask(findPeople, { text }, { signal }) });
    } catch (error) {
      if (!isNobody(error) || !mayBeInside(error)) throw error;
      report({ asked, step: 'looking', isInside: true });
      report({ asked, step: 'found', isInside: true, found: await ask(findInside, { text }, { signal }) });
    }
  }

  return {
    /** Whatever was looked for before is called off. */
    async look(asked: FindText): Promise<void> {
      latest?.abort();
      const controller = new AbortController();
      latest = controller;
      // An answer may have come just before it was called off.
      const report: Show = (finding) => controller.signal.aborted || show(finding);
      try {
        await find(asked, report, controller.signal);
      } catch (error) {
        if (isAborted(error)) return;
        if (error instanceof CallFailed && error.isRefusal) {
          report({ asked, step: 'refused', sentences: error.sentences, isNobody: isNobody(error) });
        } else report({ asked, step: 'failed', error });
      }
    },
    stop: () => latest?.abort(),
  };
}
