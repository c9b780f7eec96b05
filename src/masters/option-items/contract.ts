// Options that an examinee can add to a course, each in its category.
import { masterCalls } from '#masters/contract-master.ts';
import { officeCalls } from '#wire/call.ts';
import { SELECTION, YES } from '#wire/choices.ts';
import { choice, flag, ifSent, integer, orNone } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const groupCode = text('opbr', 'オプション分類', {
  required: true,
  exact: 4,
  sentences: { required: 'オプション分類を選択してください。' },
});
const frameCode = text('waku', '予約枠', { exact: 4 });
const selection = choice('trkb', '選択方法', SELECTION);

const listed = {
  groupCode,
  sort: integer('sort', '並び', { max: 99 }),
  name: text('opnm', '名称', { required: true, max: 120 }),
  internalName: text('nbnm', '内部名称', { max: 120 }),
  frameCode: orNone(frameCode, ''),
  isInitial: flag('dffg', '初期値', YES),
};
const values = { ...listed, sends: flag('hsfg', '発送', YES, { empty: false }) };
const key = { groupCode, optionCode: text('opcd', 'オプション項目コード', { required: true, exact: 4 }) };

export const optionItemCalls = masterCalls('MasterWOPKM', {
  title: 'オプション項目マスタ',
  noun: 'オプション項目',
  code: 'OPKM',
  key,
  values,
  /** Left out, it stays. */
  updated: { ...values, sends: ifSent(values.sends) },
  row: {
    ...key,
    ...listed,
    groupName: text('brnm', 'オプション分類の名称'),
    frameName: text('wknm', '予約枠の名称'),
  },
  isFlat: true,
  detail: { selection },
});

export const lookUpForOptionItem = officeCalls('MasterWOPKM').read('RegisterFirstDisplay', {
  /** Left out, no group is chosen yet. */
  request: record({ groupCode: orNone(groupCode, '') }),
  reply: record({
    /** Where a new one would stand in that group: behind all others. */
    sort: values.sort,
    groups: list('listOPBR', 'オプション分類', record({ groupCode, name: text('brnm', '名称'), selection }), 'upper'),
    frames: list('listWAKU', '予約枠', record({ frameCode, name: text('wknm', '名称') }), 'upper'),
  }),
});
