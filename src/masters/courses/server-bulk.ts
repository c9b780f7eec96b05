// Copies a client's courses of one fiscal year, with all their rows, to the next.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { handleSave } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { Failure, notFound, refused } from '#wire/failure.ts';
import { executeFiscalYearUpdate, openFiscalYearUpdate } from './contract-bulk.ts';
import { copyCourses, movedBy } from './copy-courses.ts';

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
    const ofNext = wanted.map((courseCode) => {
      const from = { clientCode, fiscalYear, courseCode };
      return { from, to: { ...from, fiscalYear: fiscalYear + 1 }, name: null, categories: null };
    });
    await copyCourses(db, who.institutionCode, ofNext);
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

const NEXT_FROM = movedBy('registration_from', '1');
const NEXT_TO = movedBy('registration_to', '1');

const readYearsCourses = query<Course>(`
  select course_code as "courseCode", name, ${NEXT_FROM} as "registrationFrom", ${NEXT_TO} as "registrationTo",
         exists (select from courses n
                  where (n.institution_code, n.client_code, n.course_code)
                      = (c.institution_code, c.client_code, c.course_code)
                    and n.fiscal_year = c.fiscal_year + 1) as exists
    from courses c
   where (institution_code, client_code, fiscal_year) = ($1, $2, $3)
   order by course_code`);
