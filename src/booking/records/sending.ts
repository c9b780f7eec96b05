// What a reservation has to be sent before its visit and what it was sent, for statements. Parts are `course` and, of options, group and code as
// one: those whose master says now that they are sent.
import { ofReservation } from './of-reservation.ts';

const courseSends = (institution: string) => `
  (r.client_code, r.fiscal_year, r.course_code) in (
     select c.client_code, c.fiscal_year, c.course_code from courses c where c.institution_code = ${institution} and c.sends)`;
const optionsSend = (institution: string) =>
  `(select exists (select from option_items i where i.institution_code = ${institution} and i.sends))`;
/** Whether an option o of a reservation is one of those. */
const optionSends = (institution: string) => `
  o.group_code || o.option_code = any(array(
     select i.group_code || i.option_code from option_items i where i.institution_code = ${institution} and i.sends))`;

/** A row `part` for each that the reservation r of this institution has to be sent; options are looked at only where any is sent at all. */
const partsOf = (institution: string) => `
  select 'course' as part where ${courseSends(institution)}
   union all
  select o.group_code || o.option_code
    from reservation_options o
   where ${optionsSend(institution)} and ${ofReservation('o')} and ${optionSends(institution)}`;

/** The newest record s of the reservation r, or what it names of it. */
const newest = (what: string, more = '') => `
  select ${what} from sendings s where ${ofReservation('s')} ${more} order by s.sending_id desc limit 1`;

/**
 * Beside the reservation r: its newest record `n`; the parts that it `has`, of the newest that did not come back, which names those of earlier
 * ones too; and those that are still `unsent`.
 */
export const joinSendings = (institution: string) => `
  left join lateral (${newest('s.*')}) n on true
  left join lateral (
    select case when n.returned_on is null then n.parts else (${newest('s.parts', 'and s.returned_on is null')}) end as parts offset 0) has on true
 cross join lateral (
   select array(select p.part from (${partsOf(institution)}) p where p.part <> all(coalesce(has.parts, '{}'))) as parts offset 0) unsent`;

/** Behind those joins. */
export const SENDING_STATUS = `
  case when n.returned_on is not null then 'returned' when unsent.parts <> '{}' then 'due'
       when n.sending_id is not null then 'sent' else 'none' end`;

/** The same of the reservation r by itself. */
export const STATUS_OF_SENDING = `(select ${SENDING_STATUS} from (select) one ${joinSendings('r.institution_code')})`;
export const SENT_ON = `(${newest('s.sent_on')})`;
export const DISPATCH = `(${newest(`
  case when s.returned_on is null then
    (select jsonb_build_object('on', s.sent_on, 'name', i.sending_name) from institutions i where i.institution_code = s.institution_code) end`)})`;

/**
 * Numbers of the institution $1 with something to be sent, of visits after `today` up to `last`; the first few of those who hold places.
 * Most visits of a busy institution have been sent all of it: those are left out by two indexes, before any row is read. What is left
 * is looked up together, first among what was sent for another day.
 */
export const unsentOf = (today: string, last: string, most: number) => {
  const within = (table: string) =>
    `${table}.institution_code = $1 and ${table}.visit_date > ${today} and ${table}.visit_date <= ${last}`;
  const visits = (condition: string) =>
    `select r.reservation_number as number from reservations r where ${within('r')} and ${condition}`;
  const sent = (condition: string) => `
    select s.reservation_number, unnest(s.parts) from sendings s where ${condition} and s.returned_on is null`;
  // By their numbers alone: with anything else the database would go through all reservations of a course.
  const holding = (part: string) => `
    select r.reservation_number as number
      from (select * from reservations
             where institution_code = $1 and reservation_number = any(array(select number from unsent where ${part})) offset 0) r
     where holds_places(r.status, r.desired) and r.anonymised_at is null`;
  return `
  with unsent_for_the_day as materialized (
    select number, 'course' as part from (${visits(`
      (select exists (select from courses c where c.institution_code = $1 and c.sends))
      and not exists (select from sendings s where ${within('s')} and s.visit_date = r.visit_date and s.returned_on is null
                         and s.reservation_number = r.reservation_number and 'course' = any(s.parts))`)}) v
     union all
    (select o.reservation_number, o.group_code || o.option_code from reservation_options o
      where o.institution_code = $1 and ${optionSends('$1')} and o.reservation_number = any(array(${visits(optionsSend('$1'))}))
     except ${sent(within('s'))})
  ), unsent as materialized (
    select number, part from unsent_for_the_day
    except ${sent('s.institution_code = $1 and s.reservation_number = any(array(select number from unsent_for_the_day))')}
  )
  (${holding(`part = 'course'`)} and ${courseSends('$1')}
    union
   ${holding(`part <> 'course'`)})
   limit ${most}`;
};
