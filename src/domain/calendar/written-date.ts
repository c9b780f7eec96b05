// A birth date as people write it, in the Western or the Japanese calendar, with or without separators; as it is shown to them, and the years
// from which they choose.
import { dateParts, makeDate, type PlainDate } from './plain-date.ts';

interface Era {
  letter: string;
  name: string;
  /** Its first day; the next one's is the day after its last. */
  from: PlainDate;
}

/** The latest first. */
const ERAS: readonly Era[] = [
  { letter: 'R', name: '令和', from: '2019-05-01' },
  { letter: 'H', name: '平成', from: '1989-01-08' },
  { letter: 'S', name: '昭和', from: '1926-12-25' },
  { letter: 'T', name: '大正', from: '1912-07-30' },
  { letter: 'M', name: '明治', from: '1868-10-23' },
];

const OLDEST: PlainDate = '1900-01-01';

/** 1980/1/2, 1980-1-2, 1980.1.2, 1980年1月2日, 19800102 */
const WESTERN = /^(\d{4})(?:([/.-])(\d{1,2})\2(\d{1,2})|年(\d{1,2})月(\d{1,2})日?|(\d{2})(\d{2}))$/;
/** S55.1.2, S55年1月2日, S550102, 昭和55年1月2日, 昭55.1.2; a first year may be 元. */
const JAPANESE =
  /^([MTSHR]|明治?|大正?|昭和?|平成?|令和?)(?:(\d{1,2}|元)(?:([/.-])(\d{1,2})\3(\d{1,2})|年(\d{1,2})月(\d{1,2})日?)|(\d{2})(\d{2})(\d{2}))$/;

/** The day that is meant, also one that nobody can be born on; null where there is none, or the era had no such day. */
function readDate(text: string): PlainDate | null {
  const western = WESTERN.exec(text);
  if (western) {
    const [, year, , ...rest] = western;
    const [month, day] = rest.filter((part) => part !== undefined);
    return makeDate(Number(year), Number(month), Number(day));
  }
  const japanese = JAPANESE.exec(text.toUpperCase());
  if (!japanese) return null;
  const [, word, year = japanese[8], , ...rest] = japanese;
  const [month, day] = (japanese[8] ? [japanese[9], japanese[10]] : rest).filter((part) => part !== undefined);
  const at = ERAS.findIndex(({ letter, name }) => letter === word || name.startsWith(word ?? ' '));
  const era = ERAS[at];
  if (!era) return null;
  const first = dateParts(era.from).year;
  const date = makeDate(first + (year === '元' ? 1 : Number(year)) - 1, Number(month), Number(day));
  const next = ERAS[at - 1]?.from ?? '9999-12-31';
  return date && era.from <= date && date < next ? date : null;
}

/** A date that somebody who comes today may be born on, or null. Full-width letters and blanks around it are no matter. */
export function parseBirthDate(text: string, today: PlainDate): PlainDate | null {
  const date = readDate(text.normalize('NFKC').replaceAll(' ', ''));
  return date && OLDEST <= date && date <= today ? date : null;
}

/** 昭和49年, 令和元年 */
export function formatEraYear(date: PlainDate): string {
  const era = ERAS.find(({ from }) => from <= date);
  if (!era) return '';
  const year = dateParts(date).year - dateParts(era.from).year + 1;
  return `${era.name}${year === 1 ? '元' : year}年`;
}

const MOST_AGE = 110;

/** The years that somebody may be born in, the latest first. */
export function birthYears(today: PlainDate): number[] {
  const year = Number(today.slice(0, 4));
  return Array.from({ length: MOST_AGE + 1 }, (_, index) => year - index);
}
