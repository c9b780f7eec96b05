// Option categories: groups of options of which an examinee chooses one, or any number.
import { masterLog } from '#masters/contract-log.ts';
import { officeCalls } from '#wire/call.ts';
import { SELECTION } from '#wire/choices.ts';
import { choice, integer, versionAnswered, versionSent } from '#wire/fields.ts';
import { list, nested, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const { read, write } = officeCalls('MasterWOPBR');
const log = masterLog('オプション分類マスタ', ({ groupCode }: { groupCode: string }) => groupCode);

const key = { groupCode: text('opbr', 'オプション分類コード', { required: true, exact: 4 }) };

const values = {
  sort: integer('sort', '並び', { max: 99 }),
  name: text('brnm', '名称', { required: true, max: 120 }),
  internalName: text('nbnm', '内部名称', { max: 120 }),
  description: text('mem1', '説明', { max: 2000, multiline: true }),
  selection: choice('trkb', '選択方法', SELECTION),
};

export const optionGroupValues = record(values);

const stored = record({ institutionCode: text('ircd', '医療機関コード'), ...key, ...values });
const rows = list('listOPBR', 'オプション分類の一覧', stored, 'upper');

export const listOptionGroups = read('List', { reply: record({ rows }) });

export const openOptionGroup = read('Detail', {
  request: record(key),
  reply: record({ ...versionAnswered, record: nested('singleOPBR', 'オプション分類', stored, 'upper') }),
});

/** Where a new one would stand: behind all others. */
export const beginOptionGroup = read('RegisterFirstDisplay', { reply: record({ sort: values.sort }) });

export const updateOptionGroup = write('Update', {
  log: log.update,
  request: record({ ...key, ...values, ...versionSent }),
  reply: record(versionAnswered),
});

export const registerOptionGroup = write('Register', { log: log.register, request: optionGroupValues });

export const deleteOptionGroup = write('Delete', {
  log: log.remove,
  request: record({ ...key, ...versionSent }),
  reply: record({ rows }),
});
