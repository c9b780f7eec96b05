// Option categories: groups of options of which an examinee chooses one, or any number.
import { masterCalls } from '#masters/contract-master.ts';
import { officeCalls } from '#wire/call.ts';
import { SELECTION } from '#wire/choices.ts';
import { choice, integer } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const sort = integer('sort', '並び', { max: 99 });

export const optionGroupCalls = masterCalls('MasterWOPBR', {
  title: 'オプション分類マスタ',
  noun: 'オプション分類',
  code: 'OPBR',
  stored: { institutionCode: text('ircd', '医療機関コード') },
  key: { groupCode: text('opbr', 'オプション分類コード', { required: true, exact: 4 }) },
  values: {
    sort,
    name: text('brnm', '名称', { required: true, max: 120 }),
    internalName: text('nbnm', '内部名称', { max: 120 }),
    description: text('mem1', '説明', { max: 2000, multiline: true }),
    selection: choice('trkb', '選択方法', SELECTION),
  },
});

/** Where a new one would stand: behind all others. */
export const beginOptionGroup = officeCalls('MasterWOPBR').read('RegisterFirstDisplay', { reply: record({ sort }) });
