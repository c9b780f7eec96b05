// The days of a month for one person and booking: whether each can be booked, at which times, and if not, why.
import { type ApplicantTraits, ageChangeDates, type ComposeOn } from '#booking/policy/applicant-age.ts';
import type { SlotData } from '#booking/policy/course-data.ts';
import type { CheckedCourse } from '#booking/policy/validate-booking.ts';
import type { MonthLayout } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { isInWindow, type Window } from '#domain/offer/bookable-window.ts';
import type { Composition, OptionGroup, OptionRow } from '#domain/offer/offer.ts';
import { findOptionRemovals } from '#domain/offer/option-groups.ts';
import { countOnDay, type Frame, isSameVisit, type Need, neededPlaces, type Visit } from '#domain/offer/places.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { isPublicHoliday } from '#server/holidays.ts';

/** None: some frame has no capacity at all. Closed: the institution is. */
export type DayState = 'open' | 'full' | 'none' | 'closed' | 'holiday' | 'outside';

export interface Day {
  date: PlainDate;
  isClosed: boolean;
  state: DayState;
  /** What can be booked, in the order of the day; the whole day is one slot without a start. */
  slots: { slotCode: string; startMinute: number | null }[];
  /** How many such bookings it takes; 0 where that is not asked, as of wishes. */
  room: number;
  /** Where only chosen options keep it from being booked: which, each set enough by itself. */
  takeOffs: readonly (readonly Removable[])[];
}

interface OptionName {
  optionCode: string;
  name: string;
}

/** A chosen option that may be in the way. Where its group begins with another one, that takes its place. */
export interface Removable extends OptionName {
  groupCode: string;
  frame: Frame | null;
  instead: (OptionName & { conditionCode: string; frame: Frame | null }) | null;
  /** The person is not of the age for it then. */
  isByAge?: boolean;
}

/** What a booking needs from a day on; null where it cannot be made then, as when the person is too old by then. */
export interface AgePhase {
  from: PlainDate;
  needs: readonly Need[] | null;
  /** What the course by itself needs of it, and what was added. */
  courseFrames?: readonly Frame[];
  removables?: readonly Removable[];
  /** Options without which there would be such a booking: the person is too young or too old for them then. */
  unfit?: readonly Removable[];
}

/** All that decides about a day besides what is left on it. */
export interface MonthQuery {
  layout: Pick<MonthLayout, 'first' | 'last' | 'days'>;
  /** One, or two where a birthday changes what is needed; the first holds from the first day on. */
  phases: readonly AgePhase[];
  /** Only asked for: everything that exists is offered, however full. */
  desired: boolean;
  window: Window;
  /** The minute of now, for slots of today that have begun. */
  today: PlainDate;
  minute: number;
  slots: readonly SlotData[];
  own: Visit | null;
}

export type RemainingPlaces = Map<string, Map<string, number>[]>;

/** What there is on the days, for whoever asks; days counted from the first. */
export interface DayRoom {
  left: RemainingPlaces;
  closed: ReadonlySet<number>;
}

