// A CSV file with columns of its own, in place of a clerk's pattern: no reservation counts as passed on by it.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Administrator } from '#server/service.ts';
import { nameCsvFile, writeLine } from './csv-line.ts';

const insert = query(`
  insert into csv_downloads (institution_code, at, administrator_id, pattern_code) values ($1, $2, $3, $4)`);

export type Columns<Row> = Readonly<Record<string, (row: Row) => string>>;

interface Named {
  institutionName: string;
  name: string;
  /** What the access log calls it, where that is not its name. */
  subject?: string;
  /** Stands where files by patterns have theirs. */
  pattern: string;
}

export async function answerFile<Row extends { number: number }>(
  db: Db,
  who: Administrator,
  { institutionName, name, subject = name, pattern }: Named,
  columns: Columns<Row>,
  rows: readonly Row[],
) {
  await insert(db, who.institutionCode, who.now, who.userId, pattern);
  const numbers = [...new Set(rows.map(({ number }) => number))];
  who.trace = { ...who.trace, subject, details: { count: rows.length }, numbers };
  return {
    fileName: nameCsvFile(institutionName, name, who.now),
    header: writeLine(Object.keys(columns)),
    lines: rows.map((row) => writeLine(Object.values(columns).map((textOf) => textOf(row)))),
  };
}
