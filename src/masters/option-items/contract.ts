// Options that an examinee can add to a course, each in its category.
import { masterLog } from '#masters/contract-log.ts';
import { officeCalls } from '#wire/call.ts';
import { SELECTION, YES } from '#wire/choices.ts';
import { choice, flag, ifSent, integer, orNone, versionAnswered, versionSent } from '#wire/fields.ts';
import { flat, list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const { read, write } = officeCalls('MasterWOPKM');
const log = masterLog(
  'オプション項目マスタ',
  ({ groupCode, optionCode }: { groupCode: string; optionCode: string }) => `${groupCode}-${optionCode}`,
);

const groupCode = text('opbr', 'オプション分類', {
  required: true,
  exact: 4,
  sentences: { required: 'オプション分類を選択してください。' },
});
const frameCode = text('waku', '予約枠', { exact: 4 });
const selection = choice('trkb', '選択方法', SELECTION);

const key = { groupCode, optionCode: text('opcd', 'オプション項目コード', { required: true, exact: 4 }) };

const listed = {
  groupCode,
  sort: integer('sort', '並び', { max: 99 }),
  name: text('opnm', '名称', { required: true, max: 120 }),
  internalName: text('nbnm', '内部名称', { max: 120 }),
  frameCode: orNone(frameCode, ''),
  isInitial: flag('dffg', '初期値', YES),
};

const values = { ...listed, sends: flag('hsfg', '発送', YES, { empty: false }) };

export const optionItemValues = record(values);

const rows = list(
  'listOPKM',
  'オプション項目の一覧',
  record({
    ...key,
    ...listed,
    groupName: text('brnm', 'オプション分類の名称'),
    frameName: text('wknm', '予約枠の名称'),
  }),
  'upper',
);

export const listOptionItems = read('List', { reply: record({ rows }) });

export const lookUpForOptionItem = read('RegisterFirstDisplay', {
  /** Left out, no group is chosen yet. */
  request: record({ groupCode: orNone(groupCode, '') }),
  reply: record({
    /** Where a new one would stand in that group: behind all others. */
    sort: values.sort,
    groups: list('listOPBR', 'オプション分類', record({ groupCode, name: text('brnm', '名称'), selection }), 'upper'),
    frames: list('listWAKU', '予約枠', record({ frameCode, name: text('wknm', '名称') }), 'upper'),
  }),
});

export const openOptionItem = read('Detail', {
  request: record(key),
  reply: record({ ...versionAnswered, record: flat('オプション項目', record({ ...key, ...values })), selection }),
});

export const updateOptionItem = write('Update', {
  log: log.update,
  request: record({ ...key, ...values, sends: ifSent(values.sends), ...versionSent }),
  reply: record(versionAnswered),
});

export const registerOptionItem = write('Register', { log: log.register, request: optionItemValues });

export const deleteOptionItem = write('Delete', {
  log: log.remove,
  request: record({ ...key, ...versionSent }),
  reply: record({ rows }),
});
