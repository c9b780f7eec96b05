// Keeps the courses themselves, publishes those of a list, and shows who would get what of one.
import { sql } from 'kysely';
import { FIT_ONE_PERSON } from '#booking/availability/openings.ts';
import { readCourseData } from '#booking/policy/course-data.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { calendarYears } from '#domain/calendar/calendar-range.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { NO_CATEGORY } from '#domain/offer/conditions.ts';
import { previewOffer } from '#domain/offer/course-rows.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { fourDigits, insertMaster, ownKey, readFrames, saveMaster, selectFields, toColumns } from '#masters/records.ts';
import { deleteRecords, handleSave, lockMaster, nextCode, refuseIfUsed } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input, Reply } from '#wire/call.ts';
import { invalid, notFound } from '#wire/failure.ts';
import {
  courseValues,
  deleteCourse,
  listCourses,
  lookUpForCourse,
  openCourse,
  previewCourse,
  publishCourses,
  registerCourse,
  searchCourses,
  updateCourse,
} from './contract.ts';
import { splitKey } from './contract-fields.ts';
import { COURSE, courseOf, OF_COURSE } from './server-rows.ts';

export const courseHandlers: Handler[] = [
  handle(listCourses, async (db, who, { clientCode }) => {
    const clients = await readClients(db, who.institutionCode);
    const chosen = clientCode ?? INDIVIDUAL;
    if (!clients.some((client) => client.clientCode === chosen)) throw notFound();
    return { clients, courses: await readCourses(db, who, chosen) };
  }),

  handle(searchCourses, async (db, who, { clientCode }) => {
    await readClientName(db, who, clientCode ?? INDIVIDUAL);
    return { courses: await readCourses(db, who, clientCode ?? INDIVIDUAL) };
  }),

  handle(openCourse, async (db, who, { key }) => {
    const [course] = await readOne(db, ...courseOf(who, key));
    if (!course) throw notFound();
    return { key, years: calendarYears(today(who.now)), ...course };
  }),

  handleSave(updateCourse, async (db, who, { key, version, ...values }) => {
    return { key, ...(await saveMaster(db, who, 'courses', ownKey(who, key), version, columnsOf(values))) };
  }),

  handle(lookUpForCourse, async (db, who, { clientCode }) => ({
    clientName: await readClientName(db, who, clientCode),
    years: calendarYears(today(who.now)),
  })),

  handleSave(registerCourse, async (db, who, { clientCode, fiscalYear, ...values }) => {
    await readClientName(db, who, clientCode);
    const courseCode = await nextCode(db, who, 'courses', fourDigits);
    const key = { fiscalYear, clientCode, courseCode };
    await insertMaster(db, 'courses', { ...ownKey(who, key), ...columnsOf(values) });
    return { key };
  }),

  handleSave(deleteCourse, async (db, who, { key, version }) => {
    const own = ownKey(who, key);
    const { name } = await lockMaster(db, who, 'courses', own, version);
    const { fiscal_year, ...anyYear } = own;
    await refuseIfUsed(db, `コース「${name}」（${fiscal_year}年度）`, [
      { by: '予約', table: 'reservations', where: own },
      {
        by: 'メールテンプレート',
        table: 'mail_templates',
        where: anyYear,
        // They are for the course of any year.
        and: sql<boolean>`not exists (
          select from courses c
           where (c.institution_code, c.client_code, c.course_code)
               = (mail_templates.institution_code, mail_templates.client_code, mail_templates.course_code)
             and c.fiscal_year <> ${fiscal_year}::integer)`,
      },
    ]);
    // Its rows go with it.
    await deleteRecords(db, ['courses'], own);
    return { courses: await readCourses(db, who, key.clientCode) };
  }),

  handle(previewCourse, async (db, who, { key, categoryCode, sex, age }) => {
    const facts = await readCourseData(db, { institutionCode: who.institutionCode, ...key });
    if (!facts.course || !facts.client) throw notFound();
    if (categoryCode !== null && !facts.categories.some((category) => category.categoryCode === categoryCode)) {
      throw invalid('対象者区分を選択してください。');
    }
    const preview = previewOffer(facts, { categoryCode: categoryCode ?? NO_CATEGORY, sex, age });
    const names = new Map((await readFrames(db, who.institutionCode)).map(({ frameCode, name }) => [frameCode, name]));
    const nameOf = (frameCode: string | undefined) => names.get(frameCode ?? '') ?? '';
    return {
      key,
      clientName: facts.client.name,
      courseName: facts.course.name,
      missing: preview.missing,
      conditionCode: preview.price?.conditionCode ?? null,
      amount: preview.price?.amount ?? 0,
      frames: preview.frames.map((row) => ({ ...row, frameName: nameOf(row.frameCode) })),
      options: preview.options.map((row) => ({ ...row, frameName: nameOf(row.frame?.frameCode) })),
    };
  }),

  handleSave(publishCourses, async (db, who, { courses, published }) => {
    const partsOf = (keys: readonly string[]) => {
      const parts = keys.map(splitKey);
      return [
        who.institutionCode,
        parts.map(({ clientCode }) => clientCode),
        parts.map(({ fiscalYear }) => fiscalYear),
        parts.map(({ courseCode }) => courseCode),
      ] as const;
    };
    const stored = new Map((await lock(db, ...partsOf(courses.map(({ key }) => key)))).map((row) => [row.key, row]));
    const results = courses.map(({ key, version }) => {
      const course = stored.get(key);
      if (!course || (version !== null && version !== course.version && course.published !== published))
        return { key, outcome: 'refused' as const, sentence: STALE };
      const outcome = course.published === published ? ('already' as const) : ('done' as const);
      return { key, outcome, sentence: '' };
    });
    const done = results.flatMap(({ key, outcome }) => (outcome === 'done' ? [key] : []));
    await publish(db, ...partsOf(done), published);
    who.trace.details = { note: published ? '公開' : '非公開', count: done.length };
    return { results };
  }),
];

