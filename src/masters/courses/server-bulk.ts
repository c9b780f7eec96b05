// Copies a client's courses of one fiscal year, with all their rows, to the next.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { handleSave } from '#server/records/masters-lock.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { Failure, notFound, refused } from '#wire/failure.ts';
import { executeFiscalYearUpdate, openFiscalYearUpdate } from './contract-bulk.ts';
import { CONDITION_COLUMNS } from './server-conditions.ts';
import { COURSE } from './server-rows.ts';

const LAST_YEAR = 2999;

export const fiscalYearUpdateHandlers: Handler[] = [
  handle(openFiscalYearUpdate, async (db, who, { clientCode }) => {
    const { currentYear, clientName } = await findYear(db, who, clientCode);
    const nextYear = currentYear + 1;
    return {
      currentYear,
      nextYear,
      clientName,
      courses: await readYearsCourses(db, who.institutionCode, clientCode, currentYear),
    };
  }),

  handleSave(executeFiscalYearUpdate, async (db, who, { clientCode, fiscalYear }) => {
    const { currentYear } = await findYear(db, who, clientCode);
    if (fiscalYear !== currentYear) {
      throw new Failure('Changed', ['年度更新の対象の年度が変わりました。画面を開き直してください。']);
    }
    if (currentYear >= LAST_YEAR) throw refused(`${LAST_YEAR}年度より先の年度は登録できません。`);
    const ofYear = [who.institutionCode, clientCode, currentYear];
    const courses = await readYearsCourses(db, ...ofYear);
    const wanted = courses.flatMap(({ courseCode, exists }) => (exists ? [] : [courseCode]));
    for (const copy of COPIES) await copy(db, ...ofYear, wanted);
    return { copied: wanted.length, skipped: courses.length - wanted.length };
  }),
];

/** The newest year that is not after the current one ($3); where all are, the oldest. */
const readYear = query<{ clientName: string; year: number | null }>(`
  select k.name as "clientName",
         (select coalesce(max(fiscal_year) filter (where fiscal_year <= $3), min(fiscal_year))
            from courses c where (c.institution_code, c.client_code) = (k.institution_code, k.client_code)) as year
    from clients k where (institution_code, client_code) = ($1, $2)`);

async function findYear(db: Db, who: Administrator, clientCode: string) {
  const [client] = await readYear(db, who.institutionCode, clientCode, fiscalYearOf(today(who.now)));
  if (!client) throw notFound();
  if (client.year === null) throw refused('選択されたクライアントに紐づくコースがありません。');
  return { clientName: client.clientName, currentYear: client.year };
}

interface Course {
  courseCode: string;
  name: string;
  registrationFrom: string;
  registrationTo: string;
  exists: boolean;
}

/** February 29 becomes the 28th. */
const NEXT_FROM = "(registration_from + interval '1 year')::date";
const NEXT_TO = "(registration_to + interval '1 year')::date";

const readYearsCourses = query<Course>(`
  select course_code as "courseCode", name, ${NEXT_FROM} as "registrationFrom", ${NEXT_TO} as "registrationTo",
         exists (select from courses n
                  where (n.institution_code, n.client_code, n.course_code)
                      = (c.institution_code, c.client_code, c.course_code)
                    and n.fiscal_year = c.fiscal_year + 1) as exists
    from courses c
   where (institution_code, client_code, fiscal_year) = ($1, $2, $3)
   order by course_code`);

const NEXT = 'institution_code, client_code, fiscal_year + 1, course_code';
const WANTED = '(institution_code, client_code, fiscal_year) = ($1, $2, $3) and course_code = any($4)';
const TEXTS = `name, internal_name, duration, description, recommended_for, entry_notes, confirmation_notes,
               cancel_notes`;
const FRAME = `${CONDITION_COLUMNS}, frame_code`;
const PRICE = `${CONDITION_COLUMNS}, amount`;
const OPTION = `${CONDITION_COLUMNS}, group_code, option_code, amount`;

/** What copies the courses, as private ones, so that somebody looks at them first, and then their rows. */
const COPIES = [
  query(`insert into courses (${COURSE}, ${TEXTS}, published, registration_from, registration_to)
         select ${NEXT}, ${TEXTS}, false, ${NEXT_FROM}, ${NEXT_TO} from courses where ${WANTED}`),
  query(`insert into course_items (${COURSE}, item_code, extent)
         select ${NEXT}, item_code, extent from course_items where ${WANTED}`),
  query(`insert into course_frames (${COURSE}, ${FRAME}) select ${NEXT}, ${FRAME} from course_frames where ${WANTED}`),
  query(`insert into course_prices (${COURSE}, ${PRICE}) select ${NEXT}, ${PRICE} from course_prices where ${WANTED}`),
  query(`insert into course_options (${COURSE}, ${OPTION})
         select ${NEXT}, ${OPTION} from course_options where ${WANTED}`),
];
