// The papers that labels are printed on, in millimetres, and who stands where on their sheets.
import { countBytes } from '#domain/text/characters.ts';

/** A4, with `code` as the side of the QR code with its quiet zone. */
export const LABEL_PAPERS = {
  up24: { name: '24面', columns: 3, rows: 8, width: 70, height: 33.9, top: 12.9, left: 0, code: 20 },
  up12: { name: '12面', columns: 2, rows: 6, width: 86.4, height: 42.3, top: 21.6, left: 18.6, code: 26 },
} as const;

export type LabelPaperName = keyof typeof LABEL_PAPERS;
export type LabelPaper = (typeof LABEL_PAPERS)[LabelPaperName];

export const placesOn = ({ columns, rows }: Pick<LabelPaper, 'columns' | 'rows'>) => columns * rows;

export interface PlacedLabel<P> {
  /** From 1, row by row from the top left. */
  place: number;
  x: number;
  y: number;
  person: P;
}

/** Copies of one person stand together; the first label of all stands at `first`, those of further sheets at 1. */
export function placeLabels<P>(
  people: readonly P[],
  { paper, copies, first }: { paper: LabelPaper; copies: number; first: number },
): PlacedLabel<P>[][] {
  const sheets: PlacedLabel<P>[][] = [];
  people
    .flatMap((person) => Array.from({ length: copies }, () => person))
    .forEach((person, index) => {
      const sheet = Math.floor((first - 1 + index) / placesOn(paper));
      sheets[sheet] ??= [];
      sheets[sheet].push({ ...placeOf(paper, ((first - 1 + index) % placesOn(paper)) + 1), person });
    });
  return sheets;
}

export function placeOf({ columns, width, height, top, left }: LabelPaper, place: number) {
  const row = Math.floor((place - 1) / columns);
  return { place, x: left + ((place - 1) % columns) * width, y: top + row * height };
}

const MM_PER_POINT = 25.4 / 72;
const SIZES = [14, 12, 11, 10, 9, 8, 7, 6] as const;

/** The points at which a text stays on one line of this width; at the smallest it wraps. */
export function pointsFor(text: string, width: number, most: 14 | 9 | 8): number {
  const fits = (points: number) => (countBytes(text) / 2) * points * MM_PER_POINT <= width;
  return SIZES.find((points) => points <= most && fits(points)) ?? 6;
}
