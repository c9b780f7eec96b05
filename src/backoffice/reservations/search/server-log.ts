// What the access log holds of a search: by what it was searched, never for what.
import type { LogDetails } from '#domain/staff/log-details.ts';
import { type Conditions, conditions } from './contract.ts';

/** Both ends of a range, and both codes of an option, are one thing to search by. */
const kindOf = (name: keyof Conditions) => conditions.fields[name].label.replace(/（.*|(?<=オプション).*/, '');

const isGiven = (value: unknown) => (Array.isArray(value) ? value.some((each) => each !== null) : Boolean(value));

/** Null where more were found than are shown, and so none. */
export function describeSearchForLog(given: Conditions, count: number | null): LogDetails {
  const named = (Object.keys(conditions.fields) as (keyof Conditions)[]).filter((name) => isGiven(given[name]));
  const kinds = [...new Set(named.map(kindOf))];
  return count === null ? { conditions: kinds, note: '件数超過' } : { conditions: kinds, count };
}
