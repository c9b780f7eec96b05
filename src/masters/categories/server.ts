// Keeps the eligible-person categories of clients.
import type { Db } from '#db/database.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { pairCode } from '#domain/text/codes.ts';
import { categoryScope, nextCode, nextCodes } from '#server/records/codes.ts';
import { deleteRecords, handleSave, lockMaster, refuseIfUsed, updateMaster } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { notFound, refused } from '#wire/failure.ts';
import { categoryCalls, registerStandardCategories, STANDARD_CATEGORIES } from './contract.ts';

export const categoryHandlers: Handler[] = [
  handle(categoryCalls.list, (db, who, { clientCode }) => readCategories(db, who, clientCode)),

  handle(categoryCalls.open, async (db, who, { clientCode, categoryCode }) => {
    const row = await db
      .selectFrom('client_categories')
      .select(['name', 'version'])
      .where('institution_code', '=', who.institutionCode)
      .where('client_code', '=', clientCode)
      .where('category_code', '=', categoryCode)
      .executeTakeFirst();
    if (!row) throw notFound();
    return { record: { clientCode, categoryCode, name: row.name }, version: String(row.version) };
  }),

  handleSave(categoryCalls.register, async (db, who, { clientCode, name }) => {
    const client = await lockClient(db, who, clientCode);
    if (clientCode === INDIVIDUAL) throw refused(`「${client.name}」には対象者区分を登録できません。`);
    const categoryCode = await nextCode(db, who, categoryScope(clientCode), pairCode);
    await db
      .insertInto('client_categories')
      .values({ institution_code: who.institutionCode, client_code: clientCode, category_code: categoryCode, name })
      .execute();
    return {};
  }),

  handleSave(registerStandardCategories, async (db, who, { clientCode }) => {
    if (clientCode === INDIVIDUAL) throw refused('個人には対象者区分を登録できません。');
    await lockClient(db, who, clientCode);
    const { rows } = await readCategories(db, who, clientCode);
    if (rows.length > 0) throw refused('すでに対象者区分が登録されています。');
    const wanted = new Map([[categoryScope(clientCode), STANDARD_CATEGORIES.length]]);
    const codes = await nextCodes(db, who.institutionCode, wanted, pairCode);
    const own = { institution_code: who.institutionCode, client_code: clientCode };
    const values = STANDARD_CATEGORIES.map((name, at) => {
      return { ...own, category_code: codes.get(categoryScope(clientCode))?.[at] ?? '', name };
    });
    await db.insertInto('client_categories').values(values).execute();
    who.trace.details = { count: values.length };
    return readCategories(db, who, clientCode);
  }),

  handleSave(categoryCalls.update, async (db, who, { clientCode, categoryCode, name, version }) => {
    const own = { institution_code: who.institutionCode, client_code: clientCode, category_code: categoryCode };
    await lockMaster(db, who, 'client_categories', own, version);
    return updateMaster(db, 'client_categories', own, { name });
  }),

  handleSave(categoryCalls.remove, async (db, who, { clientCode, categoryCode, version }) => {
    const own = { institution_code: who.institutionCode, client_code: clientCode, category_code: categoryCode };
    const category = await lockMaster(db, who, 'client_categories', own, version);
    await refuseIfUsed(db, `対象者区分「${category.name}」`, [
      { by: 'コースの予約枠', table: 'course_frames', where: own },
      { by: 'コースの料金', table: 'course_prices', where: own },
      { by: 'コースのオプション', table: 'course_options', where: own },
      { by: '予約', table: 'reservations', where: own },
      { by: '受診者', table: 'examinees', where: own },
    ]);
    await deleteRecords(db, ['client_categories'], own);
    return readCategories(db, who, clientCode);
  }),
];

/** It may not be deleted in between. */
async function lockClient(db: Db, who: Administrator, clientCode: string): Promise<{ name: string }> {
  const client = await db
    .selectFrom('clients')
    .select('name')
    .where('institution_code', '=', who.institutionCode)
    .where('client_code', '=', clientCode)
    .forKeyShare()
    .executeTakeFirst();
  if (!client) throw notFound();
  return client;
}

async function readCategories(db: Db, who: Administrator, clientCode: string) {
  const rows = await db
    .selectFrom('clients as c')
    .leftJoin('client_categories as g', (join) =>
      join.onRef('g.institution_code', '=', 'c.institution_code').onRef('g.client_code', '=', 'c.client_code'),
    )
    .select(['c.name as client_name', 'g.category_code', 'g.name'])
    .where('c.institution_code', '=', who.institutionCode)
    .where('c.client_code', '=', clientCode)
    .orderBy('g.category_code')
    .execute();
  const [first] = rows;
  if (!first) throw notFound();
  return {
    clientName: first.client_name,
    rows: rows.flatMap(({ category_code, name }) =>
      category_code !== null && name !== null ? [{ clientCode, categoryCode: category_code, name }] : [],
    ),
  };
}
