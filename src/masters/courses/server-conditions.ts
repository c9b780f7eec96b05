// Rows with conditions of a course: what is checked before they are saved, and the columns they have in common.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { type Condition, rowsOverlap } from '#domain/offer/conditions.ts';
import { findConflicts, freeRowCodes, MAX_ROWS, type Scope } from '#domain/offer/course-rows.ts';
import type { Administrator } from '#server/service.ts';
import { invalid, invalidWith, notFound } from '#wire/failure.ts';
import type { RecordStatus } from '#wire/rows.ts';
import type { CourseKey } from './contract-fields.ts';
import type { Written } from './server-rows.ts';

export const CONDITION = `condition_code as "conditionCode", category_code as "categoryCode", sex,
                          age_from as "ageFrom", age_to as "ageTo"`;
export const CONDITION_COLUMNS = 'condition_code, category_code, sex, age_from, age_to';
export const CONDITION_TYPES =
  '"conditionCode" text, "categoryCode" text, sex text, "ageFrom" integer, "ageTo" integer';
export const OVERWRITE_CONDITION = `category_code = excluded.category_code, sex = excluded.sex,
                                    age_from = excluded.age_from, age_to = excluded.age_to`;

const readOfClient = query<{ categoryCode: string; name: string }>(`
  select category_code as "categoryCode", name from client_categories
   where institution_code = $1 and client_code = $2 order by category_code`);

export const readCategories = (db: Db, who: Administrator, { clientCode }: CourseKey) =>
  readOfClient(db, who.institutionCode, clientCode);

/** Those that a row may be for; null is everybody. */
export async function knownCategories(db: Db, who: Administrator, key: CourseKey): Promise<Set<string | null>> {
  const categories = await readCategories(db, who, key);
  return new Set([null, ...categories.map(({ categoryCode }) => categoryCode)]);
}

type Sent<R> = Written<R & { status: RecordStatus }>;

interface RowRules<R> {
  /** Rows that take their codes from one row of numbers. */
  codesOf: Scope<R>;
  /** Rows that may not fit the same person. */
  rivalsOf: Scope<R>;
  /** Follows 「N行目の」. */
  conflict: string;
  /** What of a row is in no master: a word for it, or null. */
  unknownIn(row: R): string | null;
  /** Whether a stored row is among those that this save is about. */
  isOpen?(stored: R): boolean;
  /** What a stored row that is not among them is called, where it is in the way. */
  nameOf?(stored: R): string;
}

/** The rows to store, added or really changed, with their codes; or what is wrong with them, every row by its place. */
export function planRows<R extends Condition>(
  stored: readonly R[],
  written: readonly Sent<R>[],
  rules: RowRules<R>,
): R[] {
  const { codesOf, isOpen = () => true } = rules;
  const idOf = (row: R) => `${codesOf(row)}/${row.conditionCode}`;
  const known = new Map(stored.map((row) => [idOf(row), row]));
  const edited = written.filter(({ row }) => row.status === 'edited');
  const added = written.filter(({ row }) => row.status === 'added');
  for (const { row } of edited) {
    const before = known.get(idOf(row));
    if (!before || !isOpen(before)) throw notFound();
  }
  const codes = giveCodes(stored, added, codesOf);
  checkRows(stored, written, rules, idOf);
  const coded = written.map(({ row, at }) => ({ ...row, conditionCode: codes.get(at) ?? row.conditionCode }));
  return coded.filter((row) => {
    const before = known.get(idOf(row));
    return !before || Object.entries(before).some(([name, value]) => row[name as keyof R] !== value);
  });
}

function giveCodes<R extends Condition>(stored: readonly R[], added: readonly Sent<R>[], codesOf: Scope<R>) {
  const codes = new Map<number, string>();
  const storedBy = Map.groupBy(stored, codesOf);
  for (const [scope, rows] of Map.groupBy(added, ({ row }) => codesOf(row))) {
    const used = storedBy.get(scope)?.map(({ conditionCode }) => conditionCode) ?? [];
    const free = freeRowCodes(used, rows.length);
    if (!free) throw invalid(`登録できるのは${MAX_ROWS.toLocaleString('ja-JP')}行までです。`);
    rows.forEach(({ at }, index) => {
      codes.set(at, free[index] ?? '');
    });
  }
  return codes;
}

function checkRows<R extends Condition>(
  stored: readonly R[],
  written: readonly Sent<R>[],
  rules: RowRules<R>,
  idOf: (row: R) => string,
): void {
  const { rivalsOf, conflict, unknownIn } = rules;
  const edited = new Set<string>();
  const twice = new Set<number>();
  for (const { row, at } of written) {
    if (row.status !== 'edited') continue;
    if (edited.has(idOf(row))) twice.add(at);
    edited.add(idOf(row));
  }
  const kept = stored.filter((row) => !edited.has(idOf(row)));
  const rows: R[] = written.map(({ row }) => row);
  // Of a row that was sent twice nobody knows which is meant; and there is no end to how often it could be.
  const conflicts = new Set(twice.size > 0 ? [] : findConflicts(rows, kept, rivalsOf));
  const problems = written.flatMap(({ row, at }, place) => {
    const unknown = unknownIn(row);
    if (unknown !== null) return [{ sentence: `${at + 1}行目の${unknown}を選択してください。`, detail: '' }];
    if (twice.has(at)) return [{ sentence: `${at + 1}行目は同じ行がほかにも送信されています。`, detail: '' }];
    if (!conflicts.has(place)) return [];
    return [{ sentence: `${at + 1}行目の${conflict}`, detail: nameHidden(row, kept, rules) }];
  });
  if (problems.length > 0) throw invalidWith(problems);
}

const MOST_NAMED = 3;

function nameHidden<R extends Condition>(row: R, kept: readonly R[], rules: RowRules<R>): string {
  const { rivalsOf, isOpen = () => true, nameOf } = rules;
  if (!nameOf) return '';
  const hidden = kept.filter((other) => !isOpen(other) && rivalsOf(other) === rivalsOf(row) && rowsOverlap(row, other));
  if (hidden.length === 0) return '';
  const more = hidden.length > MOST_NAMED ? `など${hidden.length}行` : '';
  return `${hidden.slice(0, MOST_NAMED).map(nameOf).join('、')}${more}と重なっています。`;
}
