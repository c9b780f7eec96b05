// Keeps the slot rows of courses.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Condition } from '#domain/offer/conditions.ts';
import { handleSave } from '#server/records/masters-lock.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';
import { touchedRows } from '#wire/rows.ts';
import type { CourseKey } from './contract-fields.ts';
import { deleteFrameRow, openFrames, updateFrames } from './contract-frames.ts';
import {
  CONDITION,
  CONDITION_COLUMNS,
  CONDITION_TYPES,
  COURSE,
  lockSet,
  OVERWRITE_CONDITION,
  planRows,
  raiseVersion,
  readCategories,
  readHeading,
  valuesOf,
} from './server-rows.ts';

type Row = Condition & { frameCode: string };

export const courseFrameHandlers: Handler[] = [
  handle(openFrames, (db, who, { key }) => readAll(db, who, key)),

  handleSave(updateFrames, async (db, who, { key, rows, version }) => {
    await lockSet(db, who, key, 'frames', version);
    const written = touchedRows(rows);
    if (written.length > 0) {
      const categories = await readCategories(db, who, key);
      const frames = await readFrames(db, who);
      const knownCategories = new Set<string | null>([null, ...categories.map(({ categoryCode }) => categoryCode)]);
      const knownFrames = new Set(frames.map(({ frameCode }) => frameCode));
      const planned = planRows<Row>(await readRows(db, who, key), written, {
        codesOf: () => '',
        // A course may well need several frames at once, but each of them once.
        rivalsOf: ({ frameCode }) => frameCode,
        conflict: '予約枠で対象者区分、性別、年齢範囲が適切ではありません。',
        unknownIn({ categoryCode, frameCode }) {
          if (!knownCategories.has(categoryCode)) return '対象者区分';
          return knownFrames.has(frameCode) ? null : '予約枠';
        },
      });
      await write(db, who, key, planned);
      await raiseVersion(db, who, key, 'frames');
    }
    return readAll(db, who, key);
  }),

  handleSave(deleteFrameRow, async (db, who, { key, conditionCode, version }) => {
    await lockSet(db, who, key, 'frames', version);
    const { numAffectedRows } = await sql`
      delete from course_frames
       where (${COURSE}) = (${valuesOf(who, key)}) and condition_code = ${conditionCode}`.execute(db);
    if (!numAffectedRows) throw notFound();
    await raiseVersion(db, who, key, 'frames');
    return readAll(db, who, key);
  }),
];

async function readAll(db: Db, who: Administrator, key: CourseKey) {
  const heading = await readHeading(db, who, key, 'frames');
  const categories = await readCategories(db, who, key);
  const frames = await readFrames(db, who);
  const names = new Map(frames.map(({ frameCode, name }) => [frameCode, name]));
  const rows = (await readRows(db, who, key)).map((row) => ({
    ...row,
    frameName: names.get(row.frameCode) ?? '',
    status: 'saved' as const,
  }));
  return { ...heading, categories, frames, rows };
}

function readFrames(db: Db, who: Administrator) {
  return db
    .selectFrom('frames')
    .select(['frame_code as frameCode', 'name'])
    .where('institution_code', '=', who.institutionCode)
    .orderBy('frame_code')
    .execute();
}

async function readRows(db: Db, who: Administrator, key: CourseKey): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${CONDITION}, frame_code as "frameCode" from course_frames
     where (${COURSE}) = (${valuesOf(who, key)}) order by condition_code`.execute(db);
  return rows;
}

async function write(db: Db, who: Administrator, key: CourseKey, rows: readonly Row[]): Promise<void> {
  await sql`
    insert into course_frames (${COURSE}, ${CONDITION_COLUMNS}, frame_code)
    select ${valuesOf(who, key)}, r.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${CONDITION_TYPES}, "frameCode" text)
    on conflict (${COURSE}, condition_code)
    do update set ${OVERWRITE_CONDITION}, frame_code = excluded.frame_code`.execute(db);
}
