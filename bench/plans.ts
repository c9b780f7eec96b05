// Statements that the database would answer by going through all that an institution has. In a database of many institutions it expects few
// rows of each, and of the largest it finds a hundred times as many: what is narrowed down by the institution alone is slow there and nowhere else.
import pg from 'pg';
import { declaredTexts } from '#db/prepared.ts';
import { filesWithStatements } from '#tests/statements/claimed-rows.ts';
import { openWorld } from './frame/world.ts';

interface Step {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Step[];
}

/** They have a row for each reservation, or more. */
const GROWING =
  /^(reservations|reservation_\w+|reception_marks|sendings|examinees|csv_pending|csv_download_rows|outbox_mails)$/;

/** What narrows an index down; courses and frames do not, where most of an institution's reservations have the same. */
const NARROW =
  /reservation_number|visit_date|_at\b|folded_|birth_date|patient_number|phone|mail|examinee_id\)? =|download_id/;

/** Indexes of few of them. */
const FEW = /_(outstanding|outdated)$/;

/** What reads all of an institution all the same, by a part of its text. */
const MEANT: readonly [part: string, why: string][] = [
  ['strpos(', 'a name is looked for inside of names'],
  ['exists (select from reservations r where r.institution_code = i.institution_code)', 'ends with the first'],
  ['from removed_institutions', 'asked when an institution is removed'],
  ['min(visit_date)', 'ends with the first and the last'],
  ['r.examinee_id is null and r.mail', 'those without an account, for a request for disclosure'],
];

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

const isWide = ({ 'Relation Name': table = '', 'Index Name': index = '', 'Index Cond': condition = '' }: Step) =>
  GROWING.test(table) && !FEW.test(index) && condition !== '' && !NARROW.test(condition);

export async function benchPlans(reservations = 1_000_000): Promise<boolean> {
  const world = await openWorld(reservations, console.log);
  const client = new pg.Client(world.connection);
  await client.connect();
  try {
    for (const file of filesWithStatements()) await import(file);
    const texts = [...declaredTexts()].filter((text) => /^\s*(select|with|insert|update|delete)\b/i.test(text));
    const found: string[] = [];
    for (const text of texts) {
      const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
      const wide = stepsOf(rows[0]['QUERY PLAN'][0].Plan).filter(isWide);
      if (wide.length === 0 || MEANT.some(([part]) => text.includes(part))) continue;
      found.push(`${wide.map((step) => step['Index Name'])}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
    }
    console.log(found.join('\n'));
    console.log(`${found.length} of ${texts.length} statements read all that an institution has`);
    return found.length === 0;
  } finally {
    await client.end();
    await world.close();
  }
}
