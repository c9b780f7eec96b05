// Keeps the option items.
import type { Db } from '#db/database.ts';
import { decimalCode } from '#domain/text/codes.ts';
import { nextCode, nextSort } from '#server/records/codes.ts';
import { deleteRecords, handleSave, lockMaster, refuseIfUsed, updateMaster } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { invalid, notFound, refused } from '#wire/failure.ts';
import { lookUpForOptionItem, optionItemCalls } from './contract.ts';

/** Of an update: what is left out is null. */
type Values = Omit<Input<typeof optionItemCalls.update>, 'optionCode' | 'version'>;

export const optionItemHandlers: Handler[] = [
  handle(optionItemCalls.list, async (db, who) => ({ rows: await readOptionItems(db, who) })),

  handle(lookUpForOptionItem, async (db, who, { groupCode }) => {
    const groups = await db
      .selectFrom('option_groups')
      .select(['group_code as groupCode', 'name', 'selection'])
      .where('institution_code', '=', who.institutionCode)
      .orderBy('sort')
      .orderBy('group_code')
      .execute();
    const frames = await db
      .selectFrom('frames')
      .select(['frame_code as frameCode', 'name'])
      .where('institution_code', '=', who.institutionCode)
      .orderBy('frame_code')
      .execute();
    const own = { institution_code: who.institutionCode, group_code: groupCode ?? '' };
    return { groups, frames, sort: await nextSort(db, 'option_items', own) };
  }),

  handle(optionItemCalls.open, async (db, who, { groupCode, optionCode }) => {
    const item = await db
      .selectFrom('option_items as o')
      .innerJoin('option_groups as g', (join) =>
        join.onRef('g.institution_code', '=', 'o.institution_code').onRef('g.group_code', '=', 'o.group_code'),
      )
      .select(['o.sort', 'o.name', 'o.internal_name as internalName', 'o.frame_code as frameCode'])
      .select(['o.is_initial as isInitial', 'o.sends', 'o.version', 'g.selection'])
      .where('o.institution_code', '=', who.institutionCode)
      .where('o.group_code', '=', groupCode)
      .where('o.option_code', '=', optionCode)
      .executeTakeFirst();
    if (!item) throw notFound();
    const { selection, version, ...values } = item;
    return { record: { groupCode, optionCode, ...values }, selection, version: String(version) };
  }),

  handleSave(optionItemCalls.register, async (db, who, values) => {
    await check(db, who, values, null);
    const optionCode = await nextCode(db, who, `options:${values.groupCode}`, (number) => decimalCode(number, 4));
    await db
      .insertInto('option_items')
      .values({
        institution_code: who.institutionCode,
        group_code: values.groupCode,
        option_code: optionCode,
        ...columnsOf(values),
      })
      .execute();
    return {};
  }),

  handleSave(optionItemCalls.update, async (db, who, { optionCode, version, ...values }) => {
    const own = keyOf(who, { ...values, optionCode });
    await lockMaster(db, who, 'option_items', own, version);
    await check(db, who, values, optionCode);
    return updateMaster(db, 'option_items', own, columnsOf(values));
  }),

  handleSave(optionItemCalls.remove, async (db, who, { groupCode, optionCode, version }) => {
    const own = keyOf(who, { groupCode, optionCode });
    const { name } = await lockMaster(db, who, 'option_items', own, version);
    await refuseIfUsed(db, `オプション項目「${name}」`, [
      { by: 'コースのオプション', table: 'course_options', where: own },
      { by: '予約', table: 'reservation_options', where: own },
      { by: 'CSVパターンの項目', table: 'csv_pattern_items', where: own },
    ]);
    await deleteRecords(db, ['option_items'], own);
    return { rows: await readOptionItems(db, who) };
  }),
];

function columnsOf({ sort, name, internalName, frameCode, isInitial, sends }: Values) {
  return {
    sort,
    name,
    internal_name: internalName,
    frame_code: frameCode,
    is_initial: isInitial,
    sends: sends ?? undefined,
  };
}

const keyOf = (who: Administrator, { groupCode, optionCode }: { groupCode: string; optionCode: string }) => ({
  institution_code: who.institutionCode,
  group_code: groupCode,
  option_code: optionCode,
});

/** What only the database knows; the category stays locked, so that its method and its initial value hold until the end. */
async function check(db: Db, who: Administrator, values: Values, ownCode: string | null): Promise<void> {
  const group = await db
    .selectFrom('option_groups')
    .select(['name', 'selection'])
    .where('institution_code', '=', who.institutionCode)
    .where('group_code', '=', values.groupCode)
    .forUpdate()
    .executeTakeFirst();
  if (!group) throw invalid('オプション分類を選択してください。');
  if (values.frameCode !== null) {
    const frame = await db
      .selectFrom('frames')
      .select('frame_code')
      .where('institution_code', '=', who.institutionCode)
      .where('frame_code', '=', values.frameCode)
      .executeTakeFirst();
    if (!frame) throw invalid('予約枠を選択してください。');
  }
  if (!values.isInitial) return;
  if (group.selection === 'multiple') {
    throw invalid(`オプション分類「${group.name}」は複数選択のため、初期値は設定できません。`);
  }
  const other = await db
    .selectFrom('option_items')
    .select(['option_code', 'name'])
    .where('institution_code', '=', who.institutionCode)
    .where('group_code', '=', values.groupCode)
    .where('is_initial', '=', true)
    .executeTakeFirst();
  if (other && other.option_code !== ownCode) {
    throw refused(
      `オプション分類「${group.name}」の初期値は「${other.name}」に設定されています。先に「${other.name}」の初期値を外してください。`,
    );
  }
}

async function readOptionItems(db: Db, who: Administrator) {
  const rows = await db
    .selectFrom('option_items as o')
    .innerJoin('option_groups as g', (join) =>
      join.onRef('g.institution_code', '=', 'o.institution_code').onRef('g.group_code', '=', 'o.group_code'),
    )
    .leftJoin('frames as f', (join) =>
      join.onRef('f.institution_code', '=', 'o.institution_code').onRef('f.frame_code', '=', 'o.frame_code'),
    )
    .select(['o.group_code as groupCode', 'g.name as groupName', 'o.option_code as optionCode', 'o.sort', 'o.name'])
    .select(['o.internal_name as internalName', 'o.frame_code as frameCode', 'f.name as frameName'])
    .select('o.is_initial as isInitial')
    .where('o.institution_code', '=', who.institutionCode)
    .orderBy('g.sort')
    .orderBy('o.group_code')
    .orderBy('o.sort')
    .orderBy('o.option_code')
    .execute();
  return rows.map((row) => ({ ...row, frameName: row.frameName ?? '' }));
}
