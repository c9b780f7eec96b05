// Marks who has come and who has not, under the lock of the reservation's row. The reservation itself stays as it is: its status,
// version and counts say what was booked.
import { aboutReservation } from '#backoffice/shared/contract-reception.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { japanTimeOf, today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import {
  ANONYMISED,
  isLive,
  isReplaced,
  MOST_DAYS_BACK,
  type Reception,
  STATUS_WORDS,
  TOO_LONG_AGO,
} from '#domain/reservation/reservation-status.ts';
import { byStaff, writeLog } from '#server/access-log/write-log.ts';
import type { Administrator } from '#server/service.ts';
import { Failure, refused } from '#wire/failure.ts';
import { timeOf } from './server-day.ts';

const MARKED = [
  'number',
  'name',
  'status',
  'visitDate',
  'replacedBy',
  'isAnonymous',
  'reception',
  'receivedAt',
] as const;
type Marked = ReservationRow<typeof MARKED>;

/** In one order, so that nobody waits for somebody who waits for them. */
const lock = query(`
  select reservation_number from reservations
   where institution_code = $1 and reservation_number = any($2::integer[])
   order by reservation_number
     for update`);

const read = query<Marked>(`
  select ${selectReservation(MARKED)} from reservations r
   where r.institution_code = $1 and r.reservation_number = any($2::integer[])
   order by r.reservation_number`);

/** Looked at once nobody else can mark it: a mark leaves the row as it is, so that the lock alone would show an old one. */
async function readLocked(db: Db, institutionCode: string, numbers: readonly number[]): Promise<Marked[]> {
  await lock(db, institutionCode, numbers);
  return read(db, institutionCode, numbers);
}

/** $1 institution, $2 reservations, $3 when, $4 who, $5 what the history notes, $6 the mark. */
const ENTRY = `
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  select $1, number, $3::timestamptz, 'administrator', $4, 'received', $5::jsonb from moved`;

const put = query(`
  with moved as (
    insert into reception_marks (institution_code, reservation_number, visit_date, state, at, administrator_id)
    select r.institution_code, r.reservation_number, r.visit_date, $6, $3::timestamptz, $4
      from reservations r where r.institution_code = $1 and r.reservation_number = any($2::integer[])
    on conflict (institution_code, reservation_number)
    do update set state = excluded.state, at = excluded.at, administrator_id = excluded.administrator_id,
                  visit_date = excluded.visit_date
    returning reservation_number as number)
  ${ENTRY}`);

const drop = query(`
  with moved as (
    delete from reception_marks where institution_code = $1 and reservation_number = any($2::integer[])
    returning reservation_number as number)
  ${ENTRY}`);

export interface MarkChange {
  from: Reception;
  to: Reception;
}

async function write(db: Db, who: Administrator, numbers: readonly number[], change: MarkChange): Promise<void> {
  const { institutionCode, now, userId } = who;
  const entryDetails = JSON.stringify({ reception: change, time: timeOf(now) });
  if (change.to === 'none') await drop(db, institutionCode, numbers, now, userId, entryDetails);
  else await put(db, institutionCode, numbers, now, userId, entryDetails, change.to);
}

/** Names whom it is about, so that the desk can open it. */
const refuse = ({ number, name }: Marked, sentence: string) =>
  new Failure('Refused', [sentence], aboutReservation.encode({ number, name }));

/** Whether marks of a day may be set, whatever of it. */
function refusalOfDay(date: PlainDate, now: Date): string | null {
  if (date > today(now)) return '受診日の前に来院・未受診にすることはできません。';
  if (date < addDays(today(now), -MOST_DAYS_BACK)) return TOO_LONG_AGO;
  return null;
}

/** Why this reservation can't be marked; `date` is the day that the desk shows, where it matters. */
function refusalOf(found: Marked, date: PlainDate | null, now: Date): string | null {
  const { status, visitDate, replacedBy } = found;
  if (found.isAnonymous) return ANONYMISED;
  if (isReplaced(status)) return `この予約は変更されています。変更後の予約番号は${replacedBy}です。`;
  if (!isLive(status)) return `この予約は取り消されています（${STATUS_WORDS[status]}）。`;
  if (date !== null && date !== visitDate) return `この予約の受診日は${formatOfficeDate(visitDate)}です。`;
  return refusalOfDay(visitDate, now);
}

async function readOne(db: Db, who: Administrator, number: number, date: PlainDate | null): Promise<Marked> {
  const [found] = await readLocked(db, who.institutionCode, [number]);
  if (!found) throw new Failure('NoData', ['該当する予約がありません。']);
  const refusal = refusalOf(found, date, who.now);
  if (refusal) throw refuse(found, refusal);
  return found;
}

const WORDS: Readonly<Record<Reception, string>> = { none: '取り消し', arrived: '来院', no_show: '未受診' };

interface Done {
  isAlready: boolean;
  visitDate: PlainDate;
}

async function changeMark(db: Db, who: Administrator, found: Marked, to: Reception): Promise<Done> {
  const { number, visitDate, reception: from } = found;
  const isAlready = from === to;
  who.trace.details = { note: isAlready ? `受付：変更なし（${WORDS[to]}）` : `受付：${WORDS[to]}` };
  if (!isAlready) await write(db, who, [number], { from, to });
  return { isAlready, visitDate };
}

/** `before` is what whoever marks it saw: somebody else may have marked it since. */
export async function markOne(
  db: Db,
  who: Administrator,
  { number, reception: to, before }: { number: number; reception: Reception; before: Reception },
): Promise<Done> {
  const found = await readOne(db, who, number, null);
  const { reception, receivedAt } = found;
  if (reception !== to && reception !== before) {
    const isElsewhere = reception === 'arrived' && receivedAt !== null;
    throw refuse(
      found,
      isElsewhere
        ? `ほかの受付で${timeOf(receivedAt)}に来院になっています。`
        : 'ほかの受付で変更されています。最新の状態を確認してください。',
    );
  }
  return changeMark(db, who, found, to);
}

/** The person is here, whatever was marked before. */
export async function markScanned(db: Db, who: Administrator, number: number, date: PlainDate): Promise<Done> {
  return changeMark(db, who, await readOne(db, who, number, date), 'arrived');
}

/** Null where nobody has a time: people may come all day. */
const readLastStart = query<{ start: number | null }>(`
  select max(start_minute) as start from reservations
   where institution_code = $1 and visit_date = $2::date and is_live(status)`);

/** How many of these were marked so, and now are otherwise. */
export async function markMany(
  db: Db,
  who: Administrator,
  { date, numbers, change }: { date: PlainDate; numbers: readonly number[]; change: MarkChange },
): Promise<number> {
  const { institutionCode, now } = who;
  const refusal = refusalOfDay(date, now);
  if (refusal) throw refused(refusal);
  const [last] = await readLastStart(db, institutionCode, date);
  const moment = japanTimeOf(now);
  const isEarly = date === moment.today && moment.minute < (last?.start ?? Number.POSITIVE_INFINITY);
  if (isEarly && change.to === 'no_show') {
    throw refused('最後の受付時間になるまで、まとめて未受診にすることはできません。');
  }
  const found = await readLocked(db, institutionCode, numbers);
  const fit = found.filter((one) => one.reception === change.from && refusalOf(one, date, now) === null);
  const marked = fit.map(({ number }) => number);
  if (marked.length > 0) await write(db, who, marked, change);
  const entry = { ...byStaff(who), act: 'change', details: { note: `受付：${WORDS[change.to]}` } } as const;
  await writeLog(db, ...marked.map((number) => ({ ...entry, subject: String(number) })));
  return marked.length;
}
