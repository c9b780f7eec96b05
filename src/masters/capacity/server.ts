// Keeps how many places frames have, on each day or at each time of it.
import { today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { layOutMonth, type MonthLayout, monthOf } from '#domain/calendar/month.ts';
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
import { type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { invalid, refused } from '#wire/failure.ts';
import { touchedRows } from '#wire/rows.ts';
import { changeCapacityDisplay, openCapacity, openCapacityBulk, registerCapacity, updateCapacity } from './contract.ts';
import { cellKey, readSlots, showMonth, versionName } from './read-month.ts';
import { type CellEdit, type LockedFrame, lockCells, lockFrameAndSlots, writeCells } from './write-cells.ts';

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
