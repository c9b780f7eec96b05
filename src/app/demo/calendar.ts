// The demo's calendar: the days the institution is closed, and the places of every frame on the others.
import { insertRows, toRow } from '#app/template/catalogue.ts';
import type { Db } from '#db/database.ts';
import { addDays, dateParts, dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { isPublicHoliday } from '#server/holidays.ts';
import { INSTITUTION } from './institution.ts';
import { type DemoFrame, FRAMES, SLOTS } from './masters.ts';

const SUNDAY = 1;
const THURSDAY = 5;
export const FRIDAY = 6;
export const SATURDAY = 7;
const AFTERNOON = SLOTS.at(-1)!.slotCode;

export const DAYS_BACK = 365;
const DAYS_AHEAD = 548;

function isClosed(date: PlainDate): boolean {
  const { month, day } = dateParts(date);
  const weekday = dayOfWeek(date);
  const week = Math.ceil(day / 7);
  if (weekday === SUNDAY || (weekday === SATURDAY && week === 4)) return true;
  if (month === 8 && day >= 13 && day <= 15) return true;
  if ((month === 12 && day >= 29) || (month === 1 && day <= 3)) return true;
  // The machines are inspected.
  if (month === 2 && weekday === THURSDAY && week === 2) return true;
  return isPublicHoliday(date);
}

function capacityOn(date: PlainDate, frame: DemoFrame, slotCode: string): number {
  const full = frame.capacity[slotCode] ?? 0;
  if (dayOfWeek(date) !== SATURDAY) return full;
  return slotCode === AFTERNOON ? 0 : Math.ceil(full / 2);
}

export interface Place {
  frameCode: string;
  visitDate: PlainDate;
  slotCode: string;
}

interface Capacity extends Place {
  capacity: number;
  used: number;
}

export interface Calendar {
  openDays: PlainDate[];
  /** also for days outside the calendar */
  isOpen(date: PlainDate): boolean;
  find(place: Place): Capacity | undefined;
  closedDays: PlainDate[];
  capacities: Capacity[];
}

export function makeCalendar(today: PlainDate): Calendar {
  const all = Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, index) => addDays(today, index - DAYS_BACK));
  const closedDays = all.filter(isClosed);
  const openDays = all.filter((date) => !isClosed(date));
  const capacities = openDays.flatMap((visitDate) =>
    Object.values(FRAMES).flatMap((frame: DemoFrame) =>
      Object.keys(frame.capacity)
        .map((slotCode) => ({
          frameCode: frame.frameCode,
          visitDate,
          slotCode,
          capacity: capacityOn(visitDate, frame, slotCode),
          used: 0,
        }))
        .filter(({ capacity }) => capacity > 0),
    ),
  );
  const key = ({ frameCode, visitDate, slotCode }: Place) => `${frameCode} ${visitDate} ${slotCode}`;
  const byKey = new Map<string, Capacity>(capacities.map((capacity) => [key(capacity), capacity]));
  return {
    openDays,
    isOpen: (date) => !isClosed(date),
    find: (place) => byKey.get(key(place)),
    closedDays,
    capacities,
  };
}

/** Before the reservations: the database counts what they use. */
export async function writeCalendar(db: Db, { closedDays, capacities }: Calendar): Promise<void> {
  await insertRows(db, INSTITUTION, {
    calendar_days: closedDays.map((day) => ({ day, status: 'closed' })),
    frame_capacities: capacities.map(({ used: _used, ...capacity }) => toRow(capacity)),
  });
}
