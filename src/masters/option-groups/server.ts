// Keeps the option categories.
import { query } from '#db/query.ts';
import { fourDigits, insertMaster, opened, ownKey, selectFields, toColumns } from '#masters/records.ts';
import {
  deleteRecords,
  handleSave,
  lockMaster,
  nextCode,
  nextSort,
  refuseIfUsed,
  updateMaster,
} from '#server/records/masters.ts';
import { type Handler, handle } from '#server/service.ts';
import { refused } from '#wire/failure.ts';
import type { Value } from '#wire/record.ts';
import { beginOptionGroup, optionGroupCalls } from './contract.ts';

type Stored = Value<typeof optionGroupCalls.stored>;

const FIELDS = selectFields(optionGroupCalls.stored);

const readOne = query<Stored & { version: string }>(`
  select ${FIELDS}, version::text from option_groups where institution_code = $1 and group_code = $2`);

const readAll = query<Stored>(`
  select ${FIELDS} from option_groups where institution_code = $1 order by sort, group_code`);

/** Whoever gives an option the initial value locks the group too, so that it can't appear in between. */
const findInitial = query<{ name: string }>(`
  select name from option_items where institution_code = $1 and group_code = $2 and is_initial`);

export const optionGroupHandlers: Handler[] = [
  handle(optionGroupCalls.list, async (db, who) => ({ rows: await readAll(db, who.institutionCode) })),

  handle(optionGroupCalls.open, async (db, who, { groupCode }) =>
    opened(await readOne(db, who.institutionCode, groupCode)),
  ),

  handle(beginOptionGroup, async (db, who) => ({
    sort: await nextSort(db, 'option_groups', ownKey(who, {})),
  })),

  handleSave(optionGroupCalls.register, async (db, who, values) => {
    const groupCode = await nextCode(db, who, 'option-groups', fourDigits);
    await insertMaster(db, 'option_groups', { ...ownKey(who, { groupCode }), ...toColumns(values) });
    return {};
  }),

  handleSave(optionGroupCalls.update, async (db, who, { groupCode, version, ...values }) => {
    const own = ownKey(who, { groupCode });
    await lockMaster(db, who, 'option_groups', own, version);
    const [initial] = values.selection === 'multiple' ? await findInitial(db, who.institutionCode, groupCode) : [];
    if (initial) {
      throw refused(
        `オプション項目「${initial.name}」が初期値のため、選択方法を複数選択に変更できません。先に初期値を外してください。`,
      );
    }
    return updateMaster(db, 'option_groups', own, toColumns(values));
  }),

  handleSave(optionGroupCalls.remove, async (db, who, { groupCode, version }) => {
    const own = ownKey(who, { groupCode });
    const { name } = await lockMaster(db, who, 'option_groups', own, version);
    await refuseIfUsed(db, `オプション分類「${name}」`, [{ by: 'オプション項目', table: 'option_items', where: own }]);
    await deleteRecords(db, ['option_groups'], own);
    return { rows: await readAll(db, who.institutionCode) };
  }),
];
