// What a save has made of a course's rows, for the access log.
import { formatYen } from '#domain/calendar/japanese-dates.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { EXTENT } from '#domain/offer/master-words.ts';
import type { LogDetails } from '#domain/staff/acts.ts';

/** Whatever set it is of, as screens get it. */
interface Row {
  status: string;
  name?: string;
  frameName?: string;
  extent?: keyof typeof EXTENT;
  conditionCode?: string;
  categoryCode?: string | null;
  sex?: 'male' | 'female' | null;
  ageFrom?: number;
  ageTo?: number;
  amount?: number;
}

export interface LoggedRows {
  rows: readonly Row[];
  categories?: readonly { categoryCode: string; name: string }[];
}

/** More would be read by nobody. */
const MAX_LOGGED = 10;

function textOf(row: Row, categories: LoggedRows['categories'] = []): string {
  if (row.extent) return EXTENT[row.extent];
  const category = categories.find(({ categoryCode }) => categoryCode === row.categoryCode)?.name;
  const people = [category, row.sex && SEX_WORDS[row.sex], `${row.ageFrom}〜${row.ageTo}歳`];
  return [...people, row.frameName, row.amount === undefined ? '' : formatYen(row.amount)].filter(Boolean).join(' ');
}

const describe = ({ rows, categories }: LoggedRows) =>
  new Map(
    rows
      .filter(({ status, extent }) => extent || status === 'saved')
      .map((row) => [
        [row.name, row.conditionCode && `${row.conditionCode}行`].filter(Boolean).join(' '),
        textOf(row, categories),
      ]),
  );

export function compareRows(before: LoggedRows, after: LoggedRows): LogDetails {
  const [was, is] = [describe(before), describe(after)];
  const changes = [...new Set([...was.keys(), ...is.keys()])]
    .map((what) => ({ what, from: was.get(what) ?? '', to: is.get(what) ?? '' }))
    .filter(({ from, to }) => from !== to);
  return changes.length <= MAX_LOGGED ? { changes } : { changes: changes.slice(0, MAX_LOGGED), count: changes.length };
}
