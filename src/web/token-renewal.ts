// A token that is replaced while its session goes on: what was sent with the one before is sent again with the new one.
import { officeSession } from './session.ts';

/** So long after the server has replaced it, its answer may be on the way. */
const ANSWER_MS = 10_000;

/** Those that are being replaced, here or in another tab. */
const underWay = new Map<string, PromiseWithResolvers<void>>();
/** What has taken the place of each. */
const renewed = new Map<string, string>();

export function beginRenewal(token: string): void {
  if (!underWay.has(token)) underWay.set(token, Promise.withResolvers());
}

/** `next` is empty where nothing has changed. */
export function endRenewal(token: string, next: string): void {
  if (next !== '') {
    renewed.set(token, next);
    if (officeSession.get().token === token) officeSession.set({ token: next });
  }
  underWay.get(token)?.resolve();
  underWay.delete(token);
}

/** What goes on in the place of a token that the server does not know any more; null where its session is over. */
export async function tokenAfter(token: string): Promise<string | null> {
  const pending = underWay.get(token);
  if (pending) await Promise.race([pending.promise, new Promise((resolve) => setTimeout(resolve, ANSWER_MS))]);
  const next = renewed.get(token);
  return next === undefined ? null : ((await tokenAfter(next)) ?? next);
}
