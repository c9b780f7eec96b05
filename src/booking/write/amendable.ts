// A reservation whose options staff may change on its number, and what the masters of now offer its person on its day.
import { MAILED_COLUMNS, type MailData, type MailedReservation } from '#booking/mail/mail-data.ts';
import { traitsOn } from '#booking/policy/applicant-age.ts';
import {
  type CourseData,
  type InstitutionData,
  jsonRow,
  jsonRows,
  OutdatedCourseData,
} from '#booking/policy/course-data.ts';
import { ofReservation } from '#booking/records/of-reservation.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import { assertLive, EDITABLE_COLUMNS } from '#booking/records/reservation-view.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { rowFits } from '#domain/offer/conditions.ts';
import { type OptionGroup, offerOptions } from '#domain/offer/offer.ts';
import type { Frame } from '#domain/offer/places.ts';
import { MOST_DAYS_BACK, TOO_LONG_AGO } from '#domain/reservation/reservation-status.ts';
import type { Administrator } from '#server/service.ts';
import { notFound, refused } from '#wire/failure.ts';

const AMENDED = [
  ...EDITABLE_COLUMNS,
  'version',
  'fiscalYear',
  'categoryCode',
  'sex',
  'birthDate',
  'age',
  'kana',
  'slotCode',
  'courseAmount',
  'reception',
  'receivedAt',
] as const;

/** What the masters say now of an option that is booked. */
interface BookedItem {
  groupCode: string;
  optionCode: string;
  /** Null where the group is gone. */
  groupName: string | null;
  groupDescription: string | null;
  selection: 'single' | 'multiple' | null;
  frame: Frame | null;
}

interface OwnPlace extends Frame {
  slotCode: string;
  quantity: number;
}

interface Found extends ReservationRow<typeof AMENDED> {
  reservation: MailedReservation;
  mastersVersion: number;
  items: BookedItem[];
  places: OwnPlace[];
}

const FRAME = `'frameCode', f.frame_code, 'managedBy', f.managed_by, 'countedAs', f.counted_as`;

const read = query<Found>(`
  select ${jsonRow(`select ${MAILED_COLUMNS}`)} as reservation, ${selectReservation(AMENDED)},
         (select version from masters_versions v where v.institution_code = r.institution_code) as "mastersVersion",
         ${jsonRows(`
           select o.group_code as "groupCode", o.option_code as "optionCode", g.name as "groupName",
                  g.description as "groupDescription", g.selection,
                  case when f.frame_code is not null then json_build_object(${FRAME}) end as frame
             from reservation_options o
             left join option_groups g on g.institution_code = o.institution_code and g.group_code = o.group_code
             left join option_items i on i.institution_code = o.institution_code and i.group_code = o.group_code
                                     and i.option_code = o.option_code
             left join frames f on f.institution_code = i.institution_code and f.frame_code = i.frame_code
            where ${ofReservation('o')}`)} as items,
         ${jsonRows(`
           select p.frame_code as "frameCode", p.slot_code as "slotCode", p.quantity,
                  f.managed_by as "managedBy", f.counted_as as "countedAs"
             from reservation_places p
             join frames f on f.institution_code = p.institution_code and f.frame_code = p.frame_code
            where ${ofReservation('p')} and p.origin = 'own'`)} as places
    from reservations r
   where r.institution_code = $1 and r.reservation_number = $2`);

export interface Amendable extends Found, MailData {
  reservation: MailedReservation;
  /** As they are booked. */
  options: MailedReservation['options'];
  institution: InstitutionData;
  /** What is offered to the person on the day, by the masters of now. */
  groups: OptionGroup[];
  courseFrames: Frame[];
}

/** Throws why its options can't be changed on its number, or not yet. */
export async function readAmendable(db: Db, who: Administrator, number: number): Promise<Amendable> {
  const [found] = await read(db, who.institutionCode, number);
  if (!found) throw notFound();
  assertAmendable(found, who.now);
  const { clientCode, courseCode } = found.reservation;
  const key = { institutionCode: who.institutionCode, clientCode, courseCode, fiscalYear: found.fiscalYear };
  const facts = await who.service.courses.use(db, key, async (known) => {
    if (known.version < found.mastersVersion) throw new OutdatedCourseData();
    return known;
  });
  const { institution, templates } = facts;
  return { ...found, options: found.reservation.options, institution, templates, ...offerOn(found, facts) };
}

function assertAmendable(found: Found, now: Date): void {
  const { visitDate } = found.reservation;
  assertLive(found);
  if (visitDate > today(now)) {
    throw refused('受診日の前の予約は、「コース・オプションを変更」で変更してください。');
  }
  if (visitDate < addDays(today(now), -MOST_DAYS_BACK)) throw refused(TOO_LONG_AGO);
  if (found.reception === 'no_show') throw refused('未受診の予約のオプションは変更できません。');
}

/** Without its client nobody says how ages are counted: then nothing can be added. */
function offerOn(found: Found, facts: CourseData): Pick<Amendable, 'groups' | 'courseFrames'> {
  const { client } = facts;
  if (!client) return { groups: [], courseFrames: [] };
  const { fiscalYear, categoryCode, sex, birthDate } = found;
  const { clientCode, visitDate } = found.reservation;
  const person = traitsOn({ client, clientCode, fiscalYear }, { categoryCode, sex, birthDate, age: null }, visitDate);
  return { groups: offerOptions(facts, person), courseFrames: facts.frames.filter((row) => rowFits(row, person)) };
}

/** A frame that options need, as it stands on the day in the slot under which it is counted; the own places are taken. */
export interface FrameOnDay extends Frame {
  name: string;
  slotCode: string;
  /** 0 where there is none. */
  capacity: number;
  used: number;
}

const readFrames = query<FrameOnDay>(`
  select f.frame_code as "frameCode", f.name, f.managed_by as "managedBy", f.counted_as as "countedAs", s.slot_code as "slotCode",
         coalesce(c.capacity, 0) as capacity, coalesce(c.used, 0) as used
    from frames f
   cross join lateral (select case f.managed_by when 'day' then 'ZZ' else $3 end as slot_code) as s
    left join frame_capacities c on c.institution_code = f.institution_code and c.frame_code = f.frame_code
                                and c.visit_date = $2::date and c.slot_code = s.slot_code
   where f.institution_code = $1 and f.frame_code = any($4::text[])
   order by f.frame_code`);

export function readFramesOnDay(
  db: Db,
  institutionCode: string,
  { reservation, slotCode }: Amendable,
  frameCodes: Iterable<string>,
): Promise<FrameOnDay[]> {
  return readFrames(db, institutionCode, reservation.visitDate, slotCode, [...new Set(frameCodes)]);
}
