// Keeps the option categories.
import type { Db } from '#db/database.ts';
import { decimalCode } from '#domain/text/codes.ts';
import { nextCode, nextSort } from '#server/records/codes.ts';
import { deleteRecords, handleSave, lockMaster, refuseIfUsed, updateMaster } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { notFound, refused } from '#wire/failure.ts';
import type { Value } from '#wire/record.ts';
import { beginOptionGroup, optionGroupCalls } from './contract.ts';

const STORED_COLUMNS = [
  'institution_code as institutionCode',
  'group_code as groupCode',
  'sort',
  'name',
  'internal_name as internalName',
  'description',
  'selection',
] as const;

export const optionGroupHandlers: Handler[] = [
  handle(optionGroupCalls.list, async (db, who) => ({ rows: await readOptionGroups(db, who) })),

  handle(optionGroupCalls.open, async (db, who, { groupCode }) => {
    const group = await db
      .selectFrom('option_groups')
      .select([...STORED_COLUMNS, 'version'])
      .where('institution_code', '=', who.institutionCode)
      .where('group_code', '=', groupCode)
      .executeTakeFirst();
    if (!group) throw notFound();
    const { version, ...record } = group;
    return { record, version: String(version) };
  }),

  handle(beginOptionGroup, async (db, who) => ({
    sort: await nextSort(db, 'option_groups', { institution_code: who.institutionCode }),
  })),

  handleSave(optionGroupCalls.register, async (db, who, values) => {
    const groupCode = await nextCode(db, who, 'option-groups', (number) => decimalCode(number, 4));
    await db
      .insertInto('option_groups')
      .values({ institution_code: who.institutionCode, group_code: groupCode, ...columnsOf(values) })
      .execute();
    return {};
  }),

  handleSave(optionGroupCalls.update, async (db, who, { groupCode, version, ...values }) => {
    const own = keyOf(who, groupCode);
    await lockMaster(db, who, 'option_groups', own, version);
    if (values.selection === 'multiple') await refuseIfInitial(db, who, groupCode);
    return updateMaster(db, 'option_groups', own, columnsOf(values));
  }),

  handleSave(optionGroupCalls.remove, async (db, who, { groupCode, version }) => {
    const own = keyOf(who, groupCode);
    const { name } = await lockMaster(db, who, 'option_groups', own, version);
    await refuseIfUsed(db, `オプション分類「${name}」`, [{ by: 'オプション項目', table: 'option_items', where: own }]);
    await deleteRecords(db, ['option_groups'], own);
    return { rows: await readOptionGroups(db, who) };
  }),
];

function columnsOf({ sort, name, internalName, description, selection }: Value<typeof optionGroupCalls.values>) {
  return { sort, name, internal_name: internalName, description, selection };
}

const keyOf = ({ institutionCode }: Administrator, groupCode: string) => ({
  institution_code: institutionCode,
  group_code: groupCode,
});

/** Whoever gives an option the initial value locks the group too, so that it can't appear in between. */
async function refuseIfInitial(db: Db, who: Administrator, groupCode: string): Promise<void> {
  const initial = await db
    .selectFrom('option_items')
    .select('name')
    .where('institution_code', '=', who.institutionCode)
    .where('group_code', '=', groupCode)
    .where('is_initial', '=', true)
    .executeTakeFirst();
  if (initial) {
    throw refused(
      `オプション項目「${initial.name}」が初期値のため、選択方法を複数選択に変更できません。先に初期値を外してください。`,
    );
  }
}

function readOptionGroups(db: Db, who: Administrator) {
  return db
    .selectFrom('option_groups')
    .select(STORED_COLUMNS)
    .where('institution_code', '=', who.institutionCode)
    .orderBy('sort')
    .orderBy('group_code')
    .execute();
}
