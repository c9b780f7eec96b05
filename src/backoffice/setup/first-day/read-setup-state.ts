// What an institution has set up by now, in one statement: looked up by its keys, and nothing of its reservations.
import {
  type BookableDays,
  HAS_FITTING_ROWS,
  IS_ACCEPTED,
  OPENING,
  type Opening,
  type OpeningStatus,
  openingStatus,
} from '#booking/availability/openings.ts';
import { jsonRows } from '#booking/policy/course-data.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import type { Administrator } from '#server/service.ts';

/** How far the course is that is furthest. */
export interface FurthestCourse {
  items: boolean;
  frames: boolean;
  prices: boolean;
  published: boolean;
  /** A price row and a frame row fit one person. */
  fits: boolean;
}

interface Found extends BookableDays {
  routeParam: string;
  bookingKinds: 'both' | 'individual' | 'insurance';
  /** What examinees have to know of the institution and is not there. */
  lacking: string[];
  /** The terms still have blanks of the model text. */
  hasBlanks: boolean;
  timeSlotCount: number;
  frameCount: number;
  hasTimedFrame: boolean;
  examItemCount: number;
  optionCount: number;
  /** Usable ones but the individuals, and those of them that nobody could book with. */
  clientCount: number;
  bareClientCount: number;
  publishedCount: number;
  furthest: FurthestCourse | null;
  /** No price of any course was ever saved: they are all the template's. */
  isModelPriced: boolean;
  closedDayCount: number;
  neededFrameCount: number;
  lackingFrames: string[];
  hasTemplate: boolean;
  managerCount: number;
  /** By when the manager who asks needs a second factor; empty where that is settled. */
  factorBy: string;
  later: string[];
  isClosed: boolean;
  /** Of courses that are public and fit somebody. */
  openings: Opening[];
}

export interface SetupState extends Found {
  opening: OpeningStatus;
}

const OF_COURSE = (
  row: string,
) => `(${row}.institution_code, ${row}.client_code, ${row}.fiscal_year, ${row}.course_code)
                   = (c.institution_code, c.client_code, c.fiscal_year, c.course_code)`;
const has = (table: string) => `exists (select from ${table} r where ${OF_COURSE('r')})`;
const count = (table: string) => `(select count(*)::integer from ${table} where institution_code = $1)`;
const isClient = `l.institution_code = $1 and l.usable and l.client_code <> '${INDIVIDUAL}'`;

/** $1 institution, $2 today, $3 its fiscal year, $4 who asks. Courses of before do not count, nor do those of clients that are not taken. */
export const SETUP_STATE = `
  with c as not materialized (
    select c.institution_code, c.client_code, c.fiscal_year, c.course_code, c.published, c.prices_version,
           c.registration_from, c.registration_to
      from institutions i
      join courses c using (institution_code)
      join clients l using (institution_code, client_code)
     where i.institution_code = $1 and c.fiscal_year >= $3 and ${IS_ACCEPTED}),
  needed as materialized (
    select r.frame_code from c join course_frames r on ${OF_COURSE('r')} where c.published
    union
    select o.frame_code
      from c join course_options r on ${OF_COURSE('r')}
      join option_items o
        on (o.institution_code, o.group_code, o.option_code) = (r.institution_code, r.group_code, r.option_code)
     where c.published and o.frame_code is not null)
  select i.route_param as "routeParam", i.booking_kinds as "bookingKinds",
         array_remove(array[
           case when i.contract_phone = '' then 'contractPhone' end, case when i.exam_address1 = '' then 'examAddress1' end,
           case when i.exam_phone = '' then 'examPhone' end, case when i.phone_hours = '' then 'phoneHours' end,
           case when i.terms_text = '' then 'termsText' end], null) as lacking,
         i.terms_text ~ '【|（ひな形）' as "hasBlanks",
         i.bookable_from_days as "bookableFromDays", i.bookable_to_days as "bookableToDays",
         ${jsonRows(`select distinct ${OPENING} from c where c.published and ${HAS_FITTING_ROWS}`)} as openings,
         ${count('time_slots')} as "timeSlotCount",
         ${count('frames')} as "frameCount",
         exists (select from frames where institution_code = $1 and managed_by = 'time') as "hasTimedFrame",
         ${count('exam_items')} as "examItemCount",
         ${count('option_items')} as "optionCount",
         (select count(*)::integer from clients l where ${isClient}) as "clientCount",
         (select count(*)::integer from clients l
           where ${isClient}
             and not exists (select from client_categories g
                              where g.institution_code = $1 and g.client_code = l.client_code)) as "bareClientCount",
         (select count(*)::integer from c where c.published) as "publishedCount",
         (select row_to_json(best)
            from (select ${has('course_items')} as items, ${has('course_frames')} as frames, ${has('course_prices')} as prices,
                         c.published, ${HAS_FITTING_ROWS} as fits
                    from c) as best
           order by best.published and best.fits desc,
                    best.items::integer + best.frames::integer + best.prices::integer + best.published::integer desc
           limit 1) as furthest,
         exists (select from courses c where c.institution_code = $1 and ${has('course_prices')})
           and not exists (select from courses c where c.institution_code = $1 and c.prices_version > 1) as "isModelPriced",
         (select count(*)::integer from calendar_days d
           where d.institution_code = $1 and d.status = 'closed'
             and d.day between $2::date and $2::date + i.bookable_to_days) as "closedDayCount",
         (select count(*)::integer from needed) as "neededFrameCount",
         (select coalesce(json_agg(f.name order by f.frame_code), '[]')
            from needed join frames f on f.institution_code = $1 and f.frame_code = needed.frame_code
           where not exists (
             select from frame_capacities k
              where k.institution_code = $1 and k.frame_code = needed.frame_code and k.capacity > 0
                and k.visit_date between $2::date + i.bookable_from_days and $2::date + i.bookable_to_days
                and not exists (select from calendar_days d
                                 where d.institution_code = $1 and d.day = k.visit_date and d.status = 'closed')))
           as "lackingFrames",
         exists (select from mail_templates where institution_code = $1) as "hasTemplate",
         (select count(*)::integer from administrators
           where institution_code = $1 and role = 'manager' and disabled_at is null and password_hash is not null)
           as "managerCount",
         coalesce((select to_char(p.managers_two_factor_since at time zone 'Asia/Tokyo', 'YYYY/MM/DD')
                     from institution_policies p join administrators a using (institution_code)
                    where p.institution_code = $1 and a.user_id = $4 and a.totp_confirmed_at is null
                      and not exists (select from staff_passkeys k
                                       where k.institution_code = $1 and k.user_id = a.user_id)), '') as "factorBy",
         coalesce((select p.first_day_later from institution_policies p where p.institution_code = $1), '{}') as later,
         exists (select from institution_policies p where p.institution_code = $1 and p.first_day_done_at is not null)
           as "isClosed"
    from institutions i
   where i.institution_code = $1`;

const read = query<Found>(SETUP_STATE);

export async function readSetupState(
  db: Db,
  who: Pick<Administrator, 'institutionCode' | 'userId' | 'now'>,
): Promise<SetupState> {
  const { institutionCode, userId, now } = who;
  const day = today(now);
  const [found] = await read(db, institutionCode, day, fiscalYearOf(day), userId);
  if (!found) throw new Error(`there is no institution ${institutionCode}`);
  return { ...found, opening: openingStatus(found.openings, found, day) };
}
