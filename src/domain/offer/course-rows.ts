// The condition rows of a course as a set that is edited: which of them can't stand side by side, which codes they get, and which ages they
// leave out or have twice.
import { type Condition, fittingRows, type PersonTraits, rowFits, rowsOverlap } from './conditions.ts';
import { type CourseRows, offerOptions } from './offer.ts';

/** 01 to ZZ. */
export const MAX_ROWS = 36 * 36 - 1;

const rowCode = (number: number) => number.toString(36).toUpperCase().padStart(2, '0');

/** So many codes that no row has: those after the last one, and where these are used up, the gaps. Null where there are too few. */
export function freeRowCodes(used: Iterable<string>, count: number): string[] | null {
  const taken = new Set(Array.from(used, (code) => Number.parseInt(code, 36)));
  const last = Math.max(0, ...taken);
  const free: number[] = [];
  for (let step = 1; step <= MAX_ROWS && free.length < count; step++) {
    const number = ((last + step - 1) % MAX_ROWS) + 1;
    if (!taken.has(number)) free.push(number);
  }
  return free.length < count ? null : free.map(rowCode);
}

/** Of option rows that fit the same person; follows 「N行目の」. */
export const OPTION_CONFLICT = 'オプションで性別、年齢範囲が適切ではありません。';

/** What rows must have in common to be in each other's way: nothing for prices, the frame for frames, the option for options. */
export type Scope<R> = (row: R) => string;

/**
 * The places of those among `written` that fit somebody whom another row of their scope fits too, be that one written
 * with them or kept.
 */
export function findConflicts<R extends Condition>(written: readonly R[], kept: readonly R[], scopeOf: Scope<R>) {
  const rivals = Map.groupBy([...written, ...kept], scopeOf);
  return written.flatMap((row, place) => {
    const isInTheWay = (other: R) => other !== row && rowsOverlap(row, other);
    return rivals.get(scopeOf(row))?.some(isInTheWay) ? [place] : [];
  });
}

type Missing = 'nothing' | 'prices' | 'frames' | 'both';

/** What a person would get of a course, by the rules of the booking; what is there is shown even where the rest is missing. */
export function previewOffer(rows: CourseRows, person: PersonTraits) {
  const price = fittingRows(rows.prices, person)[0] ?? null;
  const frames = rows.frames.filter((row) => rowFits(row, person));
  const options = offerOptions(rows, person).flatMap((group) => group.options);
  const hasFrames = frames.length > 0;
  const missing: Missing = price ? (hasFrames ? 'nothing' : 'frames') : hasFrames ? 'prices' : 'both';
  return { missing, price, frames, options };
}

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
