// Which slots and people of a day are shown: what the list is narrowed to, and who has come and is folded away.
import type { ReceptionDay } from '#backoffice/shared/contract-reception.ts';
import type { ShownSlot } from './day-list.tsx';
import { type ChipName, isFolded, isIn, slotsOf } from './desk.ts';

interface Showing {
  chip: ChipName;
  unfolded: ReadonlySet<string>;
  /** Who was found is shown, whatever else. */
  found: readonly number[];
  minute: number;
  isToday: boolean;
}

export function showSlots(day: ReceptionDay, { chip, unfolded, found, minute, isToday }: Showing): ShownSlot[] {
  const slots = slotsOf(day).map((slot): ShownSlot => {
    const canFold = chip === 'all' && isFolded(slot, minute, isToday);
    const isHidden = canFold && !unfolded.has(slot.key);
    const shown = slot.rows.filter(
      (row) => found.includes(row.number) || (isIn(chip, row) && !(isHidden && row.reception === 'arrived')),
    );
    return { ...slot, shown, folded: canFold ? (isHidden ? slot.arrived : 0) : null };
  });
  // Under a chip, times without anybody in it are left out.
  return slots.filter(({ shown, folded }) => shown.length > 0 || folded !== null);
}
