// Sheets of labels, true to the millimetre: who stands where on which paper, drawn as a picture, so that every place stands where the
// paper has it.
import { inThrees } from '#backoffice/shared/names.ts';
import { PaperSheet } from '#backoffice/shared/print-page.tsx';
import { countBytes } from '#domain/text/characters.ts';
import { QrCode } from '#web/ui/qr-code.tsx';
import styles from './label-sheets.module.css';

/** A4 in millimetres, with `code` as the side of the QR code with its quiet zone. */
export const LABEL_PAPERS = {
  up24: { columns: 3, rows: 8, width: 70, height: 33.9, top: 12.9, left: 0, code: 20 },
  up12: { columns: 2, rows: 6, width: 86.4, height: 42.3, top: 21.6, left: 18.6, code: 26 },
} as const;

export type LabelPaperName = keyof typeof LABEL_PAPERS;
type LabelPaper = (typeof LABEL_PAPERS)[LabelPaperName];

export const placesOn = ({ columns, rows }: Pick<LabelPaper, 'columns' | 'rows'>) => columns * rows;

interface PlacedLabel<P> {
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

function placeOf({ columns, width, height, top, left }: LabelPaper, place: number) {
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

export interface Labelled {
  number: number;
  name: string;
  /** From the top; the points are those that it has where it fits. */
  lines: readonly { text: string; points: 14 | 9 | 8; isName?: true }[];
  hasCode: boolean;
}

const mm = (length: number) => `${length}mm`;

/** White at the left, where cutting and feeding are never exact; at the right the code brings its own. */
const MARGIN = { left: 4, right: 1.5, top: 2.5 };
const NUMBER_HEIGHT = 4;

interface SheetProps {
  paper: LabelPaper;
  labels: readonly PlacedLabel<Labelled>[];
  shift: { top: number; left: number };
  title: string;
}

export function LabelSheet({ paper, labels, shift, title }: SheetProps) {
  const byPlace = new Map(labels.map((label) => [label.place, label.person]));
  const first = labels[0]?.place ?? 1;
  const places = Array.from({ length: placesOn(paper) }, (_, index) => placeOf(paper, index + 1));
  return (
    <PaperSheet paper="labels" label={title}>
      <svg className={styles.sheet} role="presentation">
        {first > 1 && (
          <pattern id="used-label" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0V8" className={styles.hatch} />
          </pattern>
        )}
        {places.map(({ place, x, y }) => {
          const person = byPlace.get(place);
          return (
            <svg
              key={place}
              x={mm(x + shift.left)}
              y={mm(y + shift.top)}
              width={mm(paper.width)}
              height={mm(paper.height)}
              role={person ? 'group' : 'presentation'}
              aria-label={person && `${place}番目 ${person.name}`}
            >
              <rect
                className={styles.edge}
                width="100%"
                height="100%"
                fill={place < first ? 'url(#used-label)' : 'none'}
              />
              {person && <Label person={person} paper={paper} />}
            </svg>
          );
        })}
      </svg>
    </PaperSheet>
  );
}

function Label({ person: { number, lines, hasCode }, paper }: { person: Labelled; paper: LabelPaper }) {
  const codeWidth = hasCode ? paper.code + MARGIN.right : MARGIN.left;
  const width = paper.width - MARGIN.left - codeWidth;
  const codeX = paper.width - codeWidth;
  const codeY = (paper.height - paper.code - NUMBER_HEIGHT) / 2;
  return (
    <>
      <foreignObject
        x={mm(MARGIN.left)}
        y={mm(MARGIN.top)}
        width={mm(width)}
        height={mm(paper.height - 2 * MARGIN.top)}
      >
        <div className={styles.texts}>
          {lines
            .filter(({ text }) => text !== '')
            .map(({ text, points, isName }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a name in kana stands twice
              <p key={at} data-points={pointsFor(text, width, points)} className={isName && styles.name}>
                {text}
              </p>
            ))}
        </div>
      </foreignObject>
      {hasCode && (
        <>
          <svg x={mm(codeX)} y={mm(codeY)} width={mm(paper.code)} height={mm(paper.code)} role="presentation">
            <QrCode text={String(number)} label={`予約番号${number}のQRコード`} isNumber />
          </svg>
          <text className={styles.number} x={mm(codeX + paper.code / 2)} y={mm(codeY + paper.code + NUMBER_HEIGHT / 2)}>
            {inThrees(number)}
          </text>
        </>
      )}
    </>
  );
}
