// Answers the status page: the staff's home.

import { findBackwards } from '#backoffice/shared/contract-ranges.ts';
import { writeShortenings } from '#backoffice/shared/shortenings.ts';
import type { Db } from '#db/database.ts';
import { outdatedSince } from '#db/embedded/programs.ts';
import { query } from '#db/query.ts';
import { calendarRange, calendarYears, isInCalendarRange } from '#domain/calendar/calendar-range.ts';
import { today as dateOf, formatMinute, formatTime, localTime, startOfDay } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { layOutMonth, type Month, monthOf } from '#domain/calendar/month.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { ALL_FRAMES, WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { isAtLeast } from '#domain/staff/roles.ts';
import { isBackupPlain } from '#server/backup/envelope.ts';
import { holidayNameOf } from '#server/holidays.ts';
import { examineePageUrl } from '#server/http/documents.ts';
import { readPolicy } from '#server/privacy/policies.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { invalid, refused } from '#wire/failure.ts';
import { changeStatusMonth, openStatus, searchSummary } from './contract.ts';
import { type Cell, countByFrame, type FrameCount, readCells, readOutstanding, readTiles } from './read-counts.ts';

export const statusHandlers: Handler[] = [
  handle(openStatus, async (db, who) => {
    const { institutionCode } = who;
    const today = dateOf(who.now);
    const month = monthOf(today);
    const isManager = isAtLeast(who.role, 'manager');
    const [
      facts,
      { anonymiseFrom, reserveYears, routeParam, ...outstanding },
      tiles,
      failed,
      [waiting],
      counts,
      policy,
    ] = await Promise.all([
      readFacts(db, who, month, addDays(today, 1)),
      readOutstanding(db, institutionCode),
      readTiles(db, who, isAtLeast(who.role, 'reception')),
      readFailedMails(db, institutionCode, startOfDay(addDays(today, -FAILED_MAILS_DAYS))),
      isManager ? readWaitingMails(db, institutionCode, new Date(who.now.getTime() - MAIL_PATIENCE_MS)) : [],
      countByFrame(db, institutionCode, {}),
      isManager ? readPolicy(db, institutionCode, who.now) : null,
    ]);
    const near = [today, addDays(today, 1)].map((date) => ({
      ...describeDay(facts.closed, date),
      ...sumDay(facts.frames, facts.cells, date),
    }));
    const failedMails = failed.map(({ at, ...mail }) => ({ ...mail, writtenOn: dateOf(at) }));
    who.trace.details = { note: '届けられなかったメール', count: failedMails.length };
    who.trace.isUnlogged = failedMails.length === 0;
    const mails = {
      failedMailCount: failed[0]?.all ?? 0,
      failedMails,
      waitingMailCount: waiting?.count ?? 0,
      waitingMailSince: waiting?.since ? formatMinute(waiting.since) : '',
    };
    const backupSince = isManager ? who.service.nightly?.overdueSince() : null;
    const released = isManager ? outdatedSince(who.service.config, today) : null;
    const isAnnounced = isManager && anonymiseFrom !== null && anonymiseFrom > today;
    return {
      ...outstanding,
      ...tiles,
      ...mails,
      anonymiseFrom: isAnnounced ? formatOfficeDate(anonymiseFrom) : '',
      reserveYears: policy?.reserveYears ?? reserveYears ?? 0,
      ...writeShortenings(policy),
      examineeUrl: isManager ? examineePageUrl(who.service.config, routeParam) : '',
      isBackupPlain: isManager && isBackupPlain(who.service),
      backupSince: backupSince ? formatOfficeDate(dateOf(backupSince)) : '',
      postgresqlReleased: released ? formatOfficeDate(released) : '',
      results: toSummary(facts.frames, counts),
      ...describeMonth(who, month, facts),
      near,
    };
  }),

  handle(changeStatusMonth, async (db, who, { year, month }) => {
    if (!isInCalendarRange(dateOf(who.now), { year, month })) throw invalid('表示できる期間を超えています。');
    return describeMonth(who, { year, month }, await readFacts(db, who, { year, month }));
  }),

  handle(searchSummary, async (db, who, ranges) => {
    const backwards = findBackwards(ranges).map(({ sentence }) => sentence);
    if (backwards.length > 0) throw refused(...backwards);
    const [frames, counts] = await Promise.all([
      readFrames(db, who.institutionCode),
      countByFrame(db, who.institutionCode, ranges, who.onGone),
    ]);
    return { results: toSummary(frames, counts) };
  }),
];

/** Those of before have been dealt with, or nobody ever will. */
const FAILED_MAILS_DAYS = 14;

type FailedMail = Omit<Reply<typeof openStatus>['failedMails'][number], 'writtenOn'>;

const readFailedMails = query<FailedMail & { at: Date; all: number }>(`
  select m.mail_id as "mailId", coalesce(m.reservation_number, 0) as number,
         coalesce(rtrim(r.family_name || '　' || r.given_name, '　'), '') as name, m.recipient as mail, m.kind, m.created_at as at,
         (count(*) over ())::integer as all
    from outbox_mails m
    left join reservations r on r.institution_code = m.institution_code and r.reservation_number = m.reservation_number
   where m.institution_code = $1 and m.state = 'failed' and m.created_at >= $2
   order by m.created_at desc, m.mail_id limit 20`);

/** A mail goes out within seconds, a wave of them within minutes. */
const MAIL_PATIENCE_MS = 15 * 60_000;

/** Written by then ($2) and not sent: reminders and invitations aside, which have their hours, and what a restore holds back. */
const readWaitingMails = query<{ count: number; since: Date | null }>(`
  select count(*)::integer as count, min(created_at) as since
    from outbox_mails
   where institution_code = $1 and state = 'waiting' and created_at < $2 and kind not in ('reminder', 'promotion')
     and next_attempt_at < 'infinity'`);

