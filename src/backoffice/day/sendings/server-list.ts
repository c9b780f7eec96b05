// Reads who is to be sent what, and what has become of what was sent.
import {
  MOST_LISTED,
  type openSendings,
  type Sending,
  type SendingChip,
  type SendingDay,
  TOO_MANY_DUE,
} from '#backoffice/shared/contract-sendings.ts';
import { LAST_BEFORE_OPEN_DAY } from '#backoffice/shared/server-open-day.ts';
import { notesOfRows } from '#booking/records/person-note.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import { joinSendings, SENDING_STATUS, unsentOf } from '#booking/records/sending.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatTime, today } from '#domain/calendar/clock.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import type { SendingStatus } from '#domain/reservation/reservation-status.ts';
import { checkAddress } from '#domain/text/postal-address.ts';
import { readPlaces } from '#postal/server.ts';
import type { Administrator } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { Failure } from '#wire/failure.ts';

interface Head {
  institutionName: string;
  sendingDays: number;
  sendingName: string;
  until: PlainDate;
}

const askHead = query<Head>(`
  select name as "institutionName", sending_days as "sendingDays", sending_name as "sendingName", ${LAST_BEFORE_OPEN_DAY} as until
    from institutions where institution_code = $1`);

export async function readHead(db: Db, who: Administrator): Promise<Head> {
  const [head] = await askHead(db, who.institutionCode, today(who.now));
  if (!head) throw new Error('an institution that is logged in to is there');
  return head;
}

const IS_NEWEST = `
  s.sending_id = (select max(l.sending_id) from sendings l where l.institution_code = $1 and l.reservation_number = s.reservation_number)`;

/** Each reservation is looked up by itself: the database does not know how few they are. */
const reservationsOf = (condition: string) => `
  cross join lateral (
    select r.visit_date, is_live(r.status) as live from reservations r
     where r.institution_code = $1 and r.reservation_number = s.reservation_number and r.anonymised_at is null and ${condition} offset 0) r`;

/** $1 institution, $2 today, $3 the last visit whose sending is due by then; one more than are listed. */
export const DUE = unsentOf('$2::date', '$3::date', MOST_LISTED + 1);
const askDue = query<{ number: number }>(DUE);

/** $1 institution, $2 today. */
export const CHIPS = `
  with sent as (
    select s.reservation_number as number
      from (select * from sendings
             where institution_code = $1 and sent_on >= $2::date - 31 and returned_on is null order by sent_on desc offset 0) s
           ${reservationsOf('is_live(r.status)')}
     where ${IS_NEWEST} limit ${MOST_LISTED}
  ), turned as materialized (
    select s.reservation_number as number, s.sending_id, r.visit_date, r.live
      from sendings s ${reservationsOf('true')}
     where s.institution_code = $1 and s.outdated and s.sent_on >= $2::date - 90 and s.returned_on is null
     union all
    select s.reservation_number, s.sending_id, r.visit_date, null
      from sendings s ${reservationsOf('is_live(r.status)')}
     where s.institution_code = $1 and s.returned_on >= $2::date - 366
  ), found as (
    select 'sent' as chip, number from sent
     union all
    select case when live then 'moved' when live is null then 'returned' else 'cancelled' end, number
      from (select number as reservation_number, * from turned) s
     where visit_date >= $2::date and (live is false or visit_date > $2::date) and ${IS_NEWEST}
  )
  select chip, count(*)::integer as count, (array_agg(number))[1:${MOST_LISTED}] as numbers from found group by chip`;
const askChips = query<{ chip: Exclude<SendingChip, 'due' | 'unsure'>; count: number; numbers: number[] }>(CHIPS);

const NAMES = [
  ...(['number', 'version', 'visitDate', 'startMinute', 'name', 'kana', 'phone', 'hasMemo', 'hasRemarks'] as const),
  ...(['postalCode', 'prefecture', 'city', 'street'] as const),
] as const;

interface Row extends ReservationRow<typeof NAMES> {
  note: string;
  status: SendingStatus;
  sentOn: PlainDate | null;
  sentBy: string;
  oldDate: PlainDate | null;
  returnedOn: PlainDate | null;
  partNames: string[];
}

