// A frame's month as the capacity calendar shows it: how many places each cell has and how many are taken.
import type { Db } from '#db/database.ts';
import { compiled } from '#db/query.ts';
import { calendarRange } from '#domain/calendar/calendar-range.ts';
import { today } from '#domain/calendar/clock.ts';
import { layOutMonth, type Month } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { describeDay, describeMonth, readDays } from '#masters/calendar.ts';
import { writeMonthVersion } from '#masters/month-version.ts';
import { holidayNameOf } from '#server/holidays.ts';
import type { Administrator } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';

export const readFrames = compiled((db, { institutionCode }: { institutionCode: string }) =>
  db
    .selectFrom('frames')
    .select(['frame_code as frameCode', 'name', 'managed_by as managedBy', 'counted_as as countedAs'])
    .where('institution_code', '=', institutionCode)
    .orderBy('frame_code'),
);

const selectSlots = compiled((db, { institutionCode }: { institutionCode: string }) =>
  db
    .selectFrom('time_slots')
    .select(['slot_code as slotCode', 'name', 'start_minute as startMinute'])
    .where('institution_code', '=', institutionCode)
    .orderBy('start_minute')
    .orderBy('slot_code'),
);

/** In the order of the day. */
export async function readSlots(db: Db, who: Administrator) {
  const slots = await selectSlots(db, who);
  return slots.map(({ slotCode, name, startMinute }) => ({ slotCode, name, startTime: formatTime(startMinute) }));
}

interface Asked {
  institutionCode: string;
  frameCode: string;
  first: PlainDate;
  last: PlainDate;
}

const readCells = compiled((db, { institutionCode, frameCode, first, last }: Asked) =>
  db
    .selectFrom('frame_capacities')
    .select(['visit_date as date', 'slot_code as slotCode', 'capacity', 'used'])
    .where('institution_code', '=', institutionCode)
    .where('frame_code', '=', frameCode)
    .where('visit_date', '>=', first)
    .where('visit_date', '<=', last),
);

export const cellKey = (date: PlainDate, slotCode: string) => `${date} ${slotCode}`;

/** Whose month a version is of. */
export const versionName = (frameCode: string, { first }: { first: PlainDate }) => `${frameCode} ${first.slice(0, 7)}`;

/** Null for the first frame there is; then none where there is none. */
export async function showMonth(db: Db, who: Administrator, wanted: string | null, month: Month) {
  const layout = layOutMonth(month);
  const [frames, slots, days] = await Promise.all([
    readFrames(db, who),
    readSlots(db, who),
    readDays(db, who, layout.first, layout.last),
  ]);
  const frame = wanted === null ? frames[0] : frames.find(({ frameCode }) => frameCode === wanted);
  if (!frame && wanted !== null) throw notFound();
  const frameCode = frame?.frameCode ?? '';
  const { institutionCode } = who;
  const rows = await readCells(db, { institutionCode, frameCode, first: layout.first, last: layout.last });
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
