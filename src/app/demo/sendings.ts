// Writes what the demo has sent: everything that was due before today but one, which is urgent; one came back, and two addresses are to be looked at.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { ADMINISTRATOR, INSTITUTION, SENDING_DAYS } from './institution.ts';

/** The reservations r with something to be sent, of visits after the day `from` and up to the day `to`. */
const toSend = (from: string, to: string) => `
  select r.institution_code, r.reservation_number, r.visit_date, r.created_at,
         row_number() over (order by r.visit_date, r.reservation_number) as place
    from reservations r
    join courses c using (institution_code, client_code, fiscal_year, course_code)
   where r.institution_code = $1 and c.sends and holds_places(r.status, r.desired)
     and r.visit_date > $2::date + ${from} and r.visit_date <= $2::date + ${to}`;

/** On the last open day before it was due; who has booked later than that, on the day after. */
const SENT_ON = `
  least($2::date - 1, greatest((u.created_at at time zone 'Asia/Tokyo')::date + 1, (
    select max(d.day::date)
      from generate_series(u.visit_date - ${SENDING_DAYS + 10}, u.visit_date - ${SENDING_DAYS}, interval '1 day') d (day)
     where not exists (select from calendar_days k
                        where k.institution_code = $1 and k.day = d.day::date and k.status = 'closed'))))`;

const toHistory = (mark: string, on: string, at: string) => `
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  select institution_code, reservation_number, ${at}, 'administrator', $3, 'edited',
         jsonb_build_object('sending', jsonb_build_object('mark', '${mark}', 'name', '検査キット', 'on', ${on}))`;

const send = query(`
  with sent as (
    insert into sendings (institution_code, reservation_number, sent_on, visit_date, parts, sent_by, at)
    select u.institution_code, u.reservation_number, ${SENT_ON}, u.visit_date, '{course}', $3,
           (${SENT_ON} + time '16:00') at time zone 'Asia/Tokyo'
      from (${toSend('-30', String(SENDING_DAYS - 1))}) u
     where u.reservation_number <> (select v.reservation_number from (${toSend('7', String(SENDING_DAYS - 1))}) v where v.place = 1)
    returning institution_code, reservation_number, sent_on, at)
  ${toHistory('sent', 'sent_on', 'at')} from sent`);

const comeBack = query(`
  with back as (
    update sendings set returned_on = $2::date - 1, returned_by = $3
     where institution_code = $1 and sending_id = (
       select min(s.sending_id) from sendings s
        where s.institution_code = $1 and s.visit_date > $2::date + 5 and s.sent_on < $2::date - 1)
    returning institution_code, reservation_number, returned_on)
  ${toHistory('returned', 'returned_on', `(returned_on + time '16:00') at time zone 'Asia/Tokyo'`)} from back`);

const spoil = query(`
  update reservations r
     set postal_code = case u.place when 1 then '1050011' else r.postal_code end,
         street = case u.place when 2 then regexp_replace(r.street, '[0-9].*', '') else r.street end
    from (${toSend(String(SENDING_DAYS - 1), String(SENDING_DAYS + 3))}) u
   where r.institution_code = $1 and r.reservation_number = u.reservation_number and u.place <= 2`);

export async function writeSendings(db: Db, today: PlainDate): Promise<void> {
  await send(db, INSTITUTION, today, ADMINISTRATOR);
  await comeBack(db, INSTITUTION, today, ADMINISTRATOR);
  await spoil(db, INSTITUTION, today);
}
