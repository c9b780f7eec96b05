// Keeps how many places frames have, on each day or at each time of it, and copies a month of them to others, weekday by weekday.

import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { layOutMonth, type Month, type MonthLayout, monthOf, pairDays } from '#domain/calendar/month.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { cellName, closedDaysSentence, countName, notPlacesSentence, parsePlaces } from '#domain/offer/capacity.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import type { LogDetails } from '#domain/staff/acts.ts';
import {
  assertInCalendarRange,
  chooseDays,
  describeNow,
  formatRange,
  readDays,
  refuseChangedCells,
} from '#masters/calendar.ts';
import { readFrames } from '#masters/records.ts';
import { isPublicHoliday } from '#server/holidays.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { Failure, invalid, refused } from '#wire/failure.ts';
import { touchedRows } from '#wire/rows.ts';
import {
  type CellEdit,
  cellKey,
  type LockedFrame,
  lockCells,
  lockFrameAndSlots,
  readSlots,
  showMonth,
  versionName,
  writeCells,
} from './cells.ts';
import {
  changeCapacityDisplay,
  copyCapacity,
  openCapacity,
  openCapacityBulk,
  registerCapacity,
  updateCapacity,
} from './contract.ts';

export const capacityHandlers: Handler[] = [
  handle(openCapacity, (db, who) => showMonth(db, who, null, monthOf(today(who.now)))),

  handle(changeCapacityDisplay, (db, who, { frameCode, year, month }) => {
    assertInCalendarRange(who, { year, month });
    return showMonth(db, who, frameCode, { year, month });
  }),

  handle(updateCapacity, async (db, who, { frameCode, year, month, cells, clamp, version }) => {
    assertInCalendarRange(who, { year, month });
    const layout = layOutMonth({ year, month });
    const frame = await lockFrameAndSlots(db, who, frameCode);
    const edits = readEdits(frame, layout, cells);
    const locked = await lockCells(db, frame, edits);
    const before = edits.map(({ date, slotCode }) => {
      const value = locked.get(cellKey(date, slotCode))?.capacity ?? 0;
      return { date, column: slotCode, value };
    });
    refuseChangedCells(version, versionName(frameCode, layout), before);
    refuseClosedDays(edits, await readDays(db, who, layout.first, layout.last));
    const written = await writeCells(db, frame, edits, locked, clamp);
    who.trace.name = frame.name;
    const stored = ({ date, slotCode, count }: CellEdit) =>
      clamp ? Math.max(count, locked.get(cellKey(date, slotCode))?.used ?? 0) : count;
    who.trace.details = describeCells(
      frame,
      edits.map((edit) => ({ ...edit, count: stored(edit) })),
      before,
    );
    return { ...(await showMonth(db, who, frameCode, { year, month })), ...written };
  }),

  handle(openCapacityBulk, async (db, who) => {
    const [frames, slots] = await Promise.all([readFrames(db, who.institutionCode), readSlots(db, who)]);
    return { ...describeNow(who), frameCode: frames[0]?.frameCode ?? null, frames, slots };
  }),

  handle(registerCapacity, async (db, who, input) => {
    const frame = await lockFrameAndSlots(db, who, input.frameCode);
    const counts = readCounts(frame, input);
    const chosen = chooseDays(who, input);
    const days = await readDays(db, who, chosen[0] ?? today(who.now), chosen.at(-1) ?? today(who.now));
    const open = chosen.filter((date) => days.get(date) !== 'closed');
    // Whoever opens Mondays to Fridays does not think of the holidays among them; who takes all places away means them too.
    const isEmptied = counts.every(({ count }) => count === 0);
    const areHolidaysMeant = input.holidays || new Set(input.weekdays).size === 7 || isEmptied;
    const wanted = areHolidaysMeant ? open : open.filter((date) => !isPublicHoliday(date));
    const edits = wanted.flatMap((date) => counts.map((count) => ({ date, ...count })));
    const written = await writeCells(db, frame, edits, await lockCells(db, frame, edits), input.clamp);
    who.trace.name = frame.name;
    who.trace.details = { note: `一括（${formatRange(input)}）`, count: wanted.length };
    const left = { skippedCount: chosen.length - open.length, holidayCount: open.length - wanted.length };
    return { dayCount: wanted.length, ...left, ...written };
  }),

  handle(copyCapacity, async (db, who, input) => {
    const { frameCodes, fromYear, fromMonth } = input;
    const targets = [...new Map(input.targets.map((month) => [formatMonth(month), month])).values()];
    const from = { year: fromYear, month: fromMonth };
    for (const month of [from, ...targets]) assertInCalendarRange(who, month);
    const { first, last } = layOutMonth(from);
    const wanted = [...new Set(frameCodes)].sort();
    const source = Map.groupBy(
      await readSource(db, who.institutionCode, wanted, first, last),
      ({ frameCode }) => frameCode,
    );
    if (source.size === 0) throw new Failure('NoData', [`${formatMonth(from)}には枠数が登録されていません。`]);
    const isOpen = await readOpen(db, who, [from, ...targets]);
    const copied = { dayCount: 0, skippedCount: 0, clampCount: 0 };
    const lowered = [];
    const skippedNames: string[] = [];
    // In the order of codes, as bookings take places.
    for (const frameCode of wanted) {
      const one = await copyFrame(db, who, frameCode, from, source.get(frameCode) ?? [], isOpen, { ...input, targets });
      if (!source.has(frameCode)) skippedNames.push(one.name);
      copied.dayCount += one.dayCount;
      copied.skippedCount += one.skippedCount;
      copied.clampCount += one.clampCount;
      lowered.push(...one.lowered.map((cell) => ({ ...cell, frameCode })));
    }
    const note = `コピー（${formatMonth(from)} → ${targets.map(formatMonth).join('、')}）`;
    who.trace.details = { note, count: copied.dayCount };
    return { ...copied, lowered, skippedNames };
  }),
];

