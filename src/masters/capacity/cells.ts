// The cells of a frame: a month of them as the capacity calendar shows it, and how many places they get, in a few statements however
// many cells there are, and never below what is taken.

import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { calendarRange } from '#domain/calendar/calendar-range.ts';
import { formatTime, today } from '#domain/calendar/clock.ts';
import { layOutMonth, type Month } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { cellName } from '#domain/offer/capacity.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { describeDay, describeMonth, readDays, writeMonthVersion } from '#masters/calendar.ts';
import { readFrames } from '#masters/records.ts';
import { holidayNameOf } from '#server/holidays.ts';
import type { Administrator } from '#server/service.ts';
import { notFound, refused } from '#wire/failure.ts';

/** A frame whose cells are being written, with the names of what it counts under: its slots, or the whole day. */
export interface LockedFrame {
  institutionCode: string;
  frameCode: string;
  name: string;
  managedBy: 'day' | 'time';
  slotNames: ReadonlyMap<string, string | null>;
}

export interface CellEdit {
  date: PlainDate;
  slotCode: string;
  count: number;
}

/** Whoever writes cells of the frame, or changes the frame, waits here; who books it does not. */
const lockFrame = query<{ name: string; managedBy: 'day' | 'time' }>(`
  select name, managed_by as "managedBy" from frames where institution_code = $1 and frame_code = $2
     for no key update`);

/** None of them goes while cells are written for it. */
const lockSlots = query<{ slotCode: string; name: string }>(`
  select slot_code as "slotCode", name from time_slots where institution_code = $1
   order by slot_code for key share`);

export async function lockFrameAndSlots(
  db: Db,
  { institutionCode }: Administrator,
  frameCode: string,
): Promise<LockedFrame> {
  const [frame] = await lockFrame(db, institutionCode, frameCode);
  if (!frame) throw notFound();
  const slots = frame.managedBy === 'time' ? await lockSlots(db, institutionCode) : [];
  const slotNames = new Map<string, string | null>(slots.map(({ slotCode, name }) => [slotCode, name]));
  if (frame.managedBy === 'day') slotNames.set(WHOLE_DAY, null);
  return { institutionCode, frameCode, ...frame, slotNames };
}

export const cellKey = (date: PlainDate, slotCode: string) => `${date} ${slotCode}`;

interface Cell {
  date: PlainDate;
  slotCode: string;
  capacity: number;
  used: number;
}

/**
 * In the order in which bookings take places: day, slot. By two lists and not by a list of cells, since a join of thousands of
 * them would be as slow as the database's idea of the table is wrong.
 */
export const LOCK_ROWS = `
  select visit_date as date, slot_code as "slotCode", capacity, used
    from frame_capacities
   where institution_code = $1 and frame_code = $2 and visit_date = any($3::date[]) and slot_code = any($4::text[])
   order by visit_date, slot_code
     for no key update`;
const lockRows = query<Cell>(LOCK_ROWS);

/** What the cells hold, and will until the end of the transaction: nobody can take a place in between. */
export async function lockCells(db: Db, frame: LockedFrame, edits: readonly CellEdit[]): Promise<Map<string, Cell>> {
  const dates = new Set(edits.map(({ date }) => date));
  const slots = new Set(edits.map(({ slotCode }) => slotCode));
  const rows = await lockRows(db, frame.institutionCode, frame.frameCode, [...dates], [...slots]);
  return new Map(rows.map((row) => [cellKey(row.date, row.slotCode), row]));
}

export const WRITE_ROWS = `
  insert into frame_capacities (institution_code, frame_code, visit_date, slot_code, capacity)
  select $1, $2, w.day, w.slot, w.capacity
    from unnest($3::date[], $4::text[], $5::integer[]) as w(day, slot, capacity)
   order by w.day, w.slot
  on conflict (institution_code, frame_code, visit_date, slot_code) do update set capacity = excluded.capacity`;
const writeRows = query(WRITE_ROWS);

const MOST_NAMED = 50;

interface Written {
  clampCount: number;
  /** With `clamp`, where fewer places were asked for than there were, if anybody comes or wishes to come there: it may be in vain. */
  lowered: { date: PlainDate; slotCode: string }[];
}

