// Examination items: what a course can consist of, such as an electrocardiogram.
import { masterCalls } from '#masters/contract-master.ts';
import { officeCalls } from '#wire/call.ts';
import { integer } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const sort = integer('sort', '並び', { max: 99, sentence: '並びは半角整数で入力してください。' });

export const examItemCalls = masterCalls('MasterWKKMM', {
  title: '検査項目マスタ',
  noun: '検査項目',
  code: 'KKMM',
  key: { itemCode: text('kmcd', '検査項目コード', { required: true, exact: 4 }) },
  values: { sort, name: text('kmnm', '名称', { required: true, max: 120 }) },
});

/** Where a new one would stand: behind all others. */
export const beginExamItem = officeCalls('MasterWKKMM').read('RegisterFirstDisplay', { reply: record({ sort }) });
