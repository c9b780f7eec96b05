// Examination items: what a course can consist of, such as an electrocardiogram.
import { masterLog } from '#masters/contract-log.ts';
import { officeCalls } from '#wire/call.ts';
import { integer, versionAnswered, versionSent } from '#wire/fields.ts';
import { list, nested, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const { read, write } = officeCalls('MasterWKKMM');
const log = masterLog('検査項目マスタ', ({ itemCode }: { itemCode: string }) => itemCode);

const key = { itemCode: text('kmcd', '検査項目コード', { required: true, exact: 4 }) };

const values = {
  sort: integer('sort', '並び', { max: 99, sentence: '並びは半角整数で入力してください。' }),
  name: text('kmnm', '名称', { required: true, max: 120 }),
};

export const examItemValues = record(values);

const stored = record({ ...key, ...values });
const rows = list('listKKMM', '検査項目の一覧', stored, 'upper');

export const listExamItems = read('List', { reply: record({ rows }) });

export const openExamItem = read('Detail', {
  request: record(key),
  reply: record({ ...versionAnswered, record: nested('singleKKMM', '検査項目', stored, 'upper') }),
});

/** Where a new one would stand: behind all others. */
export const beginExamItem = read('RegisterFirstDisplay', { reply: record({ sort: values.sort }) });

export const updateExamItem = write('Update', {
  log: log.update,
  request: record({ ...key, ...values, ...versionSent }),
  reply: record(versionAnswered),
});

export const registerExamItem = write('Register', { log: log.register, request: examItemValues });

export const deleteExamItem = write('Delete', {
  log: log.remove,
  request: record({ ...key, ...versionSent }),
  reply: record({ rows }),
});
