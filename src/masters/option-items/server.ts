// Keeps the option items.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { fourDigits, insertMaster, opened, ownKey, readFrames, selectFields, toColumns } from '#masters/records.ts';
import {
  deleteRecords,
  handleSave,
  lockMaster,
  nextCode,
  nextSort,
  refuseIfUsed,
  updateMaster,
} from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input, Reply } from '#wire/call.ts';
import { invalid, refused } from '#wire/failure.ts';
import { lookUpForOptionItem, optionItemCalls } from './contract.ts';

type Values = Pick<Input<typeof optionItemCalls.update>, 'groupCode' | 'frameCode' | 'isInitial'>;

interface Group {
  groupCode: string;
  name: string;
  selection: 'single' | 'multiple';
}

const GROUP = 'select group_code as "groupCode", name, selection from option_groups where institution_code = $1';

const readGroups = query<Group>(`${GROUP} order by sort, group_code`);

const lockGroup = query<Group>(`${GROUP} and group_code = $2 for update`);

const readInitial = query<{ optionCode: string; name: string }>(`
  select option_code as "optionCode", name from option_items
   where institution_code = $1 and group_code = $2 and is_initial`);

type Opened = Omit<Reply<typeof optionItemCalls.open>, 'record'> & Reply<typeof optionItemCalls.open>['record'];

const readOne = query<Opened>(`
  select ${selectFields(optionItemCalls.stored, 'o.')}, o.version::text, g.selection
    from option_items o join option_groups g using (institution_code, group_code)
   where institution_code = $1 and group_code = $2 and o.option_code = $3`);

const readAll = query<Reply<typeof optionItemCalls.list>['rows'][number] & { sends: boolean }>(`
  select ${selectFields(optionItemCalls.stored, 'o.')}, g.name as "groupName", coalesce(f.name, '') as "frameName"
    from option_items o join option_groups g using (institution_code, group_code)
    left join frames f using (institution_code, frame_code)
   where institution_code = $1
   order by g.sort, group_code, o.sort, o.option_code`);

export const optionItemHandlers: Handler[] = [
  handle(optionItemCalls.list, async (db, who) => ({ rows: await readAll(db, who.institutionCode) })),

  handle(lookUpForOptionItem, async (db, who, { groupCode }) => ({
    groups: await readGroups(db, who.institutionCode),
    frames: await readFrames(db, who.institutionCode),
    sort: await nextSort(db, 'option_items', ownKey(who, { groupCode: groupCode ?? '' })),
  })),

  handle(optionItemCalls.open, async (db, who, { groupCode, optionCode }) => {
    const { record, version } = opened(await readOne(db, who.institutionCode, groupCode, optionCode));
    return { record, selection: record.selection, version };
  }),

  handleSave(optionItemCalls.register, async (db, who, values) => {
    await check(db, who, values, null);
    const optionCode = await nextCode(db, who, `options:${values.groupCode}`, fourDigits);
    await insertMaster(db, 'option_items', { ...ownKey(who, { optionCode }), ...toColumns(values) });
    return {};
  }),

  handleSave(optionItemCalls.update, async (db, who, { groupCode, optionCode, version, ...values }) => {
    const own = ownKey(who, { groupCode, optionCode });
    await lockMaster(db, who, 'option_items', own, version);
    await check(db, who, { groupCode, ...values }, optionCode);
    return updateMaster(db, 'option_items', own, { ...toColumns(values), sends: values.sends ?? undefined });
  }),

  handleSave(optionItemCalls.remove, async (db, who, { groupCode, optionCode, version }) => {
    const own = ownKey(who, { groupCode, optionCode });
    const { name } = await lockMaster(db, who, 'option_items', own, version);
    await refuseIfUsed(db, `オプション項目「${name}」`, [
      { by: 'コースのオプション', table: 'course_options', where: own },
      { by: '予約', table: 'reservation_options', where: own },
      { by: 'CSVパターンの項目', table: 'csv_pattern_items', where: own },
    ]);
    await deleteRecords(db, ['option_items'], own);
    return { rows: await readAll(db, who.institutionCode) };
  }),
];

/** What only the database knows; the category stays locked, so that its method and its initial value hold until the end. */
async function check(
  db: Db,
  { institutionCode }: Administrator,
  values: Values,
  ownCode: string | null,
): Promise<void> {
  const { groupCode, frameCode } = values;
  const [group] = await lockGroup(db, institutionCode, groupCode);
  if (!group) throw invalid('オプション分類を選択してください。');
  if (frameCode !== null && !(await readFrames(db, institutionCode)).some((frame) => frame.frameCode === frameCode)) {
    throw invalid('予約枠を選択してください。');
  }
  if (!values.isInitial) return;
  if (group.selection === 'multiple') {
    throw invalid(`オプション分類「${group.name}」は複数選択のため、初期値は設定できません。`);
  }
  const [other] = await readInitial(db, institutionCode, groupCode);
  if (other && other.optionCode !== ownCode) {
    throw refused(
      `オプション分類「${group.name}」の初期値は「${other.name}」に設定されています。先に「${other.name}」の初期値を外してください。`,
    );
  }
}