/** Who only wishes to come counts as well, though they hold no place yet. */
const readAnybody = query<{ isAnybody: boolean }>(`
  select exists (
    select from unnest($3::date[], $4::text[]) as w (day, slot_code)
      join reservation_places p
        on p.institution_code = $1 and p.frame_code = $2 and p.visit_date = w.day and p.slot_code = w.slot_code
       and p.origin = 'own'
      join reservations r on r.institution_code = p.institution_code and r.reservation_number = p.reservation_number
     where is_live(r.status) and r.anonymised_at is null) as "isAnybody"`);

async function isAnybodyIn(db: Db, frame: LockedFrame, cells: readonly CellEdit[]): Promise<boolean> {
  const days = cells.map(({ date }) => date);
  const slots = cells.map(({ slotCode }) => slotCode);
  const [row] = await readAnybody(db, frame.institutionCode, frame.frameCode, days, slots);
  return row?.isAnybody ?? false;
}

/** Days of which no time is left as it was are reported as a whole. */
function groupLowered(
  { slotNames }: LockedFrame,
  edits: readonly CellEdit[],
  isLowered: (edit: CellEdit) => boolean,
): Written['lowered'] {
  return [...Map.groupBy(edits, ({ date }) => date)].flatMap(([date, ofDay]) => {
    const slots = ofDay.filter(isLowered).map(({ slotCode }) => ({ date, slotCode }));
    const isWhole = ofDay.length === slotNames.size && ofDay.every((edit) => isLowered(edit) || edit.count === 0);
    return slots.length > 0 && isWhole ? [{ date, slotCode: WHOLE_DAY }] : slots;
  });
}

/** Without `clamp`, one cell that would hold less than is taken refuses all. */
export async function writeCells(
  db: Db,
  frame: LockedFrame,
  edits: readonly CellEdit[],
  locked: ReadonlyMap<string, Cell>,
  clamp: boolean,
): Promise<Written> {
  const cellOf = ({ date, slotCode }: CellEdit) => locked.get(cellKey(date, slotCode));
  const takenOf = (edit: CellEdit) => cellOf(edit)?.used ?? 0;
  const below = edits.filter((edit) => edit.count < takenOf(edit));
  if (below.length > 0 && !clamp) {
    const sentences = below.slice(0, MOST_NAMED).map((edit) => {
      const slotName = frame.slotNames.get(edit.slotCode) ?? null;
      return `${cellName(edit.date, { frameName: frame.name, slotName })}は、予約済み数（${takenOf(edit)}）より少なくできません。`;
    });
    const more = below.length - sentences.length;
    throw refused(...sentences, ...(more > 0 ? [`ほかに${more}件あります。`] : []));
  }
  const changed = edits.flatMap((edit) => {
    const capacity = Math.max(edit.count, takenOf(edit));
    return capacity === cellOf(edit)?.capacity ? [] : [{ ...edit, capacity }];
  });
  await writeRows(
    db,
    frame.institutionCode,
    frame.frameCode,
    changed.map(({ date }) => date),
    changed.map(({ slotCode }) => slotCode),
    changed.map(({ capacity }) => capacity),
  );
  const isLowered = (edit: CellEdit) => edit.count < (cellOf(edit)?.capacity ?? 0);
  const isWanted = clamp && (await isAnybodyIn(db, frame, edits.filter(isLowered)));
  return { clampCount: below.length, lowered: isWanted ? groupLowered(frame, edits, isLowered) : [] };
}

const selectSlots = query<{ slotCode: string; name: string; startMinute: number }>(`
  select slot_code as "slotCode", name, start_minute as "startMinute" from time_slots
   where institution_code = $1 order by start_minute, slot_code`);

/** In the order of the day. */
export async function readSlots(db: Db, who: Administrator) {
  const slots = await selectSlots(db, who.institutionCode);
  return slots.map(({ slotCode, name, startMinute }) => ({ slotCode, name, startTime: formatTime(startMinute) }));
}

const readCells = query<Cell>(`
  select visit_date as date, slot_code as "slotCode", capacity, used from frame_capacities
   where institution_code = $1 and frame_code = $2 and visit_date between $3::date and $4::date`);

export const versionName = (frameCode: string, { first }: { first: PlainDate }) => `${frameCode} ${first.slice(0, 7)}`;

/** A frame's month as its calendar shows it; null for the first frame there is, then none where there is none. */
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