/** $1 institution, $2 whom. */
export const ROWS = `
  with rows_ as materialized (
    select * from reservations where institution_code = $1 and reservation_number = any($2::integer[])
  ), notes as materialized (${notesOfRows('rows_')})
  select ${selectReservation(NAMES)}, coalesce(notes.body, '') as note, ${SENDING_STATUS} as status,
         n.sent_on as "sentOn", n.returned_on as "returnedOn", nullif(n.visit_date, r.visit_date) as "oldDate",
         coalesce(a.display_name, n.sent_by, '') as "sentBy",
         array(select named.name
                 from unnest(case unsent.parts when '{}' then n.parts else unsent.parts end) with ordinality p (part, place)
                cross join lateral (
                  select case p.part
                    when 'course' then (
                      select coalesce(nullif(c.internal_name, ''), c.name) from courses c
                       where c.institution_code = $1 and c.client_code = r.client_code and c.fiscal_year = r.fiscal_year
                         and c.course_code = r.course_code)
                    else (
                      select coalesce(nullif(i.internal_name, ''), i.name) from option_items i
                       where i.institution_code = $1 and i.group_code = left(p.part, 4) and i.option_code = substr(p.part, 5))
                    end as name offset 0) named
                where named.name is not null
                order by p.place) as "partNames"
    from rows_ r ${joinSendings('$1')}
    left join notes on notes.number = r.reservation_number
    left join administrators a on a.institution_code = $1 and a.user_id = n.sent_by
   order by r.visit_date, r.folded_kana, r.reservation_number`;
const askRows = query<Row>(ROWS);

/** In the order in which they are due. */
export async function readSendings(
  db: Db,
  who: Administrator,
  numbers: readonly number[],
  days: number,
): Promise<Sending[]> {
  const rows = numbers.length > 0 ? await askRows(db, who.institutionCode, numbers) : [];
  const places = await readPlaces(db, [...new Set(rows.map(({ postalCode }) => postalCode))]);
  return rows.map((row) => ({
    ...row,
    version: String(row.version),
    dueDate: addDays(row.visitDate, -days),
    startTime: formatTime(row.startMinute),
    addressMessage: checkAddress(row, places.get(row.postalCode) ?? []),
    hasNote: row.note !== '',
  }));
}

const NO_CHIPS = { due: 0, unsure: 0, sent: 0, returned: 0, moved: 0, cancelled: 0 };

export async function openList(db: Db, who: Administrator, asked: Input<typeof openSendings>): Promise<SendingDay> {
  const { institutionName: _, ...head } = await readHead(db, who);
  const shown = { ...head, until: asked.until ?? head.until, today: today(who.now) };
  const answer = (counts: Record<SendingChip, number>, rows: Sending[]) => ({
    ...shown,
    counts: Object.entries(counts).map(([chip, count]) => ({ chip: chip as SendingChip, count })),
    rows,
  });
  const { sendingDays: days } = head;
  if (days === 0) return answer(NO_CHIPS, []);
  if (asked.numbers.length > 0) return answer(NO_CHIPS, await readSendings(db, who, asked.numbers, days));

  const chip = asked.chip ?? 'due';
  const isOfDue = chip === 'due' || chip === 'unsure';
  const readDue = async () => {
    const numbers = await askDue(db, who.institutionCode, shown.today, addDays(shown.until, days));
    if (isOfDue && numbers.length > MOST_LISTED) throw new Failure('NoData', [TOO_MANY_DUE]);
    const listed = numbers.slice(0, MOST_LISTED).map(({ number }) => number);
    return { count: numbers.length, rows: await readSendings(db, who, listed, days) };
  };
  const [due, found] = await Promise.all([readDue(), askChips(db, who.institutionCode, shown.today)]);
  const unsure = due.rows.filter(({ addressMessage }) => addressMessage !== '');
  const others = Object.fromEntries(found.map((one) => [one.chip, one.count]));
  const counts = { ...NO_CHIPS, ...others, due: due.count, unsure: unsure.length };
  if (isOfDue) return answer(counts, chip === 'due' ? due.rows : unsure);
  return answer(counts, await readSendings(db, who, found.find((one) => one.chip === chip)?.numbers ?? [], days));
}
