// Which frames a full slot lacks.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { lackOf } from '../raise-list.tsx';
import type { Frame, PhoneBookingMonth, Visit } from './choices.ts';

/** Which frames a day's full slots lack, and when: 「脳MRI（1日の枠）」「ドック受付（8:30・9:00）」. */
export function fullFrames({ frames, slots }: Pick<PhoneBookingMonth, 'frames' | 'slots'>, date: PlainDate): string[] {
  const lacking = frames.filter((frame) => frame.date === date && lackOf(frame) > 0);
  return [...Map.groupBy(lacking, ({ frameCode }) => frameCode).values()].map((cells) => {
    const codes = cells.map(({ placeSlotCode }) => placeSlotCode);
    const times = slots.filter((slot) => slot.date === date && codes.includes(slot.slotCode));
    const when = codes.includes(WHOLE_DAY) ? '1日の枠' : times.map(({ startTime }) => startTime).join('・');
    return `${cells[0]?.name}（${when}）`;
  });
}

/** What the chosen slot needs, if it is full. */
export const framesAt = (frames: readonly Frame[], visit: Visit | null) =>
  frames.filter(({ date, slotCode }) => date === visit?.date && slotCode === visit.slot?.slotCode);
