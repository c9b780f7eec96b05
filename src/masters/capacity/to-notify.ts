// Who may have to be informed that a frame was lowered: whoever is booked there, or wishes to be.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { NotifyProps } from '#masters/notify-button.tsx';

interface Lowered {
  lowered: readonly { date: PlainDate; slotCode: string }[];
}

/** Null where there is nobody. */
export const toNotify = (frameCode: string, { lowered }: Lowered, from: string): NotifyProps['wanted'] | null =>
  lowered.length > 0 ? { cells: lowered.map((cell) => ({ ...cell, frameCode })), text: 'machine', from } : null;
