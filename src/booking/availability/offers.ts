// Which clients, fiscal years and courses are offered today, and how courses, options and amounts are put into answers.

import { type AgeStage, dateLimitsOf } from '#booking/policy/applicant-age.ts';
import {
  type CategoryData,
  CLIENT_COLUMN,
  type ClientData,
  CONDITION_COLUMNS,
  type CourseSummary,
  INSTITUTION_COLUMN,
  type InstitutionData,
  jsonRows,
  KEY_ROW,
  priceAndFrameColumns,
  SUMMARY_COLUMNS,
  sameCourse,
} from '#booking/policy/course-data.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { rowFits } from '#domain/offer/conditions.ts';
import {
  type CourseRows,
  type FrameRow,
  type OfferedPrice,
  type OptionGroup,
  type OptionRow,
  offerPrice,
  optionKey,
  type PriceRow,
} from '#domain/offer/offer.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { notFound } from '#wire/failure.ts';

interface OfferedClient {
  clientCode: string;
  name: string;
  insurerNumber: string;
  url: string;
  years: number[];
  categories: CategoryData[];
}

/** Public, for a year that is not over, and not closed for registration yet; over courses c and institutions i. */
const isComing = (day: string) => `
  c.published and c.registration_to >= ${day}::date
  and c.fiscal_year >= extract(year from ${day}::date + i.bookable_from_days - interval '3 months')`;

/** The same, open for registration, and the bookable days reach the year. */
const isOpen = (day: string) => `
  ${isComing(day)} and c.registration_from <= ${day}::date
  and c.fiscal_year <= extract(year from ${day}::date + i.bookable_to_days - interval '3 months')`;

const readClients = query<OfferedClient>(`
  select l.client_code as "clientCode", l.name, l.insurer_number as "insurerNumber", l.url,
         json_agg(distinct c.fiscal_year) as years,
         ${jsonRows(`
           select category_code as "categoryCode", name from client_categories g
            where g.institution_code = l.institution_code and g.client_code = l.client_code
            order by category_code`)} as categories
    from institutions i
    join clients l using (institution_code)
    join courses c using (institution_code, client_code)
   where i.institution_code = $1 and i.booking_kinds <> 'individual'
     and l.usable and l.client_code <> '${INDIVIDUAL}' and ${isComing('$2')}
   group by l.institution_code, l.client_code
   order by l.client_code`);

const findInstitution = query<{ found: 1 }>('select 1 as found from institutions where institution_code = $1');

/** The clients at the insurance entry, each with its years and its categories, also before registration opens. */
export async function readClientsOffered(db: Db, institutionCode: string, today: PlainDate): Promise<OfferedClient[]> {
  const clients = await readClients(db, institutionCode, today);
  if (clients.length === 0 && (await findInstitution(db, institutionCode)).length === 0) throw notFound();
  return clients;
}

export interface ListedCourse extends CourseSummary {
  courseCode: string;
  prices: PriceRow[];
  frames: FrameRow[];
}

export interface OfferedCourse extends ListedCourse {
  options: OptionRow[];
  items: { name: string; extent: 'all' | 'part' }[];
}

interface CourseListRow {
  institution: InstitutionData;
  client: ClientData | null;
  courses: (OfferedCourse & { fiscalYear: number; isOpen: boolean })[];
  text: string;
}

export const LISTED = `course_code as "courseCode", ${SUMMARY_COLUMNS}, ${priceAndFrameColumns('c')}`;

const readCourses = query<CourseListRow>(`
  select ${INSTITUTION_COLUMN}, ${CLIENT_COLUMN}, i.no_course_text as text,
         ${jsonRows(`
           select ${LISTED}, c.fiscal_year as "fiscalYear",
                  (${isOpen('$5')}) or coalesce(c.fiscal_year = $6 and c.course_code = $7, false) as "isOpen",
                  ${jsonRows(`select ${CONDITION_COLUMNS} from course_options r where ${sameCourse('c')}`)} as options,
                  ${jsonRows(`
                    select e.name, r.extent
                      from course_items r join exam_items e using (institution_code, item_code)
                     where ${sameCourse('c')} and r.extent <> 'none' order by e.sort, e.item_code`)} as items
             from courses c
            where c.institution_code = k.institution_code and c.client_code = k.client_code
              and ((${isComing('$5')}) or (c.fiscal_year = $6 and c.course_code = $7))
            order by c.fiscal_year, c.course_code`)} as courses
    from ${KEY_ROW} join institutions i on i.institution_code = k.institution_code`);