const readFrames = query<Frame>(`
  select frame_code as "frameCode", name, managed_by as "managedBy", counted_as as "countedAs"
    from frames where institution_code = $1 order by frame_code`);

const readSlots = query<{ slotCode: string; startMinute: number }>(`
  select slot_code as "slotCode", start_minute as "startMinute" from time_slots where institution_code = $1`);

const readClosed = query<{ day: PlainDate }>(`
  select day from calendar_days
   where institution_code = $1 and day between $2::date and $3::date and status = 'closed'`);

/** Of a month, and if need be of some days after it. */
async function readFacts(db: Db, who: Administrator, month: Month, until: PlainDate = '') {
  const { institutionCode } = who;
  const { first, last } = layOutMonth(month);
  const end = until > last ? until : last;
  const [frames, slots, all, closedDays] = await Promise.all([
    readFrames(db, institutionCode),
    readSlots(db, institutionCode),
    readCells(db, institutionCode, first, end),
    readClosed(db, institutionCode, first, end),
  ]);
  const closed = new Set(closedDays.map(({ day }) => day));
  // Nobody can book a closed day, whatever capacity it was given before.
  const cells = all.map((cell) => (closed.has(cell.date) ? { ...cell, capacity: null } : cell));
  return { frames, slots, cells, closed };
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

const describeDay = (closed: Facts['closed'], date: PlainDate) => ({
  date,
  kind: closed.has(date) ? ('closed' as const) : ('business' as const),
  holidayName: holidayNameOf(date),
});

function describeMonth(who: Administrator, month: Month, { frames, slots, cells, closed }: Facts) {
  const today = dateOf(who.now);
  const layout = layOutMonth(month);
  const outside = (date: PlainDate) => ({ date, kind: 'outside' as const, holidayName: '' });
  return {
    years: calendarYears(today),
    now: localTime(who.now),
    ...month,
    layout,
    reach: calendarRange(today),
    days: [
      ...layout.before.map(outside),
      ...layout.days.map((date) => describeDay(closed, date)),
      ...layout.after.map(outside),
    ],
    frames,
    ...sumCells(
      frames,
      slots,
      cells.filter(({ date }) => date <= layout.last),
    ),
  };
}

function toSummary(frames: readonly Frame[], counts: readonly FrameCount[]) {
  const countOf = new Map(counts.map(({ frameCode, count }) => [frameCode, count]));
  return frames.map(({ frameCode, name }) => ({ frameCode, name, count: countOf.get(frameCode) ?? 0 }));
}

type Frame = Reply<typeof changeStatusMonth>['frames'][number];

interface Slot {
  slotCode: string;
  startMinute: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function addUp(cells: readonly Cell[]) {
  const capacities = cells.flatMap(({ capacity }) => (capacity === null ? [] : [capacity]));
  return {
    live: sum(cells.map(({ live }) => live)),
    used: sum(cells.map(({ used }) => used)),
    capacity: capacities.length > 0 ? sum(capacities) : null,
  };
}

/** Where nobody has booked and nobody could, there is nothing to say. */
const isWorthShowing = ({ count, capacity }: { count: number; capacity: number | null }) =>
  count > 0 || (capacity ?? 0) > 0;

/**
 * What the page is sent of what was counted: by slot for frames managed by time, else by day. Day by day, all frames together before each of them, a frame's slots in the
 * order of the day.
 */
function sumCells(frames: readonly Frame[], slots: readonly Slot[], cells: readonly Cell[]) {
  const managedByDay = new Set(frames.filter(({ managedBy }) => managedBy === 'day').map(({ frameCode }) => frameCode));
  const startMinutes = new Map(slots.map(({ slotCode, startMinute }) => [slotCode, startMinute]));
  const slotOf = ({ frameCode, slotCode }: Cell) =>
    // Its days may have been counted by time once.
    frameCode === ALL_FRAMES ? '' : managedByDay.has(frameCode) ? WHOLE_DAY : slotCode;
  const groups = Map.groupBy(cells, (cell) => [cell.date, cell.frameCode, slotOf(cell)].join());
  const summed = [...groups.values()].map((group) => {
    const { date, frameCode } = group[0]!;
    const slotCode = slotOf(group[0]!);
    const startMinute = startMinutes.get(slotCode) ?? null;
    return { date, frameCode, slotCode, startMinute, startTime: formatTime(startMinute), ...addUp(group) };
  });
  summed.sort(
    (a, b) =>
      a.date.localeCompare(b.date) ||
      a.frameCode.localeCompare(b.frameCode) ||
      (a.startMinute ?? -1) - (b.startMinute ?? -1) ||
      a.slotCode.localeCompare(b.slotCode),
  );
  return {
    heads: summed.map(({ live, ...row }) => ({ ...row, count: live })).filter(isWorthShowing),
    places: summed
      .filter(({ frameCode }) => frameCode !== ALL_FRAMES)
      .map(({ used, ...row }) => ({ ...row, count: used }))
      .filter(isWorthShowing),
  };
}

function sumDay(frames: readonly Frame[], cells: readonly Cell[], date: PlainDate) {
  const ofDay = cells.filter((cell) => cell.date === date);
  return {
    count: sum(ofDay.filter(({ frameCode }) => frameCode === ALL_FRAMES).map(({ live }) => live)),
    frames: frames
      .map(({ frameCode }) => {
        const { used, capacity } = addUp(ofDay.filter((cell) => cell.frameCode === frameCode));
        return { frameCode, count: used, capacity };
      })
      .filter(isWorthShowing),
  };
}