const readClients = query<Reply<typeof listCourses>['clients'][number]>(`
  select client_code as "clientCode", name,
         exists (select from courses c
                  where (c.institution_code, c.client_code) = (k.institution_code, k.client_code)) as "hasCourses"
    from clients k where institution_code = $1 order by client_code`);

const readOne = query<Omit<Reply<typeof openCourse>, 'key' | 'years'>>(`
  select k.name as "clientName", c.version::text, ${selectFields(courseValues, 'c.')},
         exists (select from course_items where ${OF_COURSE}) and exists (select from course_frames where ${OF_COURSE})
           and exists (select from course_prices where ${OF_COURSE}) as "isSet"
    from courses c join clients k using (institution_code, client_code)
   where ${OF_COURSE}`);

const columnsOf = (values: Omit<Input<typeof updateCourse>, 'key' | 'version'>) => ({
  ...toColumns(values),
  sends: values.sends ?? undefined,
  // The contract has both as required.
  registration_from: values.registrationFrom as string,
  registration_to: values.registrationTo as string,
});

const readClient = query<{ name: string }>('select name from clients where institution_code = $1 and client_code = $2');

async function readClientName(db: Db, who: Administrator, clientCode: string): Promise<string> {
  const [client] = await readClient(db, who.institutionCode, clientCode);
  if (!client) throw notFound();
  return client.name;
}

type Listed = Reply<typeof listCourses>['courses'][number];
type ListedRow = Omit<Listed, 'key'> & Listed['key'];

const PRICES_OF = `(p.institution_code, p.client_code, p.fiscal_year, p.course_code)
                   = (c.institution_code, c.client_code, c.fiscal_year, c.course_code)`;
const FRAMES_OF = `(f.institution_code, f.client_code, f.fiscal_year, f.course_code)
                   = (c.institution_code, c.client_code, c.fiscal_year, c.course_code)`;

/**
 * Newest year first, with what keeps people from booking each; of a client ($2) on a day ($3) of a fiscal year ($4). Whether a
 * frame has capacity is looked up once for a year and not for each course that uses it, and only for years that are not over.
 */
const readList = query<ListedRow>(`
  with lacking as materialized (
    select frame_code, fiscal_year
      from (select distinct frame_code, fiscal_year from course_frames
             where institution_code = $1 and client_code = $2 and fiscal_year >= $4) as needed
     where not exists (
       select from frame_capacities k
        where k.institution_code = $1 and k.frame_code = needed.frame_code
          and k.visit_date between greatest($3::date, make_date(needed.fiscal_year, 4, 1))
                               and make_date(needed.fiscal_year + 1, 3, 31)
          and k.capacity > 0))
  select c.fiscal_year as "fiscalYear", c.client_code as "clientCode", c.course_code as "courseCode", c.name,
         c.registration_from as "registrationFrom", c.registration_to as "registrationTo", c.published, c.version::text,
         case
           when not exists (select from course_prices p where ${PRICES_OF}) then
             case when exists (select from course_frames f where ${FRAMES_OF}) then 'prices' else 'both' end
           when not exists (select from course_frames f where ${FRAMES_OF}) then 'frames'
           when not exists (
             select from course_prices p join course_frames f using (${COURSE})
              where ${PRICES_OF}
                and ${FIT_ONE_PERSON}) then 'match'
           when c.registration_to >= $3::date and exists (
             select from course_frames f join lacking using (frame_code, fiscal_year) where ${FRAMES_OF}) then 'capacity'
           else 'nothing'
         end as missing
    from courses c
   where c.institution_code = $1 and c.client_code = $2
   order by c.fiscal_year desc, c.course_code`);

async function readCourses(db: Db, who: Administrator, clientCode: string): Promise<Listed[]> {
  const day = today(who.now);
  const rows = await readList(db, who.institutionCode, clientCode, day, fiscalYearOf(day));
  return rows.map(({ fiscalYear, clientCode, courseCode, ...row }) => ({
    key: { fiscalYear, clientCode, courseCode },
    ...row,
  }));
}

/** Of a course of the list that somebody else has changed since: it stays as it is. */
const STALE = 'ほかの職員が更新しています。最新の状態を確認してください。';

const WANTED = `
  c.institution_code = $1
    and (c.client_code, c.fiscal_year, c.course_code) in (select * from unnest($2::text[], $3::integer[], $4::text[]))`;

const lock = query<{ key: string; version: string; published: boolean }>(`
  select c.fiscal_year || c.client_code || c.course_code as key, c.version::text, c.published
    from courses c where ${WANTED}
   order by c.client_code, c.fiscal_year, c.course_code for update`);

const publish = query(`update courses c set published = $5 where ${WANTED}`);
