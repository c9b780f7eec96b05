// Copies a course to other clients or another year: for each a private course of its own, or the reason why there is none.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { pairCode } from '#domain/text/codes.ts';
import { fourDigits } from '#masters/records.ts';
import { categoryScope, nextCodes } from '#server/records/codes.ts';
import { handleSave, stale } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { notFound } from '#wire/failure.ts';
import { executeCourseCopy, openCourseCopy } from './contract-copy.ts';
import type { CourseKey } from './contract-fields.ts';
import { copyCourses } from './copy-courses.ts';
import { courseOf, OF_COURSE } from './server-rows.ts';

export const courseCopyHandlers: Handler[] = [
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

const readClients = query<{ clientCode: string; name: string }>(`
  select client_code as "clientCode", name from clients where institution_code = $1 order by client_code`);

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
