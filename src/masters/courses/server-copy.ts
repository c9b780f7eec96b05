// Copies courses with all their rows: a client's to the next fiscal year, and one to other clients or another year, for each a private
// course of its own, or the reason why there is none.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { pairCode } from '#domain/text/codes.ts';
import { fourDigits, readClients } from '#masters/records.ts';
import { categoryScope, handleSave, nextCodes, stale } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { Failure, notFound, refused } from '#wire/failure.ts';
import { executeCourseCopy, executeFiscalYearUpdate, openCourseCopy, openFiscalYearUpdate } from './contract-copy.ts';
import type { CourseKey } from './contract-fields.ts';
import { CONDITION_COLUMNS } from './server-conditions.ts';
import { COURSE, courseOf, OF_COURSE } from './server-rows.ts';

export const courseCopyHandlers: Handler[] = [
  handle(openFiscalYearUpdate, async (db, who, { clientCode }) => {
    const { currentYear, clientName } = await findYear(db, who, clientCode);
    const courses = await readYearsCourses(db, who.institutionCode, clientCode, currentYear);
    return { currentYear, nextYear: currentYear + 1, clientName, courses };
  }),

  handleSave(executeFiscalYearUpdate, async (db, who, { clientCode, fiscalYear }) => {
    const { currentYear } = await findYear(db, who, clientCode);
    if (fiscalYear !== currentYear) {
      throw new Failure('Changed', ['年度更新の対象の年度が変わりました。画面を開き直してください。']);
    }
    if (currentYear >= LAST_YEAR) throw refused(`${LAST_YEAR}年度より先の年度は登録できません。`);
    const courses = await readYearsCourses(db, who.institutionCode, clientCode, currentYear);
    const wanted = courses.flatMap(({ courseCode, exists }) => (exists ? [] : [courseCode]));
    const ofNext = wanted.map((courseCode) => {
      const from = { clientCode, fiscalYear, courseCode };
      return { from, to: { ...from, fiscalYear: fiscalYear + 1 }, name: null, categories: null };
    });
    await copyCourses(db, who.institutionCode, ofNext);
    return { copied: wanted.length, skipped: courses.length - wanted.length };
  }),

  handle(openCourseCopy, async (db, who, { key }) => {
    const source = await readSource(db, who, key);
    return { key, ...source, clients: await readClients(db, who.institutionCode) };
  }),

  handleSave(executeCourseCopy, async (db, who, { key, toYear, name, targets, copiesCategories, version }) => {
    const source = await readSource(db, who, key);
    if (version !== null && version !== source.version) throw stale();
    const wanted = [...new Set(targets)];
    const clients = await readTargets(db, who.institutionCode, wanted, toYear, name);
    if (clients.length < wanted.length) throw notFound();
    const used = await readUsed(db, ...courseOf(who, key));
    const plans = clients.map((client) => planCopy(client, used, key, copiesCategories));

    const made = plans.filter(({ state }) => state === 'copied');
    await registerCategories(db, who, made);
    const codes = await nextCodes(db, who.institutionCode, new Map([['courses', made.length]]), fourDigits);
    const codeOf = new Map(made.map(({ client }, at) => [client.clientCode, codes.get('courses')?.[at] ?? '']));
    const copies = made.map(({ client: { clientCode }, categories }) => ({
      from: key,
      to: { clientCode, fiscalYear: toYear, courseCode: codeOf.get(clientCode) ?? '' },
      name,
      categories: Object.fromEntries(categories),
    }));
    await copyCourses(db, who.institutionCode, copies);
    who.trace.details = { count: made.length };
    return {
      copied: made.length,
      skipped: plans.length - made.length,
      results: plans.map(({ client: { clientCode, clientName }, state, missing }) => ({
        clientCode,
        clientName,
        courseCode: codeOf.get(clientCode) ?? '',
        state,
        categoryName: state === 'categoryMissing' ? (missing[0]?.name ?? '') : '',
      })),
    };
  }),
];

type Source = Omit<Reply<typeof openCourseCopy>, 'key' | 'clients'>;

/** Each version only ever grows, so that their sum shows whether any of them has. */
const readOne = query<Source>(`
  select c.name as "courseName", k.name as "clientName", c.registration_from as "registrationFrom",
         c.registration_to as "registrationTo",
         (c.version + c.items_version + c.frames_version + c.prices_version + c.options_version)::text as version,
         (select count(*)::integer from course_items where ${OF_COURSE}) as "itemCount",
         (select count(*)::integer from course_frames where ${OF_COURSE}) as "frameCount",
         (select count(*)::integer from course_prices where ${OF_COURSE}) as "priceCount",
         (select count(*)::integer from course_options where ${OF_COURSE}) as "optionCount"
    from courses c join clients k using (institution_code, client_code)
   where ${OF_COURSE}`);

