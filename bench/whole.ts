// The whole run: every row of docs/performance.md, in an order in which what is busy comes last.

import { type Figure, type Found, sayFigure } from './frame/results.ts';
import { measureRow, type Pace, type Row, sayRow } from './frame/row.ts';
import { BYTES } from './frame/scaling.ts';
import { openWorlds, type World, type Worlds } from './frame/world.ts';
import { memoryOf } from './kit.ts';
import { bigReadRows, download, extract, visitsOf } from './rows/big-reads.ts';
import { bookingRows } from './rows/booking.ts';
import { dailyRunRows } from './rows/daily-run.ts';
import { doorRows } from './rows/door.ts';
import { examineeRows } from './rows/examinee.ts';
import { institutionRows } from './rows/institutions.ts';
import { officeRows } from './rows/office.ts';
import { sendingRows } from './rows/sendings.ts';

/**
 * By subject. What books comes last: it books more among many than among few, since the bare function books there too, and whatever is
 * compared afterwards would tell of that.
 */
export const SUBJECTS: Record<string, (worlds: Worlds) => Promise<Row[]>> = {
  door: doorRows,
  examinee: examineeRows,
  institutions: institutionRows,
  office: officeRows,
  sendings: sendingRows,
  'daily-run': dailyRunRows,
  booking: bookingRows,
  'big-reads': bigReadRows,
};

/** What a process takes more while something is done. */
async function riseOf(pid: number, work: Promise<unknown>): Promise<number> {
  const before = memoryOf(pid).now;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid).now);
  }, 20);
  await work.finally(() => clearInterval(timer));
  return most - before;
}

const MOST_ROWS = 100_000;

/** Beside the rows: what is loaded takes room, and what is read as a whole takes memory. */
async function figuresOf(world: World): Promise<Figure[]> {
  const { pid } = world.service;
  const { given, rows } = visitsOf(world, MOST_ROWS);
  const inFile = Math.min(MOST_ROWS, world.institutions[0]?.reservations ?? 0);
  const countRows = (count: number) => `${count.toLocaleString('en')} rows`;
  return [
    { name: BYTES, value: world.bytesEach, unit: 'bytes' },
    {
      name: `memory of an extraction of ${countRows(rows)}, above before`,
      value: await riseOf(pid, extract(world, given)),
      unit: 'MB',
      most: 200,
    },
    {
      name: `memory of a CSV file of ${countRows(inFile)}, above before`,
      value: await riseOf(pid, download(world, inFile)),
      unit: 'MB',
      most: 150,
    },
  ];
}

export interface Sizes {
  many: number;
  few: number;
}

/** The rows whose names or subjects contain one of the words; all where none is given. */
export async function measureRows(sizes: Sizes, pace: Pace, words: readonly string[] = []): Promise<Found> {
  const { worlds, close } = await openWorlds(sizes, console.log);
  const found: Found = { rows: [], figures: [] };
  try {
    for (const [subject, make] of Object.entries(SUBJECTS)) {
      const rows = await make(worlds);
      const wanted = (name: string) => words.length === 0 || words.some((word) => `${subject} ${name}`.includes(word));
      for (const row of rows.filter(({ name }) => wanted(name))) {
        const measured = await measureRow(row, pace);
        sayRow(measured);
        found.rows.push(measured);
      }
    }
    if (words.length === 0) {
      found.figures.push(...(await figuresOf(worlds.many)));
      found.figures.forEach(sayFigure);
    }
    return found;
  } finally {
    await close();
  }
}
