// What places become when options are added and dropped on a reservation that stays the same one.
import { type Frame, neededPlaces } from './places.ts';

export interface AmendedParts {
  course: readonly Frame[];
  kept: readonly Frame[];
  dropped: readonly Frame[];
  added: readonly Frame[];
}

const countPlaces = (...parts: (readonly Frame[])[]) =>
  new Map(neededPlaces(parts.flat()).map(({ frameCode, quantity }) => [frameCode, quantity]));

/**
 * How many places the reservation then has of each frame that changes. Only the difference counts: what it has was right when it
 * was booked, also where the masters would give it others by now.
 */
export function amendPlaces(held: ReadonlyMap<string, number>, { course, kept, dropped, added }: AmendedParts) {
  const before = countPlaces(course, kept, dropped);
  const after = countPlaces(course, kept, added);
  const own = countPlaces(added);
  // What is kept may stand in a frame that its master no longer names: then nobody knows that it is free.
  const isExplained =
    course.length > 0 && [...countPlaces(course, kept)].every(([code, n]) => (held.get(code) ?? 0) >= n);
  const changed = new Map<string, number>();
  for (const code of new Set([...held.keys(), ...before.keys(), ...after.keys()])) {
    const has = held.get(code) ?? 0;
    const needed = after.get(code) ?? 0;
    const isReleased = needed === 0 && dropped.length > 0 && isExplained;
    const then = isReleased ? 0 : Math.max(0, own.get(code) ?? 0, has + needed - (before.get(code) ?? 0));
    if (then !== has) changed.set(code, then);
  }
  return changed;
}
