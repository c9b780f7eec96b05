// Turns what was counted into what the status page is sent: by slot for frames managed by time, else by day.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { ALL_FRAMES, WHOLE_DAY } from '#domain/offer/sentinels.ts';
import type { Reply } from '#wire/call.ts';
import type { changeStatusMonth } from './contract.ts';
import type { Cell } from './read-counts.ts';

export type Frame = Reply<typeof changeStatusMonth>['frames'][number];

interface Slot {
  slotCode: string;
  startMinute: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function addUp(cells: readonly Cell[]) {
  const capacities = cells.flatMap(({ capacity }) => (capacity === null ? [] : [capacity]));
  return {
    live: sum(cells.map(({ live }) => live)),
    used: sum(cells.map(({ used }) => used)),
    capacity: capacities.length > 0 ? sum(capacities) : null,
  };
}

/** Where nobody has booked and nobody could, there is nothing to say. */
const isWorthShowing = ({ count, capacity }: { count: number; capacity: number | null }) =>
  count > 0 || (capacity ?? 0) > 0;

/** Day by day, all frames together before each of them, a frame's slots in the order of the day. */
export function sumCells(frames: readonly Frame[], slots: readonly Slot[], cells: readonly Cell[]) {
  const managedByDay = new Set(frames.filter(({ managedBy }) => managedBy === 'day').map(({ frameCode }) => frameCode));
  const startMinutes = new Map(slots.map(({ slotCode, startMinute }) => [slotCode, startMinute]));
  const slotOf = ({ frameCode, slotCode }: Cell) =>
    // Its days may have been counted by time once.
    frameCode === ALL_FRAMES ? '' : managedByDay.has(frameCode) ? WHOLE_DAY : slotCode;
  const groups = Map.groupBy(cells, (cell) => [cell.date, cell.frameCode, slotOf(cell)].join());
  const summed = [...groups.values()].map((group) => {
    const { date, frameCode } = group[0]!;
    const slotCode = slotOf(group[0]!);
    const startMinute = startMinutes.get(slotCode) ?? null;
    return { date, frameCode, slotCode, startMinute, startTime: formatTime(startMinute), ...addUp(group) };
  });
  summed.sort(
    (a, b) =>
      a.date.localeCompare(b.date) ||
      a.frameCode.localeCompare(b.frameCode) ||
      (a.startMinute ?? -1) - (b.startMinute ?? -1) ||
      a.slotCode.localeCompare(b.slotCode),
  );
  return {
    heads: summed.map(({ live, ...row }) => ({ ...row, count: live })).filter(isWorthShowing),
    places: summed
      .filter(({ frameCode }) => frameCode !== ALL_FRAMES)
      .map(({ used, ...row }) => ({ ...row, count: used }))
      .filter(isWorthShowing),
  };
}

export function sumDay(frames: readonly Frame[], cells: readonly Cell[], date: PlainDate) {
  const ofDay = cells.filter((cell) => cell.date === date);
  return {
    count: sum(ofDay.filter(({ frameCode }) => frameCode === ALL_FRAMES).map(({ live }) => live)),
    frames: frames
      .map(({ frameCode }) => {
        const { used, capacity } = addUp(ofDay.filter((cell) => cell.frameCode === frameCode));
        return { frameCode, count: used, capacity };
      })
      .filter(isWorthShowing),
  };
}
