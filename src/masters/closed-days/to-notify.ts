// Who has to be informed that a day was closed: whoever is booked on it.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { ALL_FRAMES, WHOLE_DAY } from '#domain/offer/sentinels.ts';
import type { NotifyProps } from '#masters/notify-button.tsx';

const anyFrame = (date: PlainDate) => ({ date, frameCode: ALL_FRAMES, slotCode: WHOLE_DAY });

/** Null where nobody is. */
export const toNotify = (
  { reservedDates }: { reservedDates: readonly PlainDate[] },
  from: string,
): NotifyProps['wanted'] | null =>
  reservedDates.length > 0 ? { cells: reservedDates.map(anyFrame), text: 'closed', from } : null;
