// What a client has in a year, as staff see it: all of its courses, and of each whether it is for this person, and if not, why.

import type { Actor } from '#booking/policy/actor.ts';
import {
  type ApplicantTraits,
  ageDateFor,
  ageFor,
  type Choosable,
  candidateDays,
  traitsOn,
} from '#booking/policy/applicant-age.ts';
import {
  type ClientData,
  COURSE_DATA_COLUMNS,
  type CourseData,
  jsonRow,
  jsonRows,
  KEY_ROW,
} from '#booking/policy/course-data.ts';
import { ORIGINAL_COLUMNS, type OriginalReservation } from '#booking/policy/original-reservation.ts';
import { checkClient } from '#booking/policy/validate-booking.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { firstBookableDay } from '#domain/offer/bookable-window.ts';
import { type PersonTraits, UNKNOWN_PERSON } from '#domain/offer/conditions.ts';
import { compose, type OfferedPrice, type OptionGroup, offerPrice } from '#domain/offer/offer.ts';
import { notFound } from '#wire/failure.ts';
import { LISTED, type ListedCourse } from './offers.ts';

interface OfferQuery extends Omit<ApplicantTraits, 'age'> {
  clientCode: string;
  fiscalYear: number;
  courseCode: string;
  visitDate: PlainDate | null;
  replaces: number;
}

interface Row extends CourseData {
  courses: ListedCourse[];
  replaced: OriginalReservation | null;
  sending: Sending | null;
}

/** What is sent before visits, and by which courses and options, these with their groups before them; null where nothing is. */
interface Sending {
  name: string;
  parts: string[];
}

/** What is chosen and what could be, with the reservation that is being changed: all at once. $5 is its number. */
const read = query<Row>(`
  select ${COURSE_DATA_COLUMNS},
         ${jsonRows(`
           select ${LISTED} from courses c
            where (c.institution_code, c.client_code, c.fiscal_year) = (k.institution_code, k.client_code, k.fiscal_year)
            order by c.course_code`)} as courses,
         ${jsonRow(`
           select ${ORIGINAL_COLUMNS} from reservations r
            where r.institution_code = k.institution_code and r.reservation_number = $5`)} as replaced,
         ${jsonRow(`
           select i.sending_name as name,
                  array(select c.course_code from courses c
                         where (c.institution_code, c.client_code, c.fiscal_year) = (k.institution_code, k.client_code, k.fiscal_year)
                           and c.sends
                         union all
                        select o.group_code || '/' || o.option_code from option_items o
                         where o.institution_code = k.institution_code and o.sends) as parts
             from institutions i where i.institution_code = k.institution_code and i.sending_days > 0`)} as sending
    from ${KEY_ROW}`);

/** Private and outside of its registration period may be booked at the desk; the others do not fit the person. */
type CourseState = 'ok' | 'private' | 'period' | 'category' | 'sex' | 'age' | 'unfit';

interface CourseForStaff {
  course: ListedCourse;
  state: CourseState;
  /** Of one that is not for the person: as it is without what stands in the way; null where nobody can book it. */
  price: OfferedPrice | null;
}

interface PhoneBookingOffer {
  facts: CourseData;
  client: ClientData;
  choosable: Choosable;
  courses: CourseForStaff[];
  /** Of the course that is chosen, where it is for the person. */
  groups: OptionGroup[];
  /** As conditions are checked; null while the birth date is not known. */
  age: { years: number; on: PlainDate } | null;
  sending: Sending | null;
}

export async function readPhoneBookingOffer(db: Db, actor: Actor, asked: OfferQuery): Promise<PhoneBookingOffer> {
  const { institutionCode, today } = actor;
  const { clientCode, fiscalYear, courseCode, visitDate } = asked;
  const [facts] = await read(db, institutionCode, clientCode, fiscalYear, courseCode, asked.replaces);
  if (!facts?.institution || (asked.replaces !== 0 && !facts.replaced)) throw notFound();
  const { replaced: original } = facts;
  const { client, choosable } = checkClient({ actor, courseData: facts, original }, asked);
  const counted = { client, clientCode, fiscalYear };
  const people = candidateDays(choosable, visitDate).map((day) => traitsOn(counted, { ...asked, age: null }, day));
  const onDay = visitDate ?? firstBookableDay(choosable.window, today);
  return {
    facts,
    client,
    choosable,
    courses: facts.courses.map((course) => evaluateCourse(course, people, today)).sort(byFitness),
    groups: groupsFor(facts, people),
    sending: facts.sending,
    age: isBorn(asked.birthDate, today)
      ? { years: ageFor(counted, asked.birthDate, onDay), on: ageDateFor(counted, onDay) }
      : null,
  };
}

/** A date that is still being typed may be none yet. */
const isBorn = (birthDate: PlainDate | null, today: PlainDate): birthDate is PlainDate =>
  birthDate !== null && birthDate <= today;

function priceFor(course: ListedCourse, people: readonly PersonTraits[]): OfferedPrice | null {
  for (const person of people) {
    const price = offerPrice(course, person);
    if (price) return price;
  }
  return null;
}

/** In the order in which they are looked at: what must not be known for the course to fit. */
const WITHOUT = [
  ['category', 'categoryCode'],
  ['sex', 'sex'],
  ['age', 'age'],
] as const;

function evaluateCourse(course: ListedCourse, people: readonly PersonTraits[], today: PlainDate): CourseForStaff {
  const price = priceFor(course, people);
  if (price) return { course, state: openness(course, today), price };
  for (const [state, trait] of WITHOUT) {
    const without = priceFor(
      course,
      people.map((person) => ({ ...person, [trait]: null })),
    );
    if (without) return { course, state, price: without };
  }
  return { course, state: 'unfit', price: offerPrice(course, UNKNOWN_PERSON) };
}

function openness({ published, registrationFrom, registrationTo }: ListedCourse, today: PlainDate): CourseState {
  if (!published) return 'private';
  return registrationFrom <= today && today <= registrationTo ? 'ok' : 'period';
}

const fits = ({ state }: CourseForStaff) => state === 'ok' || state === 'private' || state === 'period';
/** Those that are not for the person stand at the end; else the order stays. */
const byFitness = (a: CourseForStaff, b: CourseForStaff) => Number(fits(b)) - Number(fits(a));

function groupsFor(facts: CourseData, people: readonly PersonTraits[]): OptionGroup[] {
  if (!facts.course) return [];
  const composed = people.map((person) => compose(facts, person, [])).find((one) => typeof one !== 'string');
  return composed?.groups ?? [];
}
