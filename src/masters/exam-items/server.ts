// Keeps the examination items.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { decimalCode } from '#domain/text/codes.ts';
import { nextCode, nextSort } from '#server/records/codes.ts';
import { deleteRecords, handleSave, lockMaster, refuseIfUsed, updateMaster } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';
import { beginExamItem, examItemCalls } from './contract.ts';

export const examItemHandlers: Handler[] = [
  handle(examItemCalls.list, async (db, who) => ({ rows: await readExamItems(db, who) })),

  handle(examItemCalls.open, async (db, who, { itemCode }) => {
    const item = await db
      .selectFrom('exam_items')
      .select(['item_code as itemCode', 'sort', 'name', 'version'])
      .where('institution_code', '=', who.institutionCode)
      .where('item_code', '=', itemCode)
      .executeTakeFirst();
    if (!item) throw notFound();
    const { version, ...record } = item;
    return { record, version: String(version) };
  }),

  handle(beginExamItem, async (db, who) => ({
    sort: await nextSort(db, 'exam_items', { institution_code: who.institutionCode }),
  })),

  handleSave(examItemCalls.register, async (db, who, { sort, name }) => {
    const itemCode = await nextCode(db, who, 'exam-items', (number) => decimalCode(number, 4));
    await db
      .insertInto('exam_items')
      .values({ institution_code: who.institutionCode, item_code: itemCode, sort, name })
      .execute();
    return {};
  }),

  handleSave(examItemCalls.update, async (db, who, { itemCode, sort, name, version }) => {
    const own = { institution_code: who.institutionCode, item_code: itemCode };
    await lockMaster(db, who, 'exam_items', own, version);
    return updateMaster(db, 'exam_items', own, { sort, name });
  }),

  handleSave(examItemCalls.remove, async (db, who, { itemCode, version }) => {
    const own = { institution_code: who.institutionCode, item_code: itemCode };
    const item = await lockMaster(db, who, 'exam_items', own, version);
    await refuseIfUsed(db, `検査項目「${item.name}」`, [
      { by: 'コースの検査項目', table: 'course_items', where: own, and: sql<boolean>`extent <> 'none'` },
    ]);
    // What is left of it in courses says that they do not include it.
    await deleteRecords(db, ['course_items', 'exam_items'], own);
    return { rows: await readExamItems(db, who) };
  }),
];

function readExamItems(db: Db, who: Administrator) {
  return db
    .selectFrom('exam_items')
    .select(['item_code as itemCode', 'sort', 'name'])
    .where('institution_code', '=', who.institutionCode)
    .orderBy('sort')
    .orderBy('item_code')
    .execute();
}
