// Some acts want somebody who has shown a moment ago who they are: a tab that was left open must not be enough for them.

import type { Administrator } from '#server/service.ts';
import { confirmNeeded } from '#wire/failure.ts';

/** How long somebody who has shown it need not show it again. */
const FRESH_MS = 10 * 60_000;

/** Of a call that takes that only for some of what it is asked; the HTTP server asks it of those that always do. */
export function requireFresh({ now, confirmedAt }: Pick<Administrator, 'now' | 'confirmedAt'>): void {
  if (now.getTime() - confirmedAt > FRESH_MS) throw confirmNeeded();
}
