// A CSV file as the server makes one: its lines, its name, and the answer that carries both.

import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { localTime } from '#domain/calendar/clock.ts';
import type { Administrator } from '#server/service.ts';

/**
 * What a spreadsheet would run as a formula. Full-width signs too, and the minus that becomes one of them in CP932. Neither blanks nor what the encoding drops keep one
 * from being the first character.
 */
const FORMULA = /^[\s\p{Variation_Selector}]*[=+\-@＝＋－＠\u2212]|^[\t\r]/u;
const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g;
const NEEDS_QUOTES = /[",]|^\s|\s$/;

const isDigitOrLetter = (unit: number) =>
  (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
const isJapanese = (unit: number) => unit >= 0x3001 && unit <= 0x9fff;
const isBlank = (unit: number) => unit === 0x20 || unit === 0x3000;
const isSign = (unit: number) => unit > 0x20 && unit < 0x7f && unit !== 0x22 && unit !== 0x2c;

/** Most values begin and go on so that there is nothing to do, which one look at each character shows. */
function isOrdinary(value: string): boolean {
  const last = value.length - 1;
  for (let index = 0; index <= last; index++) {
    const unit = value.charCodeAt(index);
    if (isDigitOrLetter(unit) || isJapanese(unit)) continue;
    if (index === 0 || !(isSign(unit) || (isBlank(unit) && index < last))) return false;
  }
  return true;
}

/** Quoted where needed, and nothing that a spreadsheet would run as a formula. */
export function writeCell(value: string): string {
  if (isOrdinary(value)) return value;
  const safe = FORMULA.test(value) ? `'${value}` : value;
  const text = safe.replace(LINE_BREAKS, ' ');
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const writeLine = (values: readonly string[]) => values.map(writeCell).join(',');

/** What Windows or others refuse in names of files, and what would hide in one. */
const UNFIT = /[\\/:*?"<>|\p{Control}\p{Bidi_Control}]/gu;

export function nameCsvFile(parts: readonly string[], now: Date): string {
  const { year, month, day, hour, minute } = localTime(now);
  const second = String(now.getUTCSeconds()).padStart(2, '0');
  return `${parts.join('_')}_${year}${month}${day}_${hour}${minute}${second}.csv`.replace(UNFIT, '_');
}

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

/** A file with columns of its own, in place of a clerk's pattern: no reservation counts as passed on by it. */
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
    fileName: nameCsvFile([institutionName, name], who.now),
    header: writeLine(Object.keys(columns)),
    lines: rows.map((row) => writeLine(Object.values(columns).map((textOf) => textOf(row)))),
  };
}