export function layOutDays(asked: MonthQuery, { left, closed }: DayRoom): Day[] {
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

  /** There were times today, and all of them have begun. */
  function isPast(needs: readonly Need[], date: PlainDate, day: number): boolean {
    if (date !== today) return false;
    const timed = needs.filter(({ managedBy }) => managedBy === 'time');
    const offered = asked.slots.filter(({ slotCode }) => timed.every((need) => slotsOn(need, day)?.has(slotCode)));
    return timed.length > 0 && offered.length > 0 && offered.every(({ startMinute }) => startMinute <= minute);
  }

  /** What is not for the person goes in any case. */
  function takeOffsOn(phase: AgePhase, date: PlainDate, day: number): Day['takeOffs'] {
    const { courseFrames = [], removables = [], unfit = [] } = phase;
    const isFineWithout = (off: ReadonlySet<number>) => {
      const remaining = removables.map(({ frame, instead }, at) => (off.has(at) ? instead?.frame : frame));
      const frames = [...unfit.map(({ instead }) => instead?.frame), ...remaining];
      const needs = neededPlaces([...courseFrames, ...frames.filter((frame) => frame !== null && frame !== undefined)]);
      return slotsOf(needs, date, day).length > 0;
    };
    if (unfit.length > 0 && isFineWithout(new Set())) return [unfit];
    return findOptionRemovals(removables.length, isFineWithout).map((set) => [
      ...unfit,
      ...removables.filter((_, at) => set.includes(at)),
    ]);
  }

  return asked.layout.days.map((date, day): Day => {
    const shut = { date, isClosed: closed.has(day), slots: [], room: 0, takeOffs: [] };
    if (shut.isClosed) return { ...shut, state: isPublicHoliday(date) ? 'holiday' : 'closed' };
    const phase = phases.findLast(({ from }) => from <= date);
    const needs = phase?.needs;
    const isOwnDay = own?.visitDate === date && date >= today;
    const isFree = isInWindow(window, date);
    const takeOffs = () => (phase && isFree ? takeOffsOn(phase, date, day) : []);
    if (!needs || !(isFree || isOwnDay)) return { ...shut, state: 'outside', takeOffs: takeOffs() };
    const all = slotsOf(needs, date, day);
    // Beyond the window, only what one has already may be kept.
    const slots = all.filter(({ slotCode }) => isFree || (own && isSameVisit(own, { visitDate: date, slotCode })));
    if (slots.length > 0) {
      const codes = slots.map(({ slotCode }) => slotCode);
      const leftIn = (need: Need, slotCode: string) => slotsOn(need, day)?.get(slotCode) ?? 0;
      return { ...shut, state: 'open', slots, room: desired ? 0 : countOnDay(needs, codes, leftIn) };
    }
    const exists = needs.every((need) => (slotsOn(need, day)?.size ?? 0) > 0);
    const state = !exists ? 'none' : isPast(needs, date, day) ? 'outside' : 'full';
    return { ...shut, state, takeOffs: takeOffs() };
  });
}

/** What the booking needs before and from a birthday on; one phase for all who need the same all month. */
export function needsByAge(
  { client }: Pick<CheckedCourse, 'client'>,
  person: Pick<ApplicantTraits, 'birthDate'>,
  { first, last }: { first: PlainDate; last: PlainDate },
  composeOn: ComposeOn,
): AgePhase[] {
  const phases = ageChangeDates({ client }, person, first, last).map((from): AgePhase => {
    const { composition, without } = composeOn(from);
    if (typeof composition !== 'string') return { from, needs: composition.needs, ...partsOf(composition) };
    if (!without) return { from, needs: null };
    const goes = (row: OptionRow) => ({ ...removableOf(row, without.rest.groups), frame: null, isByAge: true });
    return { from, needs: null, ...partsOf(without.rest), unfit: without.unfit.map(goes) };
  });
  const [before, after] = phases;
  const isSame = before && after && JSON.stringify({ ...after, from: before.from }) === JSON.stringify(before);
  return isSame ? [before] : phases;
}

/** The frames of the course, without their conditions, and those of the options that need one. */
const partsOf = ({ courseFrames, options, groups }: Composition) => ({
  courseFrames: courseFrames.map(({ frameCode, managedBy, countedAs }) => ({ frameCode, managedBy, countedAs })),
  removables: options.filter(({ frame }) => frame).map((option) => removableOf(option, groups)),
});

/** One of a single-choice group gives way to the one that the group begins with. */
function removableOf(option: OptionRow, groups: readonly OptionGroup[]): Removable {
  const { groupCode, optionCode, name, frame, selection } = option;
  const group = selection === 'single' && groups.find((one) => one.groupCode === groupCode);
  const initial = group ? group.options.find((one) => one.isInitial && one.optionCode !== optionCode) : undefined;
  const instead = initial && {
    optionCode: initial.optionCode,
    name: initial.name,
    conditionCode: initial.conditionCode,
    frame: initial.frame,
  };
  return { groupCode, optionCode, name, frame, instead: instead ?? null };
}
