// Keeps the frame rows of courses.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Condition } from '#domain/offer/conditions.ts';
import type { Administrator } from '#server/service.ts';
import { frameSet } from './contract-sets.ts';
import {
  CONDITION,
  CONDITION_COLUMNS,
  CONDITION_TYPES,
  knownCategories,
  OVERWRITE_CONDITION,
  planRows,
  readCategories,
} from './server-conditions.ts';
import { COURSE, courseOf, handleConditions, OF_COURSE } from './server-rows.ts';

type Row = Condition & { frameCode: string };

const readRows = query<Row>(`
  select ${CONDITION}, frame_code as "frameCode" from course_frames where ${OF_COURSE} order by condition_code`);

const writeRows = query(`
  insert into course_frames (${COURSE}, ${CONDITION_COLUMNS}, frame_code)
  select $1, $2, $3, $4, r.* from jsonb_to_recordset($5::jsonb) as r(${CONDITION_TYPES}, "frameCode" text)
  on conflict (${COURSE}, condition_code) do update set ${OVERWRITE_CONDITION}, frame_code = excluded.frame_code`);

const deleteRow = query<{ deleted: number }>(`
  delete from course_frames where ${OF_COURSE} and condition_code = $5 returning 1 as deleted`);

export const courseFrameHandlers = handleConditions({
  name: 'frames',
  calls: frameSet,

  async read(db, who, { key }, heading) {
    const categories = await readCategories(db, who, key);
    const frames = await readFrames(db, who);
    const names = new Map(frames.map(({ frameCode, name }) => [frameCode, name]));
    const rows = await readRows(db, ...courseOf(who, key));
    return {
      ...heading,
      categories,
      frames,
      rows: rows.map((row) => ({ ...row, frameName: names.get(row.frameCode) ?? '', status: 'saved' as const })),
    };
  },

  async write(db, who, { key }, written) {
    const categories = await knownCategories(db, who, key);
    const frames = new Set((await readFrames(db, who)).map(({ frameCode }) => frameCode));
    const planned = planRows<Row>(await readRows(db, ...courseOf(who, key)), written, {
      codesOf: () => '',
      // A course may well need several frames at once, but each of them once.
      rivalsOf: ({ frameCode }) => frameCode,
      conflict: '予約枠で対象者区分、性別、年齢範囲が適切ではありません。',
      unknownIn({ categoryCode, frameCode }) {
        if (!categories.has(categoryCode)) return '対象者区分';
        return frames.has(frameCode) ? null : '予約枠';
      },
    });
    if (planned.length > 0) await writeRows(db, ...courseOf(who, key), JSON.stringify(planned));
    return planned.length > 0;
  },

  remove: (db, course, { conditionCode }) => deleteRow(db, ...course, conditionCode),
});

function readFrames(db: Db, who: Administrator) {
  return db
    .selectFrom('frames')
    .select(['frame_code as frameCode', 'name'])
    .where('institution_code', '=', who.institutionCode)
    .orderBy('frame_code')
    .execute();
}
