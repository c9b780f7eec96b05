// What rounds tell: a machine's pace changes within minutes, so that a ratio is believed only where its reference kept its pace.

/** A reference that moved by more than this within the rounds tells of the machine and not of the row. */
export const MOST_MOVED = 0.25;

/** How many calls a second, of the act and of its reference, one round after the other. */
export interface Paces {
  act: readonly number[];
  reference: readonly number[];
}

export type Verdict = 'met' | 'missed' | 'unsettled';

export interface Judged {
  /** The median of the rounds: how fast the act is of its reference; 1 is as fast. */
  ratio: number;
  /** The slowest and the fastest round. */
  low: number;
  high: number;
  /** How far the reference moved: from its slowest to its fastest round, of its median. */
  moved: number;
  verdict: Verdict;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Each round's act is compared with the reference of the same round, since both met the same minute. */
export function judge({ act, reference }: Paces, least: number): Judged {
  if (act.length === 0 || act.length !== reference.length) throw new Error('a round has an act and a reference');
  const ratios = act.map((pace, round) => pace / (reference[round] ?? Number.NaN));
  const ratio = median(ratios);
  const moved = (Math.max(...reference) - Math.min(...reference)) / median(reference);
  const verdict = moved > MOST_MOVED ? 'unsettled' : ratio >= least ? 'met' : 'missed';
  return { ratio, low: Math.min(...ratios), high: Math.max(...ratios), moved, verdict };
}
