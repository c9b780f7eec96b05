// Sheets of labels, true to the millimetre: drawn as a picture, so that every place stands where the paper has it.
import { inThrees } from '#backoffice/shared/in-threes.ts';
import { PaperSheet } from '#backoffice/shared/print-page.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { type LabelPaper, type PlacedLabel, placeOf, placesOn, pointsFor } from './label-paper.ts';
import type { Labelled } from './label-people.ts';
import styles from './label-sheets.module.css';

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
