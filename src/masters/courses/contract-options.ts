// The option rows of a course: which options it offers at what price, for whom; one category's at a time.
import { findConflicts, OPTION_CONFLICT } from '#domain/offer/course-rows.ts';
import { officeCalls } from '#wire/call.ts';
import { text } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { editedRows, recordStatus, touchedRows } from '#wire/rows.ts';
import { versionAnswered, versionSent } from '#wire/version.ts';
import {
  agesInOrder,
  amount,
  categories,
  categoryOrAll,
  chosen,
  conditionCode,
  courseKey,
  heading,
  people,
  peopleCodes,
  ROWS_LIMIT,
} from './contract-fields.ts';

const { read, write } = officeCalls('MasterWRKOP');

const option = { groupCode: chosen('opbr', 'オプション', 4), optionCode: chosen('opcd', 'オプション', 4) };
const row = { ...option, conditionCode, ...people, amount, status: recordStatus };

const rows = editedRows('オプション', record(row, [agesInOrder]), {
  groupCode: 'opbrs',
  optionCode: 'opcds',
  conditionCode: 'jkcds',
  ...peopleCodes,
  amount: 'kngks',
  status: 'recordStatuses',
});

/** Rows of one option are in each other's way where they fit the same person. */
export const optionOf = ({ groupCode, optionCode }: { groupCode: string; optionCode: string }) =>
  `${groupCode}/${optionCode}`;

/** What the grid edits: rows of one category. Those of others may be in the way too, of which only the server knows. */
export const optionRows = record({ rows }, [
  ({ rows: all }, say) => {
    const ofOneCategory = <R>(row: R) => ({ ...row, categoryCode: null });
    const written = touchedRows(all);
    const kept = all.flatMap((row) => (row?.status === 'saved' ? [ofOneCategory(row)] : []));
    const conflicts = findConflicts(
      written.map(({ row }) => ofOneCategory(row)),
      kept,
      optionOf,
    );
    for (const place of conflicts) {
      const at = written[place]?.at ?? 0;
      say('rows', `${at + 1}行目の${OPTION_CONFLICT}`, [at, 'ageFrom']);
    }
  },
]);

const which = { key: courseKey, categoryCode: categoryOrAll };

const reply = record({
  ...versionAnswered,
  ...heading,
  categoryCode: categoryOrAll,
  categories,
  rows: list(
    'listRkop',
    'コースのオプション',
    record({ ...row, groupName: text('brnm', 'オプション分類名'), name: text('opnm', 'オプション名') }),
  ),
});

export const openOptions = read('FirstDisplay', { request: record(which), reply });

export const searchOptions = read('Search', { request: record(which), reply });

export const updateOptions = write('Update', {
  request: record({ ...which, rows, ...versionSent }),
  reply,
  bodyLimit: ROWS_LIMIT,
});

export const deleteOptionRow = write('Delete', {
  request: record({ ...which, ...option, conditionCode, ...versionSent }),
  reply,
});
