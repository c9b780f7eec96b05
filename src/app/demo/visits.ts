// What the demo's desk has noted of visits: who came in the last weeks, and today as far as the clock has come; what some of them then added;
// and what was sent before.
import { insertRows } from '#app/template/catalogue.ts';
import { timeOf } from '#backoffice/day/reception/server-day.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { rowFits } from '#domain/offer/conditions.ts';
import { type Booking, totalOf } from './booking.ts';
import { ADMINISTRATOR, INSTITUTION, SENDING_DAYS } from './institution.ts';
import { instant } from './lifecycles.ts';
import { seededRandom } from './random.ts';

/** Before that, nobody marked anything: the service was younger. */
const WEEKS_BACK = 5;
const NO_SHOWS = 0.03;
/** Of those whose time is over today; the desk is still busy with the others. */
const HERE_BY_NOW = 0.9;
const CLOSING = 16 * 60 + 30;

interface Visit {
  booking: Booking;
  state: 'arrived' | 'no_show';
  at: Date;
}

export function planVisits(bookings: readonly Booking[], { now, today }: { now: Date; today: PlainDate }): Visit[] {
  const random = seededRandom(Number(today.replaceAll('-', '')) + 2);
  const first = addDays(today, -7 * WEEKS_BACK);
  return bookings
    .filter(({ status, visitDate }) => status === 'confirmed' && first <= visitDate && visitDate <= today)
    .flatMap((booking): Visit[] => {
      const arrivedAt = instant(booking.visitDate, booking.slot.startMinute + random.between(-20, 5));
      const [isNoShow, isHere] = [random.chance(NO_SHOWS), random.chance(HERE_BY_NOW)];
      if (booking.visitDate < today) {
        return isNoShow
          ? [{ booking, state: 'no_show', at: instant(booking.visitDate, CLOSING) }]
          : [{ booking, state: 'arrived', at: arrivedAt }];
      }
      return isHere && arrivedAt <= now ? [{ booking, state: 'arrived', at: arrivedAt }] : [];
    });
}

const AMENDED = 3;

/** Of those who have come today, some think of an option while they wait: one without a frame, for which there always is room. */
export function amendArrived(visits: readonly Visit[], today: PlainDate): void {
  const wishes = visits.flatMap(({ booking, state, at }) => {
    const { person, course, age, options, visitDate } = booking;
    const known = { categoryCode: person.category_code, sex: person.sex, age };
    const added = course.options.find(
      (row) => row.frameCode === null && row.amount > 0 && rowFits(row, known) && !options.includes(row),
    );
    return added && state === 'arrived' && visitDate === today ? [{ booking, at, added }] : [];
  });
  for (const { booking, at, added } of wishes.slice(0, AMENDED)) {
    const from = totalOf(booking);
    booking.options.push(added);
    booking.history.push({
      at: new Date(at.getTime() + 4 * 60_000),
      by: 'administrator',
      act: 'edited',
      details: {
        options: { added: [{ name: added.name, amount: added.amount }], dropped: [] },
        total: { from, to: totalOf(booking) },
      },
    });
  }
}

export async function writeVisits(db: Db, visits: readonly Visit[], numberOf: Map<Booking, number>): Promise<void> {
  await insertRows(db, INSTITUTION, {
    reception_marks: visits.map(({ booking, state, at }) => ({
      reservation_number: numberOf.get(booking)!,
      visit_date: booking.visitDate,
      state,
      at,
      administrator_id: ADMINISTRATOR,
    })),
    reservation_history: visits.map(({ booking, state, at }) => ({
      reservation_number: numberOf.get(booking)!,
      at,
      actor_kind: 'administrator' as const,
      actor_id: ADMINISTRATOR,
      act: 'received' as const,
      details: { reception: { from: 'none', to: state }, time: timeOf(at) },
    })),
  });
}

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

/** Everything that was due before today but one, which is urgent; one came back, and two addresses are to be looked at. */
export async function writeSendings(db: Db, today: PlainDate): Promise<void> {
  await send(db, INSTITUTION, today, ADMINISTRATOR);
  await comeBack(db, INSTITUTION, today, ADMINISTRATOR);
  await spoil(db, INSTITUTION, today);
}
