// Which examinations a course contains, in whole or in part.
import { EXTENT } from '#wire/choices.ts';
import { choice } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { editedRows, recordStatus } from '#wire/rows.ts';
import { text } from '#wire/texts.ts';
import { chosen } from './contract-fields.ts';
import { rowSet } from './contract-rows.ts';

export const ITEM_EXTENT = { ...EXTENT, none: '9' } as const;

const row = {
  itemCode: chosen('kmcd', '検査項目', 4),
  extent: choice('jskb', '実施区分', ITEM_EXTENT),
  status: recordStatus,
};

export const itemSet = rowSet('MasterWIRKM', {
  what: '検査項目',
  edited: editedRows('検査項目', record(row)),
  listed: list('listIrkm', '検査項目', record({ ...row, name: text('kmnm', '検査項目名') })),
  which: {},
  around: {},
});
