// Which of the applicant's entries a call asks for: what is missing is reported together with what is malformed, in the order of the page.
import { ENTRY_LABELS, isEmptyEntry, requiredRows } from '#domain/reservation/entry-form.ts';
import { type Origin, type Payer, payerOf, type UserKind } from '#domain/reservation/user-kind.ts';
import type { Fields } from './record.ts';
import type { Rule } from './rules.ts';

/** What is wrong is reported in the order of a record's fields: this makes it the one in which the person sees them. */
export function inPageOrder<F extends Fields>(fields: F): F {
  const page = Object.keys(ENTRY_LABELS);
  const sorted = Object.entries(fields).sort(([one], [other]) => page.indexOf(one) - page.indexOf(other));
  return Object.fromEntries(sorted) as F;
}

/**
 * Whether a category is missing hangs on the client, which only the server knows. A rule for each row: one that could not be
 * read ends its own only.
 */
export function requireEntries(fields: Fields, origin: Origin): Rule<{ clientCode: string }>[] {
  const sentences = (payer: Payer) =>
    new Map<string, string>(requiredRows({ origin, payer }).map(({ field, sentence }) => [field, sentence]));
  const required = { individual: sentences('individual'), insurance: sentences('insurance') };
  const names = new Set([...required.individual.keys(), ...required.insurance.keys()]);
  return [...names]
    .filter((name) => name in fields && name !== 'categoryCode')
    .map((name) => (value: { clientCode: string; [entry: string]: unknown }, report) => {
      const sentence = required[payerOf(value.clientCode)].get(name);
      if (sentence && isEmptyEntry(value[name])) report(name, sentence);
    });
}

/** The same where it is known beforehand who pays, or makes no difference. */
export const requireEntriesOf = (fields: Fields, kind: UserKind): Rule<Readonly<Record<string, unknown>>>[] =>
  requiredRows(kind)
    .filter(({ field }) => field in fields)
    .map(({ field, sentence }) => (value, report) => {
      if (isEmptyEntry(value[field])) report(field, sentence);
    });
