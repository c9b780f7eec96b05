// Copies a client's courses of one fiscal year, with all their rows, to the next.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { handleSave } from '#server/records/masters-lock.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { Failure, notFound, refused } from '#wire/failure.ts';
import { executeFiscalYearUpdate, openFiscalYearUpdate } from './contract-bulk.ts';

const LAST_YEAR = 2999;

export const fiscalYearUpdateHandlers: Handler[] = [
  handle(openFiscalYearUpdate, async (db, who, { clientCode }) => {
    const { currentYear, clientName } = await findYear(db, who, clientCode);
    const nextYear = currentYear + 1;
    return { currentYear, nextYear, clientName, courses: await readCourses(db, who, clientCode, currentYear) };
  }),

  handleSave(executeFiscalYearUpdate, async (db, who, { clientCode, fiscalYear }) => {
    const { currentYear } = await findYear(db, who, clientCode);
    if (fiscalYear !== currentYear) {
      throw new Failure('Changed', ['年度更新の対象の年度が変わりました。画面を開き直してください。']);
    }
    if (currentYear >= LAST_YEAR) throw refused(`${LAST_YEAR}年度より先の年度は登録できません。`);
    const courses = await readCourses(db, who, clientCode, currentYear);
    const wanted = courses.flatMap(({ courseCode, exists }) => (exists ? [] : [courseCode]));
    await copyCourses(db, who, clientCode, currentYear, wanted);
    return { copied: wanted.length, skipped: courses.length - wanted.length };
  }),
];

/** The client's newest year that is not after the current one; where all are, the oldest. */
async function findYear(db: Db, who: Administrator, clientCode: string) {
  const current = fiscalYearOf(today(who.now));
  const { rows } = await sql<{ clientName: string; year: number | null }>`
    select k.name as "clientName",
           (select coalesce(max(fiscal_year) filter (where fiscal_year <= ${current}::integer), min(fiscal_year))
              from courses c where (c.institution_code, c.client_code) = (k.institution_code, k.client_code)) as year
      from clients k where (institution_code, client_code) = (${who.institutionCode}, ${clientCode})`.execute(db);
  const [client] = rows;
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
const aYearOn = (column: string) => sql`(${sql.ref(column)} + interval '1 year')::date`;

async function readCourses(db: Db, who: Administrator, clientCode: string, year: number): Promise<Course[]> {
  const { rows } = await sql<Course>`
    select c.course_code as "courseCode", c.name, ${aYearOn('c.registration_from')} as "registrationFrom",
           ${aYearOn('c.registration_to')} as "registrationTo",
           exists (select from courses n
                    where (n.institution_code, n.client_code, n.course_code)
                        = (c.institution_code, c.client_code, c.course_code)
                      and n.fiscal_year = c.fiscal_year + 1) as exists
      from courses c
     where (institution_code, client_code, fiscal_year) = (${who.institutionCode}, ${clientCode}, ${year}::integer)
     order by course_code`.execute(db);
  return rows;
}

const SAME = [
  'name',
  'internal_name',
  'duration',
  'description',
  'recommended_for',
  'entry_notes',
  'confirmation_notes',
  'cancel_notes',
];
const CONDITION = ['condition_code', 'category_code', 'sex', 'age_from', 'age_to'];
const ROWS = {
  course_items: ['item_code', 'extent'],
  course_frames: [...CONDITION, 'frame_code'],
  course_prices: [...CONDITION, 'amount'],
  course_options: [...CONDITION, 'group_code', 'option_code', 'amount'],
};

/** As private ones, so that somebody looks at them first. */
async function copyCourses(
  db: Db,
  who: Administrator,
  clientCode: string,
  year: number,
  courseCodes: readonly string[],
): Promise<void> {
  const key = sql`institution_code, client_code, fiscal_year, course_code`;
  const nextKey = sql`institution_code, client_code, fiscal_year + 1, course_code`;
  const wanted = sql`(institution_code, client_code, fiscal_year) = (${who.institutionCode}, ${clientCode}, ${year}::integer)
                     and course_code = any(${courseCodes}::text[])`;
  const list = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    insert into courses (${key}, ${list(SAME)}, published, registration_from, registration_to)
    select ${nextKey}, ${list(SAME)}, false, ${aYearOn('registration_from')}, ${aYearOn('registration_to')}
      from courses where ${wanted}`.execute(db);
  for (const [table, columns] of Object.entries(ROWS)) {
    await sql`
      insert into ${sql.table(table)} (${key}, ${list(columns)})
      select ${nextKey}, ${list(columns)} from ${sql.table(table)} where ${wanted}`.execute(db);
  }
}
