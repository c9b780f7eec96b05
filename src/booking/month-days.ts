// The days of a month for one person and booking: whether each can be booked, at which times, and if not, why.

import type { MonthLayout } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { isInside, type Window } from '#domain/offer/bookable-window.ts';
import { type Frame, keepsVisit, type Need, neededPlaces, type Visit } from '#domain/offer/places.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { findTakeOffs } from '#domain/offer/take-offs.ts';
import { isPublicHoliday } from '#server/holidays.ts';
import type { SlotFacts } from './facts.ts';

/** None: some frame has no capacity at all. Closed: the institution is. */
export type DayState = 'open' | 'full' | 'none' | 'closed' | 'holiday' | 'outside';

export interface Day {
  date: PlainDate;
  isClosed: boolean;
  state: DayState;
  /** What can be booked, in the order of the day; the whole day is one slot without a start. */
  slots: { slotCode: string; startMinute: number | null }[];
  /** Where only chosen options keep it from being booked: which, each set enough by itself. */
  takeOffs: readonly (readonly Removable[])[];
}

interface OptionName {
  optionCode: string;
  name: string;
}

/** A chosen option that needs a frame. Where its group begins with another one, that takes its place. */
export interface Removable extends OptionName {
  groupCode: string;
  frame: Frame;
  instead: (OptionName & { conditionCode: string; frame: Frame | null }) | null;
}

/** What a booking needs from a day on; null where it cannot be made then, as when the person is too old by then. */
export interface Phase {
  from: PlainDate;
  needs: readonly Need[] | null;
  /** What the course by itself needs of it, and what was added. */
  courseFrames?: readonly Frame[];
  removables?: readonly Removable[];
}

/** All that decides about a day besides what is left on it. */
export interface Circumstances {
  layout: MonthLayout;
  /** One, or two where a birthday changes what is needed; the first holds from the first day on. */
  phases: readonly Phase[];
  /** Only asked for: everything that exists is offered, however full. */
  desired: boolean;
  window: Window;
  /** The minute of now, for slots of today that have begun. */
  today: PlainDate;
  minute: number;
  slots: readonly SlotFacts[];
  own: Visit | null;
}

/** How many are left, by frame, day and slot. */
export type Left = Map<string, Map<string, number>[]>;

/** What there is on the days, for whoever asks; days counted from the first. */
export interface OnDays {
  left: Left;
  closed: ReadonlySet<number>;
}

export function layOut(asked: Circumstances, { left, closed }: OnDays): Day[] {
  const { phases, desired, today, minute, window, own } = asked;
  const slotsOn = ({ frameCode }: Need, day: number) => left.get(frameCode)?.[day];

  function hasRoom(need: Need, day: number, slotCode: string): boolean {
    const count = slotsOn(need, day)?.get(slotCode);
    return count !== undefined && (desired || count >= need.quantity);
  }

  /** Every frame managed by day must have room, and then each slot in which all the timed ones have it. */
  function slotsOf(needs: readonly Need[], date: PlainDate, day: number): Day['slots'] {
    const timed = needs.filter(({ managedBy }) => managedBy === 'time');
    const wholeDays = needs.filter(({ managedBy }) => managedBy === 'day');
    if (!wholeDays.every((need) => hasRoom(need, day, WHOLE_DAY))) return [];
    if (timed.length === 0) return [{ slotCode: WHOLE_DAY, startMinute: null }];
    return asked.slots.filter(
      ({ slotCode, startMinute }) =>
        (date > today || startMinute > minute) && timed.every((need) => hasRoom(need, day, slotCode)),
    );
  }

  const takeOffsOn = ({ courseFrames = [], removables = [] }: Phase, date: PlainDate, day: number): Day['takeOffs'] =>
    findTakeOffs(removables.length, (off) => {
      const frames = removables.map(({ frame, instead }, at) => (off.has(at) ? instead?.frame : frame));
      const needs = neededPlaces([...courseFrames, ...frames.filter((frame) => frame !== null && frame !== undefined)]);
      return slotsOf(needs, date, day).length > 0;
    }).map((set) => removables.filter((_, at) => set.includes(at)));

  return asked.layout.days.map((date, day): Day => {
    const shut = { date, isClosed: closed.has(day), slots: [], takeOffs: [] };
    if (shut.isClosed) return { ...shut, state: isPublicHoliday(date) ? 'holiday' : 'closed' };
    const phase = phases.findLast(({ from }) => from <= date);
    const needs = phase?.needs;
    const isOwnDay = own?.visitDate === date && date >= today;
    if (!needs || !(isInside(window, date) || isOwnDay)) return { ...shut, state: 'outside' };
    const all = slotsOf(needs, date, day);
    // Beyond the window, only what one has already may be kept.
    const isFree = isInside(window, date);
    const slots = all.filter(({ slotCode }) => isFree || (own && keepsVisit(own, { visitDate: date, slotCode })));
    if (slots.length > 0) return { ...shut, state: 'open', slots };
    const exists = needs.every((need) => (slotsOn(need, day)?.size ?? 0) > 0);
    return { ...shut, state: exists ? 'full' : 'none', takeOffs: isFree ? takeOffsOn(phase, date, day) : [] };
  });
}