const MAX_LOGGED = 10;

/** For the access log; a month may have hundreds of cells. */
function describeCells(
  frame: LockedFrame,
  edits: readonly CellEdit[],
  before: readonly { value: number }[],
): LogDetails {
  const changed = edits.flatMap(({ date, slotCode, count }, at) => {
    const from = before[at]?.value ?? 0;
    const what = [formatOfficeDate(date), frame.slotNames.get(slotCode)].filter(Boolean).join(' ');
    return from === count ? [] : [{ what, from: String(from), to: String(count) }];
  });
  return { changes: changed.slice(0, MAX_LOGGED), ...(changed.length > MAX_LOGGED && { count: changed.length }) };
}

function readEdits(frame: LockedFrame, layout: MonthLayout, sent: Input<typeof updateCapacity>['cells']): CellEdit[] {
  const sentences: string[] = [];
  const seen = new Set<string>();
  const edits = touchedRows(sent).map(({ row: { date, slotCode, count: typed }, at }) => {
    const slotName = frame.slotNames.get(slotCode);
    const key = cellKey(date, slotCode);
    const count = parsePlaces(typed);
    if (!layout.days.includes(date)) sentences.push(`${at + 1}行目の日付が表示している月の日ではありません。`);
    else if (slotName === undefined) sentences.push(`${at + 1}行目の受付時間がこの予約枠のものではありません。`);
    else if (seen.has(key)) sentences.push(`${at + 1}行目の日付と受付時間が重複しています。`);
    else if (count === null) sentences.push(notPlacesSentence(cellName(date, { frameName: frame.name, slotName })));
    seen.add(key);
    return { date, slotCode, count: count ?? 0 };
  });
  if (sentences.length > 0) throw invalid(...sentences);
  return edits;
}

