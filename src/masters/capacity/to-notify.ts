// Who may have to be told that a frame was lowered: whoever is booked there.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { NotifyProps } from '../notify-button.tsx';

interface Lowered {
  clampCount: number;
  lowered: readonly { date: PlainDate; slotCode: string }[];
}

/** Null where nobody holds a place that was taken away. */
export const toNotify = (
  frameCode: string,
  { clampCount, lowered }: Lowered,
  from: string,
): NotifyProps['wanted'] | null =>
  clampCount > 0 ? { cells: lowered.map((cell) => ({ ...cell, frameCode })), text: 'machine', from } : null;
