// Keeps the eligible-person categories of clients.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { pairCode } from '#domain/text/codes.ts';
import { insertMaster, opened, ownKey, saveMaster, selectFields } from '#masters/records.ts';
import {
  categoryScope,
  deleteRecords,
  handleSave,
  lockMaster,
  nextCode,
  nextCodes,
  refuseIfUsed,
} from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { notFound, refused } from '#wire/failure.ts';
import type { Value } from '#wire/record.ts';
import { categoryCalls, registerStandardCategories, STANDARD_CATEGORIES } from './contract.ts';

export const categoryHandlers: Handler[] = [
  handle(categoryCalls.list, (db, who, { clientCode }) => readCategories(db, who, clientCode)),

  handle(categoryCalls.open, async (db, who, { clientCode, categoryCode }) =>
    opened(await readOne(db, who.institutionCode, clientCode, categoryCode)),
  ),

  handleSave(categoryCalls.register, async (db, who, { clientCode, name }) => {
    const client = await lockClient(db, who, clientCode);
    if (clientCode === INDIVIDUAL) throw refused(`「${client.name}」には対象者区分を登録できません。`);
    const categoryCode = await nextCode(db, who, categoryScope(clientCode), pairCode);
    await insertMaster(db, 'client_categories', { ...ownKey(who, { clientCode, categoryCode }), name });
    return {};
  }),

  handleSave(registerStandardCategories, async (db, who, { clientCode }) => {
    if (clientCode === INDIVIDUAL) throw refused('個人には対象者区分を登録できません。');
    await lockClient(db, who, clientCode);
    const { rows } = await readCategories(db, who, clientCode);
    if (rows.length > 0) throw refused('すでに対象者区分が登録されています。');
    const wanted = new Map([[categoryScope(clientCode), STANDARD_CATEGORIES.length]]);
    const codes = await nextCodes(db, who.institutionCode, wanted, pairCode);
    const values = STANDARD_CATEGORIES.map((name, at) => {
      return { ...ownKey(who, { clientCode, categoryCode: codes.get(categoryScope(clientCode))?.[at] ?? '' }), name };
    });
    await db.insertInto('client_categories').values(values).execute();
    who.trace.details = { count: values.length };
    return readCategories(db, who, clientCode);
  }),

  handleSave(categoryCalls.update, (db, who, { clientCode, categoryCode, name, version }) =>
    saveMaster(db, who, 'client_categories', ownKey(who, { clientCode, categoryCode }), version, { name }),
  ),

  handleSave(categoryCalls.remove, async (db, who, { clientCode, categoryCode, version }) => {
    const own = ownKey(who, { clientCode, categoryCode });
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

const readOne = query<Value<typeof categoryCalls.stored> & { version: string }>(`
  select ${selectFields(categoryCalls.stored)}, version::text from client_categories
   where institution_code = $1 and client_code = $2 and category_code = $3`);

const lockOne = query<{ name: string }>(`
  select name from clients where institution_code = $1 and client_code = $2 for key share`);

async function lockClient(db: Db, who: Administrator, clientCode: string): Promise<{ name: string }> {
  const [client] = await lockOne(db, who.institutionCode, clientCode);
  if (!client) throw notFound();
  return client;
}

/** With the client on a line of its own where it has none. */
const readRows = query<{ clientName: string; categoryCode: string | null; name: string | null }>(`
  select c.name as "clientName", g.category_code as "categoryCode", g.name
    from clients c left join client_categories g using (institution_code, client_code)
   where institution_code = $1 and client_code = $2
   order by g.category_code`);

async function readCategories(db: Db, who: Administrator, clientCode: string) {
  const rows = await readRows(db, who.institutionCode, clientCode);
  if (!rows[0]) throw notFound();
  return {
    clientName: rows[0].clientName,
    rows: rows.flatMap(({ categoryCode, name }) =>
      categoryCode !== null && name !== null ? [{ clientCode, categoryCode, name }] : [],
    ),
  };
}
