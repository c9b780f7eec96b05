// Who a notice would be for: chosen reservations, or whoever uses frames on days. Three statements, however many they are.
import {
  NOTICE_SENDER,
  NOTICED_COLUMNS,
  type Noticed,
  type NoticeSender,
  noticeValues,
} from '#booking/mail/notices.ts';
import { jsonRows } from '#booking/policy/course-data.ts';
import { ofReservation } from '#booking/records/of-reservation.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatTime } from '#domain/calendar/clock.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { NOTICE_VARIABLES } from '#domain/mail/notice-texts.ts';
import { ALL_FRAMES, WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { ANONYMISED, isLive } from '#domain/reservation/reservation-status.ts';
import { senderOf } from '#server/mail/outbox-delivery.ts';
import type { Administrator } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { Failure, notFound, refused } from '#wire/failure.ts';
import { type Draft, MOST_RECIPIENTS, NOBODY_LEFT, type openNoticeDraft, TOO_MANY } from './contract.ts';
import { readRecent } from './server-detail.ts';

type Wanted = Input<typeof openNoticeDraft>;

const BY_TIME = 'order by r.visit_date, r.start_minute nulls first, r.folded_kana collate "C", r.reservation_number';

const readByNumbers = query<Noticed>(`
  select ${NOTICED_COLUMNS} from reservations r
   where r.institution_code = $1 and r.reservation_number = any($2::integer[]) ${BY_TIME}`);

const LIVE = `is_live(r.status) and r.anonymised_at is null`;
const IN_SLOT = (table: string) => `w.slot_code in ('${WHOLE_DAY}', ${table}.slot_code)`;

/**
 * $1 institution, $2 days, $3 frames, $4 slots, one of each for a cell; $5 how many at the most. What a desired booking asks for counts
 * as well, and not what it keeps of before: its visit is no longer there. Each cell is looked up by itself (limit): of a join of
 * thousands the database might think otherwise, and read everybody's places.
 */
export const IN_CELLS = `
  with wanted as (
    select distinct day, frame_code, slot_code from unnest($2::date[], $3::text[], $4::text[]) as w (day, frame_code, slot_code)),
  numbers as materialized (
    select found.number from wanted w cross join lateral (
      select p.reservation_number as number from reservation_places p
       where p.institution_code = $1 and p.frame_code = w.frame_code and p.visit_date = w.day and ${IN_SLOT('p')}
         and p.origin = 'own'
         and exists (select from reservations r where ${ofReservation('p')} and ${LIVE})
       limit $5) found
     where w.frame_code <> '${ALL_FRAMES}'
    union
    select found.number from wanted w cross join lateral (
      select r.reservation_number as number from reservations r
       where r.institution_code = $1 and r.visit_date = w.day and ${IN_SLOT('r')} and ${LIVE}
       limit $5) found
     where w.frame_code = '${ALL_FRAMES}'
    limit $5)
  select ${NOTICED_COLUMNS} from reservations r
   where r.institution_code = $1 and r.reservation_number = any (array(select number from numbers)) ${BY_TIME}`;
const readInCells = query<Noticed>(IN_CELLS);

interface NamedCells {
  frames: readonly { frameCode: string; name: string }[];
  slots: readonly { slotCode: string; startMinute: number }[];
}

interface Head extends NoticeSender, NamedCells {
  last: { title: string; body: string }[];
}

/** $1 institution, $2 the codes of frames. */
const readHead = query<Head>(`
  select ${NOTICE_SENDER},
         ${jsonRows(`
           select f.frame_code as "frameCode", f.name from frames f
            where f.institution_code = k.institution_code and f.frame_code = any($2::text[]) order by f.frame_code`)} as frames,
         ${jsonRows(`
           select t.slot_code as "slotCode", t.start_minute as "startMinute" from time_slots t
            where t.institution_code = k.institution_code order by t.start_minute, t.slot_code`)} as slots,
         ${jsonRows(`
           select n.title, n.body from notices n
            where n.institution_code = k.institution_code and n.body <> '' order by n.at desc, n.notice_id limit 1`)} as last
    from (values ($1::text)) as k (institution_code)`);

async function readWanted(db: Db, institutionCode: string, { numbers, cells }: Wanted): Promise<Noticed[]> {
  if (numbers.length > 0) {
    const wanted = [...new Set(numbers)];
    if (wanted.length > MOST_RECIPIENTS) throw new Failure('NoData', [TOO_MANY]);
    const rows = await readByNumbers(db, institutionCode, wanted);
    if (rows.length < wanted.length) throw notFound();
    return rows;
  }
  const rows = await readInCells(
    db,
    institutionCode,
    cells.map(({ date }) => date),
    cells.map(({ frameCode }) => frameCode),
    cells.map(({ slotCode }) => slotCode),
    MOST_RECIPIENTS + 1,
  );
  if (rows.length > MOST_RECIPIENTS) throw new Failure('NoData', [TOO_MANY]);
  return rows;
}

export async function openDraft(db: Db, who: Administrator, wanted: Wanted): Promise<Draft> {
  const { institutionCode, now } = who;
  const { config } = who.service;
  const isByNumber = wanted.numbers.length > 0;
  const frameCodes = [...new Set(isByNumber ? [] : wanted.cells.map(({ frameCode }) => frameCode))];
  const [rows, [head]] = await Promise.all([
    readWanted(db, institutionCode, wanted),
    readHead(db, institutionCode, frameCodes),
  ]);
  if (!head?.institution) throw notFound();
  const live = rows.filter(({ status, isAnonymous }) => isLive(status) && !isAnonymous);
  if (live.length === 0) throw refused(rows.some(({ isAnonymous }) => isAnonymous) ? ANONYMISED : NOBODY_LEFT);
  who.trace.details = { note: '一斉連絡の宛先', count: live.length };
  const around = { institution: head.institution, publicUrl: config.publicUrl, now };
  const sender = head.template?.sender ?? '';
  const from = await senderOf(db, config, { institution_code: institutionCode, sender, reply_to: '' });
  return {
    recipients: live.map((row) => toDraftRecipient(row, around)),
    skipCount: rows.length - live.length,
    source: isByNumber ? '選択した予約' : describeCells(wanted.cells, head),
    frameName: frameCodes.length === 1 ? (head.frames[0]?.name ?? '') : '',
    sender: from.sender || config.mailFrom,
    senderName: head.institution.name,
    recent: await readRecent(
      db,
      who,
      live.map(({ number }) => number),
    ),
    lastSubject: head.last[0]?.title ?? '',
    lastBody: head.last[0]?.body ?? '',
  };
}

function toDraftRecipient(row: Noticed, around: Parameters<typeof noticeValues>[1]): Draft['recipients'][number] {
  const values = noticeValues(row, around);
  return {
    ...row,
    version: String(row.version),
    startTime: formatTime(row.startMinute),
    values: NOTICE_VARIABLES.map((name) => ({ name, value: values[name] ?? '' })),
  };
}

const MOST_NAMED = 3;

function describeDays(days: readonly PlainDate[]): string {
  if (days.length <= MOST_NAMED) return days.map(formatOfficeDay).join('、');
  return `${formatOfficeDay(days[0] ?? '')}〜${formatOfficeDay(days.at(-1) ?? '')}のうち${days.length}日`;
}

/** Nothing where the whole day is meant, or most of it. */
function describeTimes(codes: ReadonlySet<string>, slots: NamedCells['slots']): string {
  if (codes.has(WHOLE_DAY)) return '';
  const named = slots.filter(({ slotCode }) => codes.has(slotCode));
  return named.length <= MOST_NAMED ? named.map(({ startMinute }) => formatTime(startMinute)).join('・') : '';
}

function describeFrames(codes: ReadonlySet<string>, frames: NamedCells['frames']): string {
  if (codes.has(ALL_FRAMES)) return 'すべての予約';
  const named = frames.filter(({ frameCode }) => codes.has(frameCode)).map(({ name }) => name);
  if (named.length <= MOST_NAMED) return named.join('、');
  return `${named.slice(0, MOST_NAMED).join('、')}ほか${named.length - MOST_NAMED}枠`;
}

/** 2026/11/18（水）胃内視鏡; 2026/11/18（水）9:00・9:30 胃内視鏡; 2026/11/18（水）すべての予約 */
function describeCells(cells: Wanted['cells'], { frames, slots }: NamedCells): string {
  const days = [...new Set(cells.map(({ date }) => date))].sort();
  const times = describeTimes(new Set(cells.map(({ slotCode }) => slotCode)), slots);
  const what = describeFrames(new Set(cells.map(({ frameCode }) => frameCode)), frames);
  return `${describeDays(days)}${times === '' ? '' : `${times} `}${what}`;
}