/** A client's courses of the year (0 = the first that is open), and the one of a reservation being changed, which may be kept. */
export async function readCoursesOffered(
  db: Db,
  { institutionCode, today }: { institutionCode: string; today: PlainDate },
  { clientCode, fiscalYear }: { clientCode: string; fiscalYear: number },
  keeps: { fiscalYear: number; courseCode: string } | null,
) {
  const ownCourse = [keeps?.fiscalYear ?? null, keeps?.courseCode ?? null];
  const [found] = await readCourses(db, institutionCode, clientCode, 0, '', today, ...ownCourse);
  if (!found) throw notFound();
  const open = found.courses.filter(({ isOpen }) => isOpen);
  const coming = found.courses.filter(({ isOpen }) => !isOpen);
  const years = [...new Set(open.map((course) => course.fiscalYear))];
  const year = keeps?.fiscalYear ?? (fiscalYear || years[0]) ?? coming[0]?.fiscalYear ?? 0;
  return {
    ...found,
    institution: { ...found.institution, noCourseText: found.text },
    years,
    fiscalYear: year,
    courses: open.filter((course) => course.fiscalYear === year),
    /** Those of the year that can be booked from a later day on. */
    coming: coming
      .filter((course) => course.fiscalYear === year)
      .map((course) => ({ ...course, opensOn: firstDayFor(course, found.institution) })),
  };
}

/** When registration has opened and the bookable days reach the year. */
export function firstDayFor(
  { registrationFrom, fiscalYear }: Pick<CourseSummary, 'registrationFrom'> & { fiscalYear: number },
  { bookableToDays }: Pick<InstitutionData, 'bookableToDays'>,
): PlainDate {
  const reached = addDays(fiscalYearRange(fiscalYear).from, -bookableToDays);
  return registrationFrom > reached ? registrationFrom : reached;
}

/** `taxRate` is that of the day of the visit, or of the first that can be chosen. */
export function priceDisplayOf(
  { taxDisplay, taxRounding }: InstitutionData,
  client: { pricesShown: boolean } | null,
  taxRate: number,
) {
  return { pricesShown: client?.pricesShown ?? false, taxDisplay, taxRounding, taxRate };
}

export function courseAnswer(
  courseCode: string,
  { name, duration }: { name: string; duration: string },
  price: OfferedPrice,
) {
  const { conditionCode, amount } = price.row;
  return { courseCode, conditionCode, name, duration, amount, lowest: price.lowest, isFrom: price.isFrom };
}

/** Options with the days on which the person's age lets them be booked, where the course itself can be on more. */
export function limitedGroups(
  groups: readonly OptionGroup[],
  rows: CourseRows,
  stages: readonly AgeStage[],
  wanted?: (option: OptionRow) => boolean,
) {
  // Of one age all year, nobody has such days.
  const admitted = stages.length > 1 ? stages.filter(({ person }) => offerPrice(rows, person)) : [];
  return groupAnswers(groups, wanted).map((group) => ({
    ...group,
    options: group.options.map((option) => {
      if (admitted.length === 0) return { ...option, bookableFrom: null, bookableTo: null };
      const same = rows.options.filter((row) => optionKey(row) === optionKey(option));
      const { from, to } = dateLimitsOf(admitted, ({ person }) => same.some((row) => rowFits(row, person)));
      return { ...option, bookableFrom: from, bookableTo: to };
    }),
  }));
}

export function groupAnswers(groups: readonly OptionGroup[], wanted: (option: OptionRow) => boolean = () => true) {
  return groups
    .map((group) => ({ ...group, options: group.options.filter(wanted) }))
    .filter(({ options }) => options.length > 0);
}
