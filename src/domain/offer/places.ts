// The places a booking takes from frames: which, how many, under which slot they are counted, and what they become when its options change.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { WHOLE_DAY } from './sentinels.ts';

export interface Frame {
  frameCode: string;
  managedBy: 'day' | 'time';
  /** Persons: a booking counts once however many of its parts use the frame. Parts: once for each. */
  countedAs: 'persons' | 'parts';
}

export interface Need extends Frame {
  quantity: number;
}

/** From the frame of every part (course rows that fit, options with a frame), in the order of the frames' codes. */
export function neededPlaces(partFrames: readonly Frame[]): Need[] {
  const needs = new Map<string, Need>();
  for (const { frameCode, managedBy, countedAs } of partFrames) {
    const need = needs.get(frameCode);
    if (!need) needs.set(frameCode, { frameCode, managedBy, countedAs, quantity: 1 });
    else if (countedAs === 'parts') need.quantity++;
  }
  return [...needs.values()].sort((a, b) => (a.frameCode < b.frameCode ? -1 : 1));
}

export function needsTime(frames: readonly Frame[]): boolean {
  return frames.some((frame) => frame.managedBy === 'time');
}

export function slotOf(frame: Frame, slotCode: string): string {
  return frame.managedBy === 'day' ? WHOLE_DAY : slotCode;
}

/**
 * How many such bookings a day can still take: as many as its slots have places for in the frames managed by time, and no more than
 * the frames managed by day let in. `left` are the places left of a frame, in the slot under which it is counted.
 */
export function countOnDay(
  needs: readonly Need[],
  slotCodes: readonly string[],
  left: (need: Need, slotCode: string) => number,
): number {
  const fitting = (managedBy: Frame['managedBy'], slotCode: string) => {
    const some = needs.filter((need) => need.managedBy === managedBy);
    return Math.max(0, Math.min(...some.map((need) => Math.floor(left(need, slotCode) / need.quantity))));
  };
  const ofDay = fitting('day', WHOLE_DAY);
  if (!needsTime(needs)) return ofDay;
  const ofSlots = slotCodes.map((slotCode) => fitting('time', slotCode));
  return Math.min(
    ofDay,
    ofSlots.reduce((sum, count) => sum + count, 0),
  );
}

export interface Visit {
  visitDate: PlainDate;
  slotCode: string;
}

/** Whether a visit is the one that somebody has already: at its time, or, once no time is to be chosen, just its day. */
export const isSameVisit = (own: Visit, visit: Visit) =>
  visit.visitDate === own.visitDate && (visit.slotCode === own.slotCode || visit.slotCode === WHOLE_DAY);

export interface AmendedParts {
  course: readonly Frame[];
  kept: readonly Frame[];
  dropped: readonly Frame[];
  added: readonly Frame[];
}

const countPlaces = (...parts: (readonly Frame[])[]) =>
  new Map(neededPlaces(parts.flat()).map(({ frameCode, quantity }) => [frameCode, quantity]));

/**
 * How many places a reservation that stays the same one then has of each frame that changes. Only the difference counts: what it has was right when it
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
