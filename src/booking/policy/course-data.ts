// Reads what the masters say about a course, in one statement: everything that offers, prices and places follow from; and a cache of it.
import { type Db, readSnapshot } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { LruCache } from '#domain/lru-cache.ts';
import type { AgeBasis } from '#domain/offer/age.ts';
import type { CourseRows } from '#domain/offer/offer.ts';
import type { TaxDisplay, TaxRounding } from '#domain/offer/price.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import type { MailTemplate } from '#server/mail/mails.ts';
import { Failure, notFound } from '#wire/failure.ts';

export interface CourseKey {
  institutionCode: string;
  clientCode: string;
  fiscalYear: number;
  courseCode: string;
}

export interface InstitutionData {
  routeParam: string;
  name: string;
  phone: string;
  phoneHours: string;
  postalCode: string;
  address: string;
  contractPostalCode: string;
  contractAddress: string;
  bookingKinds: 'both' | 'individual' | 'insurance';
  calendarFormat: 'calendar' | 'list';
  changeDeadlineDays: number;
  bookableFromDays: number;
  bookableToDays: number;
  firstPassword: 'birth_date' | 'random';
  taxDisplay: TaxDisplay;
  taxRounding: TaxRounding;
}

export interface ClientData {
  name: string;
  insurerNumber: string;
  ageBasis: AgeBasis;
  ageMonth: number;
  ageDay: number;
  usable: boolean;
  bookingMethod: 'confirmed' | 'desired';
  guestBooking: boolean;
  pricesShown: boolean;
  url: string;
}

export interface CourseSummary {
  name: string;
  duration: string;
  published: boolean;
  registrationFrom: PlainDate;
  registrationTo: PlainDate;
  description: string;
  recommendedFor: string;
}

export interface SlotData {
  slotCode: string;
  startMinute: number;
}

export interface CategoryData {
  categoryCode: string;
  name: string;
}

interface ClientWithCategories {
  institution: InstitutionData;
  client: ClientData | null;
  categories: CategoryData[];
}

export interface CourseData extends CourseRows, ClientWithCategories {
  /** Of the institution's masters: while it stands, so do these facts. */
  version: number;
  course: CourseSummary | null;
  slots: SlotData[];
  items: { name: string; extent: 'all' | 'part' | 'none' }[];
  templates: MailTemplate[];
}

/** One row named k, from the first four parameters: the key that the parts below look things up by. */
export const KEY_ROW = `(values ($1::text, $2::text, $3::integer, $4::text))
  as k (institution_code, client_code, fiscal_year, course_code)`;

/** A subquery's rows, or its one row, as a column. */
export const jsonRows = (text: string) => `(select coalesce(json_agg(row_to_json(rows)), '[]') from (${text}) as rows)`;
export const jsonRow = (text: string) => `(select row_to_json(one) from (${text}) as one)`;

export const institutionColumn = (k: string) =>
  `${jsonRow(`
  select route_param as "routeParam", name, contract_phone as phone, phone_hours as "phoneHours",
         exam_postal_code as "postalCode", trim(exam_address1 || ' ' || exam_address2) as address,
         contract_postal_code as "contractPostalCode",
         trim(contract_address1 || ' ' || contract_address2) as "contractAddress", booking_kinds as "bookingKinds",
         calendar_format as "calendarFormat", change_deadline_days as "changeDeadlineDays",
         bookable_from_days as "bookableFromDays", bookable_to_days as "bookableToDays",
         first_password as "firstPassword", tax_display as "taxDisplay", tax_rounding as "taxRounding"
    from institutions i where i.institution_code = ${k}.institution_code`)} as institution`;
export const INSTITUTION_COLUMN = institutionColumn('k');

export const CLIENT_COLUMN = `${jsonRow(`
  select name, insurer_number as "insurerNumber", age_basis as "ageBasis", age_month as "ageMonth", age_day as "ageDay",
         usable, booking_method as "bookingMethod", guest_booking as "guestBooking", prices_shown as "pricesShown", url
    from clients c where c.institution_code = k.institution_code and c.client_code = k.client_code`)} as client`;

/** Individuals have none: one that stands there all the same is never asked for. */
const CATEGORIES_COLUMN = `${jsonRows(`
  select category_code as "categoryCode", name from client_categories g
   where g.institution_code = k.institution_code and g.client_code = k.client_code and g.client_code <> '${INDIVIDUAL}'
   order by category_code`)} as categories`;

/** Rows r of the course of the row k. */
export const sameCourse = (k: string) => `(r.institution_code, r.client_code, r.fiscal_year, r.course_code)
                   = (${k}.institution_code, ${k}.client_code, ${k}.fiscal_year, ${k}.course_code)`;
export const CONDITION_COLUMNS = `r.condition_code as "conditionCode", r.category_code as "categoryCode", r.sex,
                          r.age_from as "ageFrom", r.age_to as "ageTo"`;

export const SUMMARY_COLUMNS = `name, duration, published, registration_from as "registrationFrom",
                                registration_to as "registrationTo", description, recommended_for as "recommendedFor"`;

export const priceAndFrameColumns = (k: string) => `
  ${jsonRows(`select ${CONDITION_COLUMNS}, r.amount from course_prices r where ${sameCourse(k)}`)} as prices,
  ${jsonRows(`
    select ${CONDITION_COLUMNS}, f.frame_code as "frameCode", f.managed_by as "managedBy", f.counted_as as "countedAs"
      from course_frames r join frames f using (institution_code, frame_code) where ${sameCourse(k)}`)} as frames`;

