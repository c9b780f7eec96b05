// Publishes courses of a list, or takes them back: those that somebody else has changed since stay as they are.
import { query } from '#db/query.ts';
import { handleSave } from '#server/records/masters.ts';
import type { Handler } from '#server/service.ts';
import { splitKey } from './contract-fields.ts';
import { publishCourses } from './contract-publish.ts';

const STALE = 'ほかの職員が更新しています。最新の状態を確認してください。';

const WANTED = `
  c.institution_code = $1
    and (c.client_code, c.fiscal_year, c.course_code) in (select * from unnest($2::text[], $3::integer[], $4::text[]))`;

const lock = query<{ key: string; version: string; published: boolean }>(`
  select c.fiscal_year || c.client_code || c.course_code as key, c.version::text, c.published
    from courses c where ${WANTED}
   order by c.client_code, c.fiscal_year, c.course_code for update`);

const publish = query(`update courses c set published = $5 where ${WANTED}`);

export const publishHandlers: Handler[] = [
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