async function readSource(db: Db, who: Administrator, key: CourseKey): Promise<Source> {
  const [source] = await readOne(db, ...courseOf(who, key));
  if (!source) throw notFound();
  return source;
}

interface Category {
  categoryCode: string;
  name: string;
}

const readUsed = query<Category>(`
  select category_code as "categoryCode", name from client_categories
   where institution_code = $1 and client_code = $2 and category_code in (
     select category_code from course_frames where ${OF_COURSE}
     union select category_code from course_prices where ${OF_COURSE}
     union select category_code from course_options where ${OF_COURSE})
   order by category_code`);

interface Target {
  clientCode: string;
  clientName: string;
  isThere: boolean;
  categories: Category[];
}

const readTargets = query<Target>(`
  select k.client_code as "clientCode", k.name as "clientName",
         exists (select from courses c
                  where (c.institution_code, c.client_code, c.fiscal_year, c.name) = ($1, k.client_code, $3, $4)) as "isThere",
         coalesce((select jsonb_agg(jsonb_build_object('categoryCode', category_code, 'name', g.name) order by category_code)
                     from client_categories g
                    where (g.institution_code, g.client_code) = ($1, k.client_code)), '[]') as categories
    from clients k
   where k.institution_code = $1 and k.client_code = any($2)
   order by k.client_code`);

interface Plan {
  client: Target;
  state: Reply<typeof executeCourseCopy>['results'][number]['state'];
  /** The client's own codes of the categories that the rows name, by theirs in the source. */
  categories: Map<string, string>;
  missing: Category[];
}

function planCopy(client: Target, used: readonly Category[], source: CourseKey, copiesCategories: boolean): Plan {
  const categories = new Map<string, string>();
  const missing: Category[] = [];
  // Nothing keeps two from having one name: each stands for one of the source's.
  const free = Map.groupBy(client.categories, ({ name }) => name);
  for (const { categoryCode, name } of used) {
    const own = client.clientCode === source.clientCode ? categoryCode : free.get(name)?.shift()?.categoryCode;
    if (own === undefined) missing.push({ categoryCode, name });
    else categories.set(categoryCode, own);
  }
  return { client, state: judge(), categories, missing };

  function judge(): Plan['state'] {
    if (client.isThere) return 'sameName';
    if (used.length > 0 && client.clientCode === INDIVIDUAL) return 'individual';
    return missing.length > 0 && !copiesCategories ? 'categoryMissing' : 'copied';
  }
}

const insertCategories = query(`
  insert into client_categories (institution_code, client_code, category_code, name)
  select $1, r.* from jsonb_to_recordset($2::jsonb) as r("clientCode" text, "categoryCode" text, name text)`);

/** Those that the clients lack; each plan then knows their codes. */
async function registerCategories(db: Db, who: Administrator, plans: readonly Plan[]): Promise<void> {
  const lacking = plans.filter(({ missing }) => missing.length > 0);
  const wanted = new Map(lacking.map(({ client, missing }) => [categoryScope(client.clientCode), missing.length]));
  const codes = await nextCodes(db, who.institutionCode, wanted, pairCode);
  const rows = lacking.flatMap(({ client: { clientCode }, categories, missing }) =>
    missing.map((category, at) => {
      const categoryCode = codes.get(categoryScope(clientCode))?.[at] ?? '';
      categories.set(category.categoryCode, categoryCode);
      return { clientCode, categoryCode, name: category.name };
    }),
  );
  await insertCategories(db, who.institutionCode, JSON.stringify(rows));
}

interface CourseCopy {
  from: CourseKey;
  to: CourseKey;
  /** The source's where it is null. */
  name: string | null;
  /** What each category that its rows name is called by the client it is copied to; null where they are the same. */
  categories: Readonly<Record<string, string>> | null;
}

/** So many fiscal years on; February 29 becomes the 28th. */
const movedBy = (column: string, years: string) => `(${column} + make_interval(years => ${years}))::date`;

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

/** Each to the key that it is given: five statements, however many they are. */
async function copyCourses(db: Db, institutionCode: string, copies: readonly CourseCopy[]): Promise<void> {
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

const LAST_YEAR = 2999;

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

const NEXT_FROM = movedBy('registration_from', '1');
const NEXT_TO = movedBy('registration_to', '1');

const readYearsCourses = query<Reply<typeof openFiscalYearUpdate>['courses'][number]>(`
  select course_code as "courseCode", name, ${NEXT_FROM} as "registrationFrom", ${NEXT_TO} as "registrationTo",
         exists (select from courses n
                  where (n.institution_code, n.client_code, n.course_code)
                      = (c.institution_code, c.client_code, c.course_code)
                    and n.fiscal_year = c.fiscal_year + 1) as exists
    from courses c
   where (institution_code, client_code, fiscal_year) = ($1, $2, $3)
   order by course_code`);