export const TEMPLATE_COLUMNS = `kind, client_code as "clientCode", course_code as "courseCode", title, body, sender,
                         reply_to as "replyTo", bcc`;

/** The mail templates that could fit a booking of the course of the row k. */
export const templatesColumn = (k: string) =>
  `${jsonRows(`
  select ${TEMPLATE_COLUMNS}
    from mail_templates m
   where m.institution_code = ${k}.institution_code
     and (m.client_code is null or m.client_code = ${k}.client_code)
     and (m.course_code is null or m.course_code = ${k}.course_code)`)} as templates`;

export const slotsColumn = (institution: string) =>
  `${jsonRows(`
    select slot_code as "slotCode", start_minute as "startMinute" from time_slots t
     where t.institution_code = ${institution} order by start_minute, slot_code`)} as slots`;

export const COURSE_DATA_COLUMNS = `
  (select version from masters_versions v where v.institution_code = k.institution_code) as version,
  ${INSTITUTION_COLUMN}, ${CLIENT_COLUMN}, ${CATEGORIES_COLUMN},
  ${jsonRow(`select ${SUMMARY_COLUMNS} from courses r where ${sameCourse('k')}`)} as course,
  ${priceAndFrameColumns('k')},
  ${jsonRows(`
    select ${CONDITION_COLUMNS}, r.amount, r.group_code as "groupCode", g.name as "groupName",
           g.description as "groupDescription", g.selection, r.option_code as "optionCode", o.name,
           o.is_initial as "isInitial",
           case when f.frame_code is not null then
             json_build_object('frameCode', f.frame_code, 'managedBy', f.managed_by, 'countedAs', f.counted_as) end as frame
      from course_options r
      join option_groups g using (institution_code, group_code)
      join option_items o using (institution_code, group_code, option_code)
      left join frames f on f.institution_code = o.institution_code and f.frame_code = o.frame_code
     where ${sameCourse('k')}
     order by g.sort, g.group_code, o.sort, o.option_code`)} as options,
  ${slotsColumn('k.institution_code')},
  ${jsonRows(`
    select e.name, r.extent from course_items r join exam_items e using (institution_code, item_code)
     where ${sameCourse('k')} order by e.sort, e.item_code`)} as items,
  ${templatesColumn('k')}`;

const readFacts = query<CourseData>(`select ${COURSE_DATA_COLUMNS} from ${KEY_ROW}`);

export async function readCourseData(db: Db, key: CourseKey): Promise<CourseData> {
  const [facts] = await readFacts(db, key.institutionCode, key.clientCode, key.fiscalYear, key.courseCode);
  if (!facts?.institution) throw notFound();
  return facts;
}

const readWithCategories = query<ClientWithCategories>(
  `select ${INSTITUTION_COLUMN}, ${CLIENT_COLUMN}, ${CATEGORIES_COLUMN} from ${KEY_ROW}`,
);

export async function readClientData(
  db: Db,
  institutionCode: string,
  clientCode: string,
): Promise<ClientWithCategories> {
  const [facts] = await readWithCategories(db, institutionCode, clientCode, 0, '');
  if (!facts?.institution) throw notFound();
  return facts;
}

const readClosed = query<object>(`
  select from calendar_days where institution_code = $1 and day = $2::date and status = 'closed'`);

/** Whether the institution is closed on a day; one without a record is open. */
export async function isClosed(db: Db, institutionCode: string, day: PlainDate): Promise<boolean> {
  return (await readClosed(db, institutionCode, day)).length > 0;
}

const MOST = 1000;
/** While work waits for its turn, staff may save one master after the other. */
const MAX_ATTEMPTS = 5;

/** The masters had another version than the facts that were used. */
export class OutdatedCourseData extends Error {}

/**
 * Facts of courses are used as long as the database says, with each answer, that the masters still have the version they were read at; so
 * nothing stale is ever shown, and mostly nothing is read twice.
 */
export class CourseCache {
  readonly #facts = new LruCache<string, CourseData>(MOST);

  /**
   * Does something on the strength of a course's facts. The work learns from the database whether they still hold, and
   * throws Outdated if not; then, or when it refuses something on the strength of facts that may be old, they are read
   * again and it is done again.
   */
  async use<R>(db: Db, key: CourseKey, work: (facts: CourseData) => Promise<R>): Promise<R> {
    const name = `${key.institutionCode}/${key.clientCode}/${key.fiscalYear}/${key.courseCode}`;
    const old = this.#facts.get(name);
    if (old) {
      try {
        return await work(old);
      } catch (error) {
        const isJudgement = error instanceof Failure && error.name !== 'TooMany';
        if (!(error instanceof OutdatedCourseData || isJudgement)) throw error;
      }
    }
    for (let attempt = 1; ; attempt++) {
      const facts = await readCourseData(db, key);
      this.#facts.set(name, facts);
      try {
        return await work(facts);
      } catch (error) {
        if (!(error instanceof OutdatedCourseData) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** The same for what only reads, and without an end to it: while masters keep changing, all is read in one snapshot. */
  async read<R>(db: Db, key: CourseKey, work: (db: Db, facts: CourseData) => Promise<R>): Promise<R> {
    try {
      return await this.use(db, key, (facts) => work(db, facts));
    } catch (error) {
      if (!(error instanceof OutdatedCourseData)) throw error;
    }
    return readSnapshot(db, async (snapshot) => work(snapshot, await readCourseData(snapshot, key)));
  }
}
