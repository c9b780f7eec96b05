// The day that is chosen with what can be chosen on it: another month may be on view by the time a time is picked.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import type { ChosenDay, Slot } from '../draft-session.ts';

/** The time wanted is kept where there is still room; a day without times leaves nothing to choose. Null: not this day. */
export function chooseOn(date: PlainDate, slots: readonly Slot[], wanted: string | null): ChosenDay | null {
  if (slots.length === 0) return null;
  const kept =
    slots.find(({ slotCode }) => slotCode === wanted) ?? slots.find(({ slotCode }) => slotCode === WHOLE_DAY);
  return { date, slots, slotCode: kept?.slotCode ?? null };
}

export const hasTimes = (slots: readonly Slot[]) => slots.some(({ slotCode }) => slotCode !== WHOLE_DAY);

/** 9:00; in a month in which other days have times, one without says so. */
export const writeSlot = ({ startTime }: Slot) => startTime || '時間指定なし';
