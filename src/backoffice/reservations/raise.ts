// Frames that are full, raised by exactly what is lacking: which, and from how many to how many.
import type { frameInSlot } from '#backoffice/reservations/phone-booking/contract.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import type { Value } from '#wire/record.ts';

type Frame = Value<typeof frameInSlot>;

export const lackOf = ({ capacity, taken, quantity }: Pick<Frame, 'capacity' | 'taken' | 'quantity'>) =>
  Math.max(0, quantity - Math.max(0, capacity - taken));

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
export const raiseSentence = (frames: readonly Frame[], act: '予約' | '変更') =>
  `満員の枠を${frames.map(lackOf).every((lack) => lack <= 1) ? '1つ' : ''}増やして${act}します。`;

/** The counts as they were shown: where one has moved meanwhile, nothing is raised. */
export const raisedCells = (frames: readonly Frame[]) =>
  frames
    .filter((frame) => lackOf(frame) > 0)
    .map(({ frameCode, placeSlotCode, capacity }) => ({ frameCode, slotCode: placeSlotCode, capacity }));
