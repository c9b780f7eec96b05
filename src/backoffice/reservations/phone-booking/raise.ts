// A full slot, raised by exactly what is lacking: which frames, from how many to how many.

import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import type { Frame, PhoneBookingMonth, Visit } from './choices.ts';

export const lackOf = ({ capacity, taken, quantity }: Pick<Frame, 'capacity' | 'taken' | 'quantity'>) =>
  Math.max(0, quantity - Math.max(0, capacity - taken));

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

export interface RaiseRow {
  name: string;
  /** A frame of the whole day has no time. */
  when: string;
  /** The count before and after; null where it is not raised. */
  raised: { from: number; to: number } | null;
  left: number;
}

export function raiseRows(frames: readonly Frame[], startTime: string): RaiseRow[] {
  return frames.map((frame) => {
    const lack = lackOf(frame);
    return {
      name: frame.name,
      when: `${formatOfficeDay(frame.date)}${frame.placeSlotCode === WHOLE_DAY ? '' : startTime}`,
      raised: lack > 0 ? { from: frame.capacity, to: frame.capacity + lack } : null,
      left: Math.floor((frame.capacity - frame.taken) / Math.max(1, frame.quantity)),
    };
  });
}

/** Frames that count examinations may lack two. */
export const raiseSentence = (frames: readonly Frame[]) =>
  frames.map(lackOf).every((lack) => lack <= 1)
    ? '満員の枠を1つ増やして予約します。'
    : '満員の枠を増やして予約します。';

/** The counts as they were shown: where one has moved meanwhile, nothing is raised. */
export const raisedCells = (frames: readonly Frame[]) =>
  frames
    .filter((frame) => lackOf(frame) > 0)
    .map(({ frameCode, placeSlotCode, capacity }) => ({ frameCode, slotCode: placeSlotCode, capacity }));
