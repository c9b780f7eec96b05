// Reads much in pieces, each while the one before is being used (prefetch), so that neither side waits for the other.

/** Nothing is read of an empty list, and never more than one piece ahead. */
export async function* readAhead<Key, Row>(
  keys: readonly Key[],
  size: number,
  read: (some: readonly Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const begin = (from: number) => {
    if (from >= keys.length) return null;
    const reading = read(keys.slice(from, from + size));
    // Told when its turn comes.
    reading.catch(() => {});
    return reading;
  };
  let next = begin(0);
  try {
    for (let from = size; next !== null; from += size) {
      const rows = await next;
      next = begin(from);
      yield rows;
    }
  } finally {
    // The connection is free again when whoever leaves early has left.
    await next?.catch(() => {});
  }
}
