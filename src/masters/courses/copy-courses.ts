// Copies courses with all their rows, each to the key that it is given: for the fiscal-year update, and to other clients.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { CourseKey } from './contract-fields.ts';
import { CONDITION_COLUMNS } from './server-conditions.ts';
import { COURSE } from './server-rows.ts';

interface CourseCopy {
  from: CourseKey;
  to: CourseKey;
  /** The source's where it is null. */
  name: string | null;
  /** What each category that its rows name is called by the client it is copied to; null where they are the same. */
  categories: Readonly<Record<string, string>> | null;
}

/** So many fiscal years on; February 29 becomes the 28th. */
export const movedBy = (column: string, years: string) => `(${column} + make_interval(years => ${years}))::date`;

const TEXTS = 'internal_name, duration, description, recommended_for, entry_notes, confirmation_notes, cancel_notes';
const PEOPLE = CONDITION_COLUMNS.replace('category_code, ', '');
const TO = 'institution_code, t."toClient", t."toYear", t."toCode"';
const CATEGORY = 'coalesce(t.categories ->> category_code, category_code)';

const copiesOf = (table: string) => `
  from ${table} as c
  join jsonb_to_recordset($2::jsonb) as t("fromClient" text, "fromYear" integer, "fromCode" text, "toClient" text,
                                          "toYear" integer, "toCode" text, "newName" text, categories jsonb)
    on (c.client_code, c.fiscal_year, c.course_code) = (t."fromClient", t."fromYear", t."fromCode")
 where c.institution_code = $1`;

/** As private ones, so that somebody looks at them first. Prices that nobody has ever saved, as a template has them, stay known as such. */
const copyRecords = query(`
  insert into courses (${COURSE}, name, ${TEXTS}, sends, published, prices_version, registration_from, registration_to)
  select ${TO}, coalesce(t."newName", name), ${TEXTS}, sends, false, prices_version,
         ${movedBy('registration_from', 't."toYear" - fiscal_year')}, ${movedBy('registration_to', 't."toYear" - fiscal_year')}
  ${copiesOf('courses')}`);

const copyItems = query(`
  insert into course_items (${COURSE}, item_code, extent)
  select ${TO}, item_code, extent ${copiesOf('course_items')}`);

const copyConditions = (table: string, own: string) =>
  query(`insert into ${table} (${COURSE}, category_code, ${PEOPLE}, ${own})
         select ${TO}, ${CATEGORY}, ${PEOPLE}, ${own} ${copiesOf(table)}`);

const STEPS = [
  copyRecords,
  copyItems,
  copyConditions('course_frames', 'frame_code'),
  copyConditions('course_prices', 'amount'),
  copyConditions('course_options', 'group_code, option_code, amount'),
];

/** Five statements, however many they are. */
export async function copyCourses(db: Db, institutionCode: string, copies: readonly CourseCopy[]): Promise<void> {
  if (copies.length === 0) return;
  const rows = copies.map(({ from, to, name, categories }) => ({
    fromClient: from.clientCode,
    fromYear: from.fiscalYear,
    fromCode: from.courseCode,
    toClient: to.clientCode,
    toYear: to.fiscalYear,
    toCode: to.courseCode,
    newName: name,
    categories,
  }));
  for (const copy of STEPS) await copy(db, institutionCode, JSON.stringify(rows));
}
