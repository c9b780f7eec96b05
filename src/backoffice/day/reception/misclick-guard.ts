// Whether a press is meant for what it hits: the second of a double click is not, nor is one that comes right after another button
// has got under the pointer.
import { type MouseEvent, useLayoutEffect, useState } from 'react';

/** So long nobody can have seen what is there now. */
const UNSEEN_MS = 400;

export class MisclickGuard {
  #shown: readonly unknown[] | null = null;
  #since = Number.NEGATIVE_INFINITY;

  see(shown: readonly unknown[], now: number): void {
    if (this.#shown?.some((one, at) => !Object.is(one, shown[at]))) this.#since = now;
    this.#shown = shown;
  }

  /** `detail` is the event's count of clicks in a row; 0 for a key, which goes to what has the focus and not to a place. */
  isMeant({ detail }: Pick<MouseEvent, 'detail'>, now: number): boolean {
    return detail === 0 || (detail === 1 && now - this.#since >= UNSEEN_MS);
  }
}

/** Whether a press is meant, where these decide what stands at which place. */
export function useMisclickGuard(...shown: readonly unknown[]): (event: MouseEvent) => boolean {
  const [steady] = useState(() => new MisclickGuard());
  useLayoutEffect(() => steady.see(shown, performance.now()));
  return (event) => steady.isMeant(event, performance.now());
}
