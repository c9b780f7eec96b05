// A frame's month as the capacity calendar shows it: how many places each cell has and how many are taken.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { calendarRange } from '#domain/calendar/calendar-range.ts';
import { today } from '#domain/calendar/clock.ts';
import { layOutMonth, type Month } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { describeDay, describeMonth, readDays, writeMonthVersion } from '#masters/calendar.ts';
import { readFrames } from '#masters/records.ts';
import { holidayNameOf } from '#server/holidays.ts';
import type { Administrator } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';

const selectSlots = query<{ slotCode: string; name: string; startMinute: number }>(`
  select slot_code as "slotCode", name, start_minute as "startMinute" from time_slots
   where institution_code = $1 order by start_minute, slot_code`);

/** In the order of the day. */
export async function readSlots(db: Db, who: Administrator) {
  const slots = await selectSlots(db, who.institutionCode);
  return slots.map(({ slotCode, name, startMinute }) => ({ slotCode, name, startTime: formatTime(startMinute) }));
}

const readCells = query<{ date: PlainDate; slotCode: string; capacity: number; used: number }>(`
  select visit_date as date, slot_code as "slotCode", capacity, used from frame_capacities
   where institution_code = $1 and frame_code = $2 and visit_date between $3::date and $4::date`);

export const cellKey = (date: PlainDate, slotCode: string) => `${date} ${slotCode}`;

export const versionName = (frameCode: string, { first }: { first: PlainDate }) => `${frameCode} ${first.slice(0, 7)}`;

/** Null for the first frame there is; then none where there is none. */
export async function showMonth(db: Db, who: Administrator, wanted: string | null, month: Month) {
  const layout = layOutMonth(month);
  const [frames, slots, days] = await Promise.all([
    readFrames(db, who.institutionCode),
    readSlots(db, who),
    readDays(db, who, layout.first, layout.last),
  ]);
  const frame = wanted === null ? frames[0] : frames.find(({ frameCode }) => frameCode === wanted);
  if (!frame && wanted !== null) throw notFound();
  const frameCode = frame?.frameCode ?? '';
  const rows = await readCells(db, who.institutionCode, frameCode, layout.first, layout.last);
  const places = new Map(rows.map((row) => [cellKey(row.date, row.slotCode), row]));
  const columns = columnsOf(frame?.managedBy, slots);
  const cells = layout.days.map((date) =>
    columns.map((slotCode) => {
      const row = places.get(cellKey(date, slotCode));
      const status = row ? ('saved' as const) : ('off' as const);
      return { date, slotCode, count: row?.capacity ?? 0, takenCount: row?.used ?? 0, status };
    }),
  );
  return {
    ...describeMonth(who, month),
    reach: calendarRange(today(who.now)),
    days: layout.days.map((date) => ({ ...describeDay(date, days), holidayName: holidayNameOf(date) })),
    frames,
    slots,
    frameCode: frame?.frameCode ?? null,
    managedBy: frame?.managedBy ?? null,
    countedAs: frame?.countedAs ?? null,
    daily: frame?.managedBy === 'day' ? cells.flat() : [],
    timed: frame?.managedBy === 'time' ? cells.flat() : [],
    version: writeMonthVersion(
      versionName(frameCode, layout),
      columns,
      cells.map((row) => row.map(({ count }) => count)),
    ),
  };
}

function columnsOf(managedBy: 'day' | 'time' | undefined, slots: readonly { slotCode: string }[]): string[] {
  if (managedBy === undefined) return [];
  return managedBy === 'day' ? [WHOLE_DAY] : slots.map(({ slotCode }) => slotCode);
}
