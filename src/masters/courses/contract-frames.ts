// The slot rows of a course: which frames a booking uses, for whom.
import { officeCalls } from '#wire/call.ts';
import { text } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { editedRows, recordStatus } from '#wire/rows.ts';
import { versionAnswered, versionSent } from '#wire/version.ts';
import {
  agesInOrder,
  categories,
  category,
  chosen,
  conditionCode,
  courseKey,
  heading,
  people,
  peopleCodes,
  ROWS_LIMIT,
} from './contract-fields.ts';

const { read, write } = officeCalls('MasterWKSWK');

const row = { conditionCode, ...category, ...people, frameCode: chosen('waku', '予約枠', 4), status: recordStatus };

const rows = editedRows('予約枠', record(row, [agesInOrder]), {
  conditionCode: 'jkcds',
  categoryCode: 'hfkbs',
  ...peopleCodes,
  frameCode: 'wakus',
  status: 'recordStatuses',
});

/** What the grid edits. */
export const frameRows = record({ rows });

const frameName = text('wknm', '予約枠の名称');

const reply = record({
  ...versionAnswered,
  ...heading,
  categories,
  frames: list('listWaku', '予約枠', record({ frameCode: text('waku', '予約枠コード'), name: frameName })),
  rows: list('listKswk', 'コースの予約枠', record({ ...row, frameName })),
});

export const openFrames = read('FirstDisplay', { request: record({ key: courseKey }), reply });

export const updateFrames = write('Update', {
  request: record({ key: courseKey, rows, ...versionSent }),
  reply,
  bodyLimit: ROWS_LIMIT,
});

export const deleteFrameRow = write('Delete', {
  request: record({ key: courseKey, conditionCode, ...versionSent }),
  reply,
});
