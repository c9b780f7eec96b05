// The option rows of a course: which options it offers at what price, for whom; one category's at a time.
import { findConflicts, OPTION_CONFLICT } from '#domain/offer/course-rows.ts';
import { officeCalls } from '#wire/call.ts';
import { list, record } from '#wire/record.ts';
import { editedRows, recordStatus, touchedRows } from '#wire/rows.ts';
import { text } from '#wire/texts.ts';
import { agesInOrder, amount, categories, categoryOrAll, chosen, conditionCode, people } from './contract-fields.ts';
import { conditionSet } from './contract-rows.ts';

const FAMILY = 'MasterWRKOP';

const option = { groupCode: chosen('opbr', 'オプション', 4), optionCode: chosen('opcd', 'オプション', 4) };
const row = { ...option, conditionCode, ...people, amount, status: recordStatus };

/** Rows of one option are in each other's way where they fit the same person. */
export const optionOf = ({ groupCode, optionCode }: { groupCode: string; optionCode: string }) =>
  `${groupCode}/${optionCode}`;

const set = conditionSet(FAMILY, {
  what: 'オプション',
  edited: editedRows('オプション', record(row, [agesInOrder])),
  listed: list(
    'listRkop',
    'コースのオプション',
    record({ ...row, groupName: text('brnm', 'オプション分類名'), name: text('opnm', 'オプション名') }),
  ),
  which: { categoryCode: categoryOrAll },
  around: { categories },
  named: { ...option, conditionCode },
  rules: [
    // The grid holds rows of one category. Those of others may be in the way too, of which only the server knows.
    ({ rows: all }, report) => {
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
        report('rows', `${at + 1}行目の${OPTION_CONFLICT}`, [at, 'ageFrom']);
      }
    },
  ],
});

const { request, reply } = set.open;
export const optionSet = { ...set, search: officeCalls(FAMILY).read('Search', { request, reply }) };
