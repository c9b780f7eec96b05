// Reads a reservation with everything that was true when it was made, its history and its mails.
import { rowsOf, type SlotFacts } from '#booking/facts.ts';
import { momentOf } from '#booking/moment.ts';
import { namesIn, ofReservation, type ReservationRow, selectReservation } from '#booking/reservation-reads.ts';
import { COURSE, courseOf, TOLD_FROM, tell } from '#booking/reservation-told.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { calendarYears } from '#domain/calendar/calendar-years.ts';
import { today, writeMinute } from '#domain/calendar/clock.ts';
import { dateParts } from '#domain/calendar/plain-date.ts';
import { writeTime } from '#domain/calendar/time-of-day.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { hyphenate } from '#domain/text/address.ts';
import { readMailsOf } from '#server/mail/mails-of.ts';
import type { Administrator } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { notFound } from '#wire/failure.ts';
import { type HistoryEntry, tellEntry } from '../reservation-history.ts';
import { openReservation } from './contract.ts';
import { tellWish, WISH, type WishRow } from './server-wish.ts';

type Detail = Reply<typeof openReservation>;

const SHOWN = [...namesIn(openReservation.reply.fields), ...TOLD_FROM, ...COURSE, 'receivedAt'] as const;

interface Row extends ReservationRow<typeof SHOWN> {
  slots: SlotFacts[];
  history: HistoryEntry[];
  wish: WishRow | null;
  receivedBy: string | null;
}

/** More would be read by nobody. */
const MOST_ENTRIES = 200;

const read = query<Row>(`
  select ${selectReservation(SHOWN)},
         ${rowsOf(`
           select t.slot_code as "slotCode", t.start_minute as "startMinute" from time_slots t
            where t.institution_code = r.institution_code and r.slot_code <> '${WHOLE_DAY}'
            order by t.start_minute, t.slot_code`)} as slots,
         ${rowsOf(`
           select to_char(h.at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI') as at, h.actor_kind as "actorKind", h.act, h.details,
                  coalesce(a.display_name, h.actor_id) as "administrator"
             from (select o.at, o.entry_id, o.actor_kind, o.actor_id, o.act, o.details
                     from reservation_history o where ${ofReservation('o')}
                    union all
                   select d.at, 0, 'administrator', d.administrator_id, 'downloaded', '{}'
                     from csv_download_rows o join csv_downloads d using (institution_code, download_id)
                    where ${ofReservation('o')}) h
             left join administrators a on a.institution_code = r.institution_code and a.user_id = h.actor_id
            order by h.at desc, h.entry_id desc limit ${MOST_ENTRIES}`)} as history,
         (select coalesce(a.display_name, m.administrator_id) from reception_marks m
            left join administrators a on a.institution_code = m.institution_code and a.user_id = m.administrator_id
           where ${ofReservation('m')}) as "receivedBy",
         ${WISH}
    from reservations r
   where r.institution_code = $1 and r.reservation_number = $2`);

export async function readDetail(db: Db, who: Administrator, number: number): Promise<Detail> {
  const [[row], mails] = await Promise.all([
    read(db, who.institutionCode, number),
    readMailsOf(db, who.institutionCode, number),
  ]);
  if (!row) throw notFound();
  const { clientCode, slotCode, visitDate } = row;
  const isInsurance = payerOf(clientCode) === 'insurance';
  return {
    ...tell(row),
    version: String(row.version),
    receivedTime: writeTime(row.receivedAt && momentOf(row.receivedAt).minute),
    replaces: row.replaces ?? 0,
    replacedBy: row.replacedBy ?? 0,
    insurerNumber: isInsurance ? row.insurerNumber : '',
    categoryName: isInsurance ? row.categoryName : '',
    postalCode: hyphenate(row.postalCode),
    choose: slotCode === WHOLE_DAY ? 'day' : 'time',
    slots: row.slots.map((slot) => ({ slotCode: slot.slotCode, startTime: writeTime(slot.startMinute) })),
    years: yearsOf(who, dateParts(visitDate).year),
    course: courseOf(row),
    history: row.history.map(tellEntry),
    ...tellWish(row.wish, row.acceptsMail),
    receivedBy: row.receivedBy ?? '',
    mails: mails.map((mail) => ({ ...mail, at: writeMinute(mail.at) })),
  };
}

/** Those of every calendar, and the visit's own. */
function yearsOf({ now }: Administrator, visitYear: number): number[] {
  return [...new Set([...calendarYears(today(now)), visitYear])].sort((a, b) => a - b);
}
