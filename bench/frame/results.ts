// What a run has found, as it is kept in bench/results: when, of which commit, on what machine, and every row.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { commitNow } from '../../scripts/fill-in.ts';
import type { MeasuredRow } from './row.ts';

const FOLDER = new URL('../results/', import.meta.url);

/** What is no ratio: memory, seconds of a start, bytes. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** None: it is told and not judged. */
  most?: number;
}

export interface Results {
  date: string;
  commit: string;
  machine: { cores: number; cpu: string; memoryGb: number; node: string };
  reservations: { many: number; few: number };
  minutes: number;
  rows: MeasuredRow[];
  figures: Figure[];
}

/** What a part of a run adds to it. */
export type Found = Pick<Results, 'rows' | 'figures'>;

/** Nothing that tells whose machine it is. */
export function describeRun(): Pick<Results, 'date' | 'commit' | 'machine'> {
  const [first] = os.cpus();
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: commitNow(),
    machine: {
      cores: os.availableParallelism(),
      cpu: first?.model.trim() || process.arch,
      memoryGb: Math.round(os.totalmem() / 2 ** 30),
      node: process.versions.node,
    },
  };
}

export const isMissed = ({ value, most }: Figure) => most !== undefined && value > most;

/** Unsettled rows are not judged. */
export function isMet({ rows, figures }: Found): boolean {
  return !rows.some(({ ratios }) => ratios.some(({ verdict }) => verdict === 'missed')) && !figures.some(isMissed);
}

export function sayFigure(figure: Figure): void {
  const { name, value, unit, most } = figure;
  const goal = most === undefined ? '' : `  (at most ${most}${isMissed(figure) ? ', MISSED' : ''})`;
  console.log(`${name}: ${value.toPrecision(4)} ${unit}${goal}`);
}

/** Figures by name, as people read them: so many digits say all that was measured. */
const short = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value);

export function keepResults(name: string, results: Results): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(new URL(`${name}.json`, FOLDER), `${JSON.stringify(results, short, 2)}\n`);
}

/** By the name of the file: `latest` of the whole run, `growth-...` of others. */
export function readResults(): Map<string, Results> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  return new Map(
    files.toSorted().map((file) => [file.slice(0, -5), JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))]),
  );
}
