// Keeps the days on which the institution is closed. Reservations that stand on them are left alone, and counted.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { layOutMonth, type Month, monthOf } from '#domain/calendar/month.ts';
import { dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import {
  assertInCalendarRange,
  chooseDays,
  describeDay,
  describeMonth,
  describeNow,
  formatRange,
  readDays,
  refuseChangedCells,
  writeMonthVersion,
} from '#masters/calendar.ts';
import { holidayNameOf } from '#server/holidays.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { invalid } from '#wire/failure.ts';
import { touchedRows } from '#wire/rows.ts';
import {
  changeClosedDaysMonth,
  openClosedDays,
  openClosedDaysBulk,
  registerClosedDays,
  updateClosedDays,
} from './contract.ts';

export const closedDayHandlers: Handler[] = [
  handle(openClosedDays, (db, who) => showMonth(db, who, monthOf(today(who.now)))),

  handle(changeClosedDaysMonth, (db, who, month) => {
    assertInCalendarRange(who, month);
    return showMonth(db, who, month);
  }),

  handle(updateClosedDays, async (db, who, { days, version, year, month }) => {
    assertInCalendarRange(who, { year, month });
    const layout = layOutMonth({ year, month });
    const edits = touchedRows(days);
    refuseWrongDays(edits, layout.days);
    await lockClosedDays(db, who.institutionCode);
    const before = await readDays(db, who, layout.first, layout.last);
    const cells = edits.map(({ row: { date } }) => ({ date, column: WHOLE_DAY, value: numberOf(before.get(date)) }));
    refuseChangedCells(version, nameOf(layout.first), cells);
    const word = (kind: Kind | undefined) => (kind === 'closed' ? '休診日' : '診療日');
    const changes = edits
      .map(({ row: { date, kind } }) => ({
        what: formatOfficeDate(date),
        from: word(before.get(date)),
        to: word(kind),
      }))
      .filter(({ from, to }) => from !== to);
    who.trace.details = { changes };
    const { dayCount: _, ...left } = await writeDays(
      db,
      who,
      edits.map(({ row }) => row),
    );
    return { ...(await showMonth(db, who, { year, month })), ...left };
  }),

  handle(openClosedDaysBulk, async (_db, who) => describeNow(who)),

  handle(registerClosedDays, async (db, who, range) => {
    const days = chooseDays(who, range).map((date) => ({ date, kind: 'closed' as const }));
    await lockClosedDays(db, who.institutionCode);
    const written = await writeDays(db, who, days);
    who.trace.details = { note: `一括（${formatRange(range)}）`, count: written.dayCount };
    return written;
  }),
];

type Kind = 'open' | 'closed';

const nameOf = (first: PlainDate) => first.slice(0, 7);
const numberOf = (kind: Kind | undefined) => (kind === 'closed' ? 1 : 0);

function refuseWrongDays(edits: readonly { row: { date: PlainDate }; at: number }[], days: readonly PlainDate[]): void {
  const seen = new Set<PlainDate>();
  const sentences = edits.flatMap(({ row: { date }, at }) => {
    if (!days.includes(date)) return [`${at + 1}行目の日付が表示している月の日ではありません。`];
    if (seen.has(date)) return [`${at + 1}行目の日付が重複しています。`];
    seen.add(date);
    return [];
  });
  if (sentences.length > 0) throw invalid(...sentences);
}

/** Clerks wait for each other here, also about days that have no record yet. Bookings only refer to the row, and do not wait. */
const lockClosedDays = query('select from institutions where institution_code = $1 for no key update');

const countLive = query<{ date: PlainDate; count: number }>(`
  select visit_date as date, count(*) as count from reservations
   where institution_code = $1 and visit_date between $2::date and $3::date and is_live(status)
   group by visit_date`);

async function showMonth(db: Db, who: Administrator, month: Month) {
  const { first, last, days } = layOutMonth(month);
  const [records, counted] = await Promise.all([
    readDays(db, who, first, last),
    countLive(db, who.institutionCode, first, last),
  ]);
  const counts = new Map(counted.map(({ date, count }) => [date, count]));
  return {
    ...describeMonth(who, month),
    days: days.map((date) => ({
      ...describeDay(date, records),
      dayOfWeek: dayOfWeek(date),
      holidayName: holidayNameOf(date),
      reservationCount: counts.get(date) ?? 0,
    })),
    version: writeMonthVersion(
      nameOf(first),
      [WHOLE_DAY],
      days.map((date) => [numberOf(records.get(date))]),
    ),
  };
}

interface Written {
  dayCount: number;
  reservationCount: number;
  reservedDates: PlainDate[];
}

const write = query<Written>(`
  with written as (
    insert into calendar_days as c (institution_code, day, status)
    select $1, w.day, w.status from unnest($2::date[], $3::text[]) as w(day, status) order by w.day
    on conflict (institution_code, day) do update set status = excluded.status where c.status <> excluded.status
    returning day, status)
  select (select count(*) from written) as "dayCount", count(*) as "reservationCount",
         coalesce(array_agg(distinct to_char(visit_date, 'YYYY-MM-DD')), '{}') as "reservedDates"
    from reservations
   where institution_code = $1 and is_live(status)
     and visit_date = any(array(select day from written where status = 'closed'))`);

async function writeDays(
  db: Db,
  who: Administrator,
  days: readonly { date: PlainDate; kind: Kind }[],
): Promise<Written> {
  const dates = days.map(({ date }) => date);
  const kinds = days.map(({ kind }) => kind);
  const [row] = await write(db, who.institutionCode, dates, kinds);
  return row ?? { dayCount: 0, reservationCount: 0, reservedDates: [] };
}
