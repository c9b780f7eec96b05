// Looks whether the data are as they must be: runs the queries of invariants.sql, which give whatever is wrong.
import { readFileSync } from 'node:fs';
import type { Connection } from '#db/connection.ts';
import { inSnapshot, withWholeSession } from '#db/pooler-detection.ts';
import { LIVE } from '#domain/reservation/reservation-status.ts';

interface Invariant {
  name: string;
  holds: string;
  sql: string;
}

export interface Violation {
  name: string;
  count: number;
  examples: string[];
}

type Ask = (text: string) => Promise<object[]>;

const MOST_EXAMPLES = 20;

/** Headings stand on a line of their own, each above its query. */
function readInvariants(): Invariant[] {
  const text = readFileSync(new URL('invariants.sql', import.meta.url), 'utf8').replaceAll(
    ':live',
    LIVE.map((status) => `'${status}'`).join(', '),
  );
  return [...text.matchAll(/^-- ([a-z-]+): (.+)\n([^;]+);/gm)].map(([, name = '', holds = '', sql = '']) => ({
    name,
    holds,
    sql,
  }));
}

export const INVARIANTS: readonly Invariant[] = readInvariants();

/** Of all of them, or of those that are named; empty where all is well. One state of the data is for the caller to see to. */
export async function findViolations(
  ask: Ask,
  names: readonly string[] = INVARIANTS.map(({ name }) => name),
): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const { name, sql } of INVARIANTS.filter((each) => names.includes(each.name))) {
    const rows = (await ask(
      `select institution_code, what, (count(*) over ())::integer as "all" from (${sql}) as wrong limit ${MOST_EXAMPLES}`,
    )) as { institution_code: string; what: string; all: number }[];
    const [first] = rows;
    if (!first) continue;
    found.push({ name, count: first.all, examples: rows.map((row) => `${row.institution_code}: ${row.what}`) });
  }
  return found;
}

export const violationsOf = (connection: Connection): Promise<Violation[]> =>
  withWholeSession(connection, (client) =>
    inSnapshot(client, () => findViolations(async (text) => (await client.query(text)).rows)),
  );

export function reportOn(violations: readonly Violation[]): string {
  const wrong = new Map(violations.map((violation) => [violation.name, violation]));
  return INVARIANTS.flatMap(({ name, holds }) => {
    const { count = 0, examples = [] } = wrong.get(name) ?? {};
    const head = `${count === 0 ? 'ok   ' : 'WRONG'} ${name}: ${holds}`;
    const more = count > examples.length ? [`        and ${count - examples.length} more`] : [];
    return [head, ...examples.map((example) => `        ${example}`), ...more];
  }).join('\n');
}
