// CSV output patterns: which items a file holds, in which order, and which pattern is chosen at first.
import { NEW_PATTERN } from '#domain/offer/sentinels.ts';
import { officeCalls } from '#wire/call.ts';
import { flag, integer, versionAnswered, versionSent } from '#wire/fields.ts';
import { columns, list, record, type Value } from '#wire/record.ts';
import { recordStatus } from '#wire/rows.ts';
import { text } from '#wire/texts.ts';
import { itemNamed, itemSent, position } from './contract-items.ts';

export const PATTERN_LIST_PATH = '/CSVPatternList';

export const NO_ITEM = 'CSV出力項目は１項目以上の登録が必要です。';
export const NO_PATTERN_CHOSEN = 'コピーするパターンを選んでください。';
/** Far beyond what anybody reads, and little enough for a server that makes 100,000 lines of them. */
const MOST_ITEMS = 500;

const patternCode = text('ptcd', 'パターンコード', { required: true });
const name = text('ptnm', 'パターン名', { required: true, max: 60 });
const isInitial = flag('dffg', '初期表示', { on: '1', off: '0' });

/** Of one that is not saved yet, the server gives the code. */
const logOf = (note: string) => ({
  act: 'pattern' as const,
  note,
  subject: ({ patternCode: code }: { patternCode: string }) =>
    code === NEW_PATTERN ? 'CSVパターン' : `CSVパターン ${code}`,
});

const rows = list('csv1List', 'CSVパターンの一覧', { patternCode, name, isInitial });

const { read: readList, write: writeList } = officeCalls('CSVPatternList', { least: 'reception' });

export const listPatterns = readList('FirstDisplay', { reply: record({ rows }) });

export const copyPattern = writeList('Copy', {
  log: { ...logOf('登録'), subject: () => 'CSVパターン' },
  request: record({
    patternCode: text('ptcd', 'パターンコード', { required: true, sentences: { required: NO_PATTERN_CHOSEN } }),
  }),
  reply: record({ rows }),
});

export const deletePattern = writeList('Delete', {
  log: logOf('削除'),
  request: record({ patternCode }),
  reply: record({ rows }),
});

const key = (code: string) => integer(code, '番号', { min: 1, max: 99_999 });

const detail = record({
  patternCode,
  // A pattern that is not saved yet has none.
  name: text('ptnm', 'パターン名', { max: 60 }),
  isInitial,
  ...versionAnswered,
  addable: list('csvAddList', '追加可能項目', { key: key('recordKey'), ...itemNamed }),
  output: list('csvOutList', 'CSV出力項目', { position, key: key('nbr'), ...itemNamed, status: recordStatus }),
});

const { read, write } = officeCalls('CSVPatternDetail', { least: 'reception' });

export const openPattern = read('FirstDisplay', { request: record({ patternCode }), reply: detail });

export const patternValues = record({ name, isInitial });

export const savePattern = write('Register', {
  log: logOf('更新'),
  request: record({
    patternCode,
    name,
    isInitial,
    ...versionSent,
    items: columns('CSV出力項目', itemSent, {
      position: 'recordNumbers',
      kind: 'zkkbs',
      attribute: 'zkcds',
      groupCode: 'opbrs',
      optionCode: 'opcds',
    }),
  }).rule(({ items }, report) => {
    if (items.length === 0) report('items', NO_ITEM);
    if (items.length > MOST_ITEMS) report('items', `CSV出力項目は${MOST_ITEMS}項目以内で登録してください。`);
  }),
  reply: detail,
  failures: { Invalid: 13 },
});

export type Pattern = Value<typeof detail>;
export type AddableItem = Pattern['addable'][number];
export type OutputItem = Pattern['output'][number];
