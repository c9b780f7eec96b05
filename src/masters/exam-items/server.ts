// Keeps the examination items.
import { sql } from 'kysely';
import { query } from '#db/query.ts';
import { fourDigits, insertMaster, opened, ownKey, saveMaster, selectFields } from '#masters/records.ts';
import { deleteRecords, handleSave, lockMaster, nextCode, nextSort, refuseIfUsed } from '#server/records/masters.ts';
import { type Handler, handle } from '#server/service.ts';
import type { Value } from '#wire/record.ts';
import { beginExamItem, examItemCalls } from './contract.ts';

type Stored = Value<typeof examItemCalls.stored>;

const FIELDS = selectFields(examItemCalls.stored);

const readOne = query<Stored & { version: string }>(`
  select ${FIELDS}, version::text from exam_items where institution_code = $1 and item_code = $2`);

const readAll = query<Stored>(`select ${FIELDS} from exam_items where institution_code = $1 order by sort, item_code`);

export const examItemHandlers: Handler[] = [
  handle(examItemCalls.list, async (db, who) => ({ rows: await readAll(db, who.institutionCode) })),

  handle(examItemCalls.open, async (db, who, { itemCode }) => opened(await readOne(db, who.institutionCode, itemCode))),

  handle(beginExamItem, async (db, who) => ({ sort: await nextSort(db, 'exam_items', ownKey(who, {})) })),

  handleSave(examItemCalls.register, async (db, who, values) => {
    const itemCode = await nextCode(db, who, 'exam-items', fourDigits);
    await insertMaster(db, 'exam_items', { ...ownKey(who, { itemCode }), ...values });
    return {};
  }),

  handleSave(examItemCalls.update, (db, who, { itemCode, version, ...values }) =>
    saveMaster(db, who, 'exam_items', ownKey(who, { itemCode }), version, values),
  ),

  handleSave(examItemCalls.remove, async (db, who, { itemCode, version }) => {
    const own = ownKey(who, { itemCode });
    const item = await lockMaster(db, who, 'exam_items', own, version);
    await refuseIfUsed(db, `検査項目「${item.name}」`, [
      { by: 'コースの検査項目', table: 'course_items', where: own, and: sql<boolean>`extent <> 'none'` },
    ]);
    // What is left of it in courses says that they do not include it.
    await deleteRecords(db, ['course_items', 'exam_items'], own);
    return { rows: await readAll(db, who.institutionCode) };
  }),
];
