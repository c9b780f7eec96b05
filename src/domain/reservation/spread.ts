// Finds a time on one day for many reservations, one after the other, in what those before have left of its frames.
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';

/** Their own time; else the nearest, of two the later; or the earliest. */
export type SpreadRule = 'same' | 'near' | 'early';

export interface Movable {
  slotCode: string;
  startMinute: number | null;
  /** Its own frames, with what it has of each; a place by day stands under the whole day. */
  needs: readonly { frameCode: string; slotCode: string; quantity: number }[];
  /** It has those on that very day already: they are free for it, and, once it has moved, for those after it. */
  isOnDay: boolean;
}

interface Slot {
  slotCode: string;
  startMinute: number;
}

export const cellKey = (frameCode: string, slotCode: string) => `${frameCode} ${slotCode}`;

/** Of each, in their order, the slot that it gets; null where there is none. `left` are the places of the day by `cellKey`. */
export function spread(
  movables: readonly Movable[],
  slots: readonly Slot[],
  left: ReadonlyMap<string, number>,
  rule: SpreadRule,
): (string | null)[] {
  const room = new Map(left);
  const take = ({ needs }: Movable, slotCode: string, sign: 1 | -1) => {
    for (const { key, quantity } of cellsAt(needs, slotCode)) room.set(key, (room.get(key) ?? 0) - sign * quantity);
  };
  return movables.map((one) => {
    if (one.isOnDay) take(one, one.slotCode, -1);
    const fits = (slotCode: string) =>
      cellsAt(one.needs, slotCode).every(({ key, quantity }) => (room.get(key) ?? 0) >= quantity);
    const found = candidates(one, slots, rule).find(fits) ?? null;
    if (found !== null || one.isOnDay) take(one, found ?? one.slotCode, 1);
    return found;
  });
}

const cellsAt = (needs: Movable['needs'], slotCode: string) =>
  needs.map((need) => ({
    key: cellKey(need.frameCode, need.slotCode === WHOLE_DAY ? WHOLE_DAY : slotCode),
    quantity: need.quantity,
  }));

function candidates({ slotCode, startMinute }: Movable, slots: readonly Slot[], rule: SpreadRule): readonly string[] {
  if (rule === 'same' || slotCode === WHOLE_DAY || startMinute === null) return [slotCode];
  const far = (slot: Slot) => Math.abs(slot.startMinute - startMinute);
  const ordered = slots.toSorted((a, b) =>
    rule === 'early' ? a.startMinute - b.startMinute : far(a) - far(b) || b.startMinute - a.startMinute,
  );
  const codes = ordered.map((slot) => slot.slotCode);
  return rule === 'early' ? codes : [...new Set([slotCode, ...codes])];
}
