// Which examinations a course contains, in whole or in part.

import { officeCalls } from '#wire/call.ts';
import { EXTENT } from '#wire/choices.ts';
import { choice, text } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { editedRows, recordStatus } from '#wire/rows.ts';
import { versionAnswered, versionSent } from '#wire/version.ts';
import { chosen, courseKey, heading, ROWS_LIMIT } from './contract-fields.ts';

const { read, write } = officeCalls('MasterWIRKM');

const row = {
  itemCode: chosen('kmcd', '検査項目', 4),
  extent: choice('jskb', '実施区分', { ...EXTENT, none: '9' }),
  status: recordStatus,
};

const rows = editedRows('検査項目', record(row), {
  itemCode: 'kmcds',
  extent: 'jskbs',
  status: 'recordStatuses',
});

/** What the grid edits. */
export const itemRows = record({ rows });

const reply = record({
  ...versionAnswered,
  ...heading,
  rows: list('listIrkm', '検査項目', record({ ...row, name: text('kmnm', '検査項目名') })),
});

export const openItems = read('FirstDisplay', { request: record({ key: courseKey }), reply });

export const updateItems = write('Update', {
  request: record({ key: courseKey, rows, ...versionSent }),
  reply,
  bodyLimit: ROWS_LIMIT,
});
