// The table of faults as it stands in docs/reliability.md.
import type { Errors } from './load.ts';

/** One fault, as often as it was tried. */
export interface Row {
  fault: string;
  goalMs?: number;
  gapsMs: number[];
  bookings: number;
  errors: Errors;
  lost: number;
  doubled: number;
  oversold: number;
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

export function drawTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const goal = row.goalMs === undefined ? '' : `${row.goalMs / 1000} s`;
    const errors = Object.entries(row.errors).map(([what, count]) => `${count} x ${what}`);
    return [
      row.fault,
      row.gapsMs.length,
      `${row.gapsMs.map(seconds).join(', ')} s`,
      goal,
      row.bookings,
      errors.join(', ') || 'none',
      `${row.lost} / ${row.doubled} / ${row.oversold}`,
    ].join(' | ');
  });
  return [
    '| fault | n | longest time without a booking | goal | bookings | errors that clients saw | lost / doubled / oversold |',
    '|---|---|---|---|---|---|---|',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n');
}
