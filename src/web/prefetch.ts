// A screen's first question, sent while its code is still on the way. It counts for the first load of a document alone, and not for long:
// whoever asks later wants to know what is so by then.
const FRESH_MS = 10_000;

interface Ahead {
  path: string;
  authorization: string;
  at: number;
  answer: Promise<Response>;
}

let ahead: Ahead | null = null;

/** A call that asks for nothing but what its token may see. */
export function prefetch(path: string, token: string): void {
  const authorization = `Bearer ${token}`;
  const answer = fetch(path, { method: 'POST', headers: { authorization }, body: new URLSearchParams() });
  // Whoever takes it gets the failure.
  answer.catch(() => {});
  ahead = { path, authorization, at: performance.now(), answer };
}

/** Once, and only for who would have asked the same. */
export function takePrefetched(path: string, authorization: string | undefined): Promise<Response> | null {
  const taken = ahead;
  if (taken?.path !== path) return null;
  ahead = null;
  const isFresh = performance.now() - taken.at < FRESH_MS;
  return isFresh && taken.authorization === authorization ? taken.answer : null;
}