function refuseClosedDays(edits: readonly CellEdit[], days: ReadonlyMap<PlainDate, 'open' | 'closed'>): void {
  const filled = edits.filter(({ date, count }) => count > 0 && days.get(date) === 'closed');
  const closed = [...new Set(filled.map(({ date }) => date))].sort();
  if (closed.length > 0) throw refused(closedDaysSentence(closed));
}

/** What every day is to get: the one count of a frame managed by day, or one for each slot that was sent. */
function readCounts(frame: LockedFrame, { count, slotCounts }: Input<typeof registerCapacity>) {
  const sent = frame.managedBy === 'day' ? [{ slotCode: WHOLE_DAY, count }] : slotCounts;
  if (sent.length === 0) throw invalid(notPlacesSentence(countName({ slotName: null })));
  const sentences: string[] = [];
  const seen = new Set<string>();
  const counts = sent.map(({ slotCode, count: typed }, at) => {
    const slotName = frame.slotNames.get(slotCode);
    const places = parsePlaces(typed);
    if (slotName === undefined) sentences.push(`${at + 1}行目の受付時間がこの予約枠のものではありません。`);
    else if (seen.has(slotCode)) sentences.push(`${at + 1}行目の受付時間が重複しています。`);
    else if (places === null) sentences.push(notPlacesSentence(countName({ slotName })));
    seen.add(slotCode);
    return { slotCode, count: places ?? 0 };
  });
  if (sentences.length > 0) throw invalid(...sentences);
  return counts;
}

interface SourceCell {
  frameCode: string;
  date: PlainDate;
  slotCode: string;
  capacity: number;
}

const readSource = query<SourceCell>(`
  select frame_code as "frameCode", visit_date as date, slot_code as "slotCode", capacity
    from frame_capacities
   where institution_code = $1 and frame_code = any($2::text[]) and visit_date between $3::date and $4::date`);

const formatMonth = ({ year, month }: Month) => `${year}年${month}月`;

async function readOpen(db: Db, who: Administrator, months: readonly Month[]) {
  const dates = months.flatMap((month) => layOutMonth(month).days).sort();
  const days = await readDays(db, who, dates[0] ?? '', dates.at(-1) ?? '');
  return (date: PlainDate) => days.get(date) !== 'closed';
}

/** A closed day, one that the source has nothing for and, unless it is overwritten, one with a record are left as they are. */
async function copyFrame(
  db: Db,
  who: Administrator,
  frameCode: string,
  from: Month,
  source: readonly SourceCell[],
  isOpen: (date: PlainDate) => boolean,
  { targets, isOverwrite, clamp }: Input<typeof copyCapacity>,
) {
  const frame = await lockFrameAndSlots(db, who, frameCode);
  const counts = new Map(source.map(({ date, slotCode, capacity }) => [cellKey(date, slotCode), capacity]));
  const filled = new Set(source.map(({ date }) => date));
  const pairs = targets
    .flatMap((target) => pairDays(target, from, (date) => isOpen(date) && filled.has(date)))
    .flatMap((pair) => (pair.source && isOpen(pair.date) ? [{ date: pair.date, source: pair.source }] : []));
  const cells = pairs.flatMap((pair) =>
    [...frame.slotNames.keys()].map((slotCode) => ({
      date: pair.date,
      slotCode,
      count: counts.get(cellKey(pair.source, slotCode)) ?? 0,
      isInSource: counts.has(cellKey(pair.source, slotCode)),
    })),
  );
  const locked = await lockCells(db, frame, cells);
  const kept = new Set(isOverwrite ? [] : [...locked.values()].map(({ date }) => date));
  const edits = cells.filter(
    ({ date, slotCode, isInSource }) => !kept.has(date) && (isInSource || locked.has(cellKey(date, slotCode))),
  );
  const written = await writeCells(db, frame, edits, locked, clamp);
  const dayCount = pairs.filter(({ date }) => !kept.has(date)).length;
  const all = targets.reduce((sum, target) => sum + layOutMonth(target).days.length, 0);
  return { name: frame.name, dayCount, skippedCount: source.length > 0 ? all - dayCount : 0, ...written };
}
