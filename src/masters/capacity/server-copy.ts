// Copies a month's capacity of some frames to other months, weekday by weekday.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { layOutMonth, type Month } from '#domain/calendar/month.ts';
import { pairDays } from '#domain/calendar/pair-days.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { assertInCalendarRange, readDays } from '#masters/calendar.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { Failure } from '#wire/failure.ts';
import { copyCapacity } from './contract.ts';
import { cellKey } from './read-month.ts';
import { lockCells, lockFrameAndSlots, writeCells } from './write-cells.ts';

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

export const copyHandlers: Handler[] = [
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

async function readOpen(db: Db, who: Administrator, months: readonly Month[]) {
  const layouts = months.map(layOutMonth);
  const [first = ''] = layouts.map((layout) => layout.first).sort();
  const last =
    layouts
      .map((layout) => layout.last)
      .sort()
      .at(-1) ?? first;
  const days = await readDays(db, who, first, last);
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
