// Reads much in pieces: each while the one before is being used (prefetch) as long as nobody else is there, one after the other
// and with a rest after each while others have calls in work (back-off), so that theirs do not stand behind it.

/** Otherwise it rests for as long as the piece took. */
const LONGEST_REST_MS = 250;
/** Of all rests together: others may make it later, not too late. */
const MOST_REST_MS = 60_000;

/** Nothing is read of an empty list, and never more than one piece ahead. */
export async function* readAhead<Key, Row>(
  others: { readonly entered: number },
  keys: readonly Key[],
  size: number,
  read: (some: readonly Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let checkedCourse = others.entered;
  let restLeft = MOST_REST_MS;
  const begin = (from: number) => {
    if (from >= keys.length) return null;
    checkedCourse = others.entered;
    const reading = read(keys.slice(from, from + size));
    // Reported when its turn comes.
    reading.catch(() => {});
    return reading;
  };
  let next = begin(0);
  try {
    for (let from = size; next !== null; from += size) {
      const began = performance.now();
      const rows = await next;
      const isAlone = others.entered === checkedCourse;
      next = isAlone ? begin(from) : null;
      yield rows;
      if (!isAlone && from < keys.length) {
        const ms = Math.min(performance.now() - began, LONGEST_REST_MS, restLeft);
        restLeft -= ms;
        if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
        next = begin(from);
      }
    }
  } finally {
    // The connection is free again when whoever leaves early has left.
    await next?.catch(() => {});
  }
}
