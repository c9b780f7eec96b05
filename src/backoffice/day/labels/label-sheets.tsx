// Sheets of labels, true to the millimetre: drawn as a picture, so that every place stands where the paper has it.
import type { ReactNode } from 'react';
import type { Sending } from '#backoffice/shared/contract-sendings.ts';
import { inThrees } from '#backoffice/shared/in-threes.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { PaperSheet } from '#backoffice/shared/print-page.tsx';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { SHORT_SEX_WORDS } from '#domain/offer/conditions.ts';
import { hyphenate } from '#domain/text/address.ts';
import { QrCode } from '#web/ui/qr-code.tsx';
import type { Slip } from '../slips/contract.ts';
import { type LabelPaper, type PlacedLabel, placeOf, placesOn, pointsFor } from './label-paper.ts';
import styles from './label-sheets.module.css';

const mm = (length: number) => `${length}mm`;

/** White at the left, where cutting and feeding are never exact; at the right the code brings its own. */
const MARGIN = { left: 4, right: 1.5, top: 2.5 };
const NUMBER_HEIGHT = 4;

interface SheetProps {
  paper: LabelPaper;
  labels: readonly PlacedLabel<{ name: string; label: ReactNode }>[];
  /** By how much this printer is off. */
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
              aria-label={person && `${place}番目 ${withNarrowBlanks(person.name)}`}
            >
              <rect
                className={styles.edge}
                width="100%"
                height="100%"
                fill={place < first ? 'url(#used-label)' : 'none'}
              />
              {person?.label}
            </svg>
          );
        })}
      </svg>
    </PaperSheet>
  );
}

export function TubeLabel({ person, paper }: { person: Slip; paper: LabelPaper }) {
  const { birthDate, sex, number } = person;
  const name = withNarrowBlanks(person.name);
  const kana = withNarrowBlanks(person.kana);
  const patient = person.patientNumber && `患 ${person.patientNumber}`;
  const width = paper.width - paper.code - MARGIN.left - MARGIN.right;
  const codeX = paper.width - paper.code - MARGIN.right;
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
          <p data-points={pointsFor(kana, width, 8)}>{kana}</p>
          <p data-points={pointsFor(name, width, 14)} className={styles.name}>
            {name}
          </p>
          <p>{`${formatOfficeDate(birthDate)}　${SHORT_SEX_WORDS[sex]}`}</p>
          {patient && <p data-points={pointsFor(patient, width, 9)}>{patient}</p>}
        </div>
      </foreignObject>
      <svg x={mm(codeX)} y={mm(codeY)} width={mm(paper.code)} height={mm(paper.code)} role="presentation">
        <QrCode text={String(number)} label={`予約番号${number}のQRコード`} isNumber />
      </svg>
      <text className={styles.number} x={mm(codeX + paper.code / 2)} y={mm(codeY + paper.code + NUMBER_HEIGHT / 2)}>
        {inThrees(number)}
      </text>
    </>
  );
}

/** A building has a line of its own. */
function linesOf({ postalCode, prefecture, city, street }: Sending): string[] {
  const [house = '', ...building] = street.split(/[ 　]+/);
  return [postalCode && `〒${hyphenate(postalCode)}`, prefecture + city, house, building.join(' ')].filter(Boolean);
}

export function AddressLabel({ person, paper }: { person: Sending; paper: LabelPaper }) {
  const width = paper.width - 2 * MARGIN.left;
  const name = `${withNarrowBlanks(person.name)} 様`;
  return (
    <>
      <foreignObject
        x={mm(MARGIN.left)}
        y={mm(MARGIN.top)}
        width={mm(width)}
        height={mm(paper.height - 2 * MARGIN.top - NUMBER_HEIGHT / 2)}
      >
        <div className={styles.texts}>
          {linesOf(person).map((line) => (
            <p key={line} data-points={pointsFor(line, width, 9)}>
              {line}
            </p>
          ))}
          <p data-points={pointsFor(name, width, 14)} className={styles.name}>
            {name}
          </p>
        </div>
      </foreignObject>
      <text className={styles.number} x={mm(paper.width - MARGIN.left - 8)} y={mm(paper.height - MARGIN.top)}>
        {inThrees(person.number)}
      </text>
    </>
  );
}
