// Ranges of ages as a clerk sees them: which ages a set of rows leaves out or has twice, and ages that are given rows of their own.

interface Range {
  ageFrom: number;
  ageTo: number;
}

interface Stretch<R> extends Range {
  /** The rows that hold these ages: none is a gap, several an overlap. */
  rows: R[];
}

/** From the lowest age of any row to the highest, in stretches throughout which the same rows hold. */
export function stretchesOf<R extends Range>(rows: readonly R[]): Stretch<R>[] {
  const starts = [...new Set(rows.flatMap(({ ageFrom, ageTo }) => [ageFrom, ageTo + 1]))].sort((a, b) => a - b);
  return starts.slice(0, -1).map((ageFrom, at) => {
    const ageTo = (starts[at + 1] ?? 0) - 1;
    return { ageFrom, ageTo, rows: rows.filter((row) => row.ageFrom <= ageFrom && ageTo <= row.ageTo) };
  });
}

/** Years of age between two that are offered something: every second one (偶数年齢), or every fifth (節目年齢). */
const AGE_STEPS = { even: 2, milestone: 5 } as const;
export type AgeStep = keyof typeof AGE_STEPS;

export function agesBetween(kind: AgeStep, from: number, to: number): number[] {
  const step = AGE_STEPS[kind];
  const first = Math.ceil(from / step) * step;
  return first > to ? [] : Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, at) => first + at * step);
}
