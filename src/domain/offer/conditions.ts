// Condition rows of a course: whom a row fits, and which row goes first for somebody who is not known yet.

export type Sex = 'male' | 'female';
/** In full, and where a column is narrow. */
export const SEX_WORDS = { male: '男性', female: '女性' } as const satisfies Record<Sex, string>;
export const SHORT_SEX_WORDS = { male: '男', female: '女' } as const satisfies Record<Sex, string>;

/** A null category or sex means "any". */
export interface Condition {
  conditionCode: string;
  categoryCode: string | null;
  sex: Sex | null;
  ageFrom: number;
  ageTo: number;
}

/** The category of somebody who has none: only rows for any category fit. */
export const NO_CATEGORY = '';

/** What is known of a person; null = not known yet, and then every row fits in that respect. */
export interface PersonTraits {
  categoryCode: string | null;
  sex: Sex | null;
  age: number | null;
}

export const UNKNOWN_PERSON: PersonTraits = { categoryCode: null, sex: null, age: null };

/** The age that screens assume of somebody whose birth date nobody knows yet. */
export const ASSUMED_AGE = 40;

const agree = <T>(wanted: T | null, known: T | null) => wanted === null || known === null || wanted === known;
const includesAge = (row: Condition, age: number) => row.ageFrom <= age && age <= row.ageTo;

export function rowFits(row: Condition, person: PersonTraits): boolean {
  return (
    agree(row.categoryCode, person.categoryCode) &&
    agree(row.sex, person.sex) &&
    (person.age === null || includesAge(row, person.age))
  );
}

/** The rows that fit, the one to show first at the front: holding the assumed age, common to all, lowest code. */
export function fittingRows<R extends Condition>(rows: readonly R[], person: PersonTraits): R[] {
  const fitting = rows.filter((row) => rowFits(row, person));
  if (fitting.length < 2) return fitting;
  const rank = (row: R) =>
    (person.age === null && !includesAge(row, ASSUMED_AGE) ? 2 : 0) +
    (row.categoryCode === null && row.sex === null ? 0 : 1);
  return fitting.sort((a, b) => rank(a) - rank(b) || (a.conditionCode < b.conditionCode ? -1 : 1));
}

export function rowsOverlap(a: Condition, b: Condition): boolean {
  return agree(a.categoryCode, b.categoryCode) && agree(a.sex, b.sex) && a.ageFrom <= b.ageTo && b.ageFrom <= a.ageTo;
}

/** Whether it matters who the person is: some row asks for a sex, or the rows do not share one range of ages. */
export function dependsOnPerson(rows: readonly Condition[]): boolean {
  const [first] = rows;
  return rows.some((row) => row.sex !== null || row.ageFrom !== first?.ageFrom || row.ageTo !== first?.ageTo);
}
