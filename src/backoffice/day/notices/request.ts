// The request of a notice. One whose answer was lost goes again as it was, whoever has cancelled or come since: nobody gets it twice.
import { noticeDraft } from '#web/open-notice.ts';
import { randomId } from '#web/random-id.ts';
import { makeRequestIds } from '#web/request-ids.ts';
import type { Recipient } from './contract.ts';

/** Outlives the page: what was sent before a reload goes under the same id afterwards. */
const requestIdFor = makeRequestIds(randomId, {
  get: () => noticeDraft.get().sent,
  set: (sent) => noticeDraft.set({ sent }),
});

interface Content {
  subject: string;
  body: string;
  source: string;
  chosen: readonly Pick<Recipient, 'number' | 'version'>[];
  /** Known by these and not by the chosen: who is there changes by itself, who is left out only by hand. */
  leftOut: ReadonlySet<number>;
  /** Of those with a mail, who is telephoned as well. */
  calledToo: ReadonlySet<number>;
}

const sorted = (numbers: ReadonlySet<number>) => [...numbers].sort((one, other) => one - other);

export function requestOf({ subject, body, source, chosen, leftOut, calledToo }: Content) {
  const before = noticeDraft.get().sent.id;
  const requestId = requestIdFor({ subject, body, source, leftOut: sorted(leftOut), calledToo: sorted(calledToo) });
  if (requestId !== before) {
    noticeDraft.set({
      seen: chosen.map(({ number, version }) => ({ number, version, isCalledToo: calledToo.has(number) })),
    });
  }
  return { seen: [...noticeDraft.get().seen], subject, body, source, requestId };
}

export function comeSince(chosen: readonly Recipient[]): Recipient[] {
  const sent = new Set(noticeDraft.get().seen.map(({ number }) => number));
  return chosen.filter(({ number }) => !sent.has(number));
}
