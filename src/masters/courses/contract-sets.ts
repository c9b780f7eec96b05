// The sets of rows of a course: which examinations it contains, which frames a booking uses, what it costs, and which options it offers,
// one category's at a time; each row says for whom. Each set is opened and saved as a whole, and those with conditions lose rows one by one.
import { findConflicts, OPTION_CONFLICT } from '#domain/offer/course-rows.ts';
import { masterLog } from '#masters/contract-master.ts';
import { type Call, officeCalls } from '#wire/call.ts';
import { EXTENT } from '#wire/choices.ts';
import type { AnyField } from '#wire/field.ts';
import { choice, versionAnswered, versionSent } from '#wire/fields.ts';
import { type Fields, list, type RecordOf, record, type ValueOf } from '#wire/record.ts';
import { editedRows, recordStatus, touchedRows } from '#wire/rows.ts';
import type { Rule } from '#wire/rules.ts';
import { text } from '#wire/texts.ts';
import {
  agesInOrder,
  amount,
  type CourseKey,
  categories,
  category,
  categoryOrAll,
  chosen,
  conditionCode,
  courseKey,
  formatCourseKey,
  heading,
  people,
} from './contract-fields.ts';

// Beside fields that each set brings along, types can't follow the key.
const log = masterLog('コースマスタ', (sent: unknown) => formatCourseKey((sent as { key: CourseKey }).key));

/** Thousands of rows in one form, in bytes. */
const ROWS_LIMIT = 1024 * 1024;

interface Spec<E extends AnyField, L extends AnyField, W extends Fields, A extends Fields> {
  what: string;
  /** The rows as the grid sends them, and as they are answered. */
  edited: E;
  listed: L;
  which: W;
  around: A;
  /** About all rows of the grid. */
  rules?: readonly Rule<ValueOf<{ rows: E }>>[];
}

function rowSet<E extends AnyField, L extends AnyField, W extends Fields, A extends Fields>(
  family: string,
  spec: Spec<E, L, W, A>,
) {
  const { read, write } = officeCalls(family);
  const which = { key: courseKey, ...spec.which };
  const reply = record({ ...versionAnswered, ...heading, ...spec.which, ...spec.around, rows: spec.listed });
  return {
    grid: record({ rows: spec.edited }, spec.rules),
    open: read('FirstDisplay', { request: record(which), reply }),
    update: write('Update', {
      log: log.about(`更新（${spec.what}）`),
      request: record({ ...which, rows: spec.edited, ...versionSent }),
      reply,
      bodyLimit: ROWS_LIMIT,
    }),
  };
}

/** The same with the deletion of a row, which `named` finds among the others. */
function conditionSet<E extends AnyField, L extends AnyField, W extends Fields, A extends Fields, N extends Fields>(
  family: string,
  { named, ...spec }: Spec<E, L, W, A> & { named: N },
) {
  const set = rowSet(family, spec);
  const request = record({ key: courseKey, ...spec.which, ...named, ...versionSent });
  return {
    ...set,
    remove: officeCalls(family).write('Delete', {
      log: log.about(`削除（${spec.what}）`),
      request,
      reply: set.open.reply,
    }),
  };
}

type OfficeCall<I, O> = Call<RecordOf<I>, RecordOf<O>, 'administrator'>;
type Sent = { version: string | null };

/** The calls of a set whose rows are `T`, for those who say `W` to mean them and get `R`. */
export interface RowCalls<W, T, R> {
  open: OfficeCall<W, R>;
  search?: OfficeCall<W, R>;
  update: OfficeCall<NoInfer<W> & Sent & { rows: T[] }, NoInfer<R>>;
}

/** Of those that can be deleted, by `N`. */
export interface ConditionCalls<W, T, R, N> extends RowCalls<W, T, R> {
  remove: OfficeCall<NoInfer<W> & Sent & N, NoInfer<R>>;
}

export const ITEM_EXTENT = { ...EXTENT, none: '9' } as const;

const itemRow = {
  itemCode: chosen('kmcd', '検査項目', 4),
  extent: choice('jskb', '実施区分', ITEM_EXTENT),
  status: recordStatus,
};

export const itemSet = rowSet('MasterWIRKM', {
  what: '検査項目',
  edited: editedRows('検査項目', record(itemRow)),
  listed: list('listIrkm', '検査項目', { ...itemRow, name: text('kmnm', '検査項目名') }),
  which: {},
  around: {},
});

const frameRow = {
  conditionCode,
  ...category,
  ...people,
  frameCode: chosen('waku', '予約枠', 4),
  status: recordStatus,
};
const frameName = text('wknm', '予約枠の名称');

export const frameSet = conditionSet('MasterWKSWK', {
  what: '予約枠',
  edited: editedRows('予約枠', record(frameRow, [agesInOrder])),
  listed: list('listKswk', 'コースの予約枠', { ...frameRow, frameName }),
  which: {},
  around: {
    categories,
    frames: list('listWaku', '予約枠', { frameCode: text('waku', '予約枠コード'), name: frameName }),
  },
  named: { conditionCode },
});

const priceRow = { conditionCode, ...category, ...people, amount, status: recordStatus };

export const priceSet = conditionSet('MasterWRKKS', {
  what: '料金',
  edited: editedRows('料金', record(priceRow, [agesInOrder])),
  listed: list('listRkks', 'コースの料金', record(priceRow)),
  which: {},
  around: { categories },
  named: { conditionCode },
});

const FAMILY = 'MasterWRKOP';

const option = { groupCode: chosen('opbr', 'オプション', 4), optionCode: chosen('opcd', 'オプション', 4) };
const row = { ...option, conditionCode, ...people, amount, status: recordStatus };

/** Rows of one option are in each other's way where they fit the same person. */
export const optionOf = ({ groupCode, optionCode }: { groupCode: string; optionCode: string }) =>
  `${groupCode}/${optionCode}`;

const set = conditionSet(FAMILY, {
  what: 'オプション',
  edited: editedRows('オプション', record(row, [agesInOrder])),
  listed: list('listRkop', 'コースのオプション', {
    ...row,
    groupName: text('brnm', 'オプション分類名'),
    name: text('opnm', 'オプション名'),
  }),
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

export const optionSet = {
  ...set,
  search: officeCalls(FAMILY).read('Search', { request: set.open.request, reply: set.open.reply }),
};
