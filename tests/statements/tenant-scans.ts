// What a statement reads of institutions' tables without naming an institution, as the database plans it.
import type pg from 'pg';

interface Scan {
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Filter?: string;
  Plans?: Scan[];
}

/** Bound to a value that the statement is given, or to what another part of it has found, which is bound in its turn. */
const BOUND = /institution_code\)?(::\w+)? = (ANY \()?[$'("\w]/;

/** Of a table with institutions' rows: those that are looked up before the institution is known are none. */
export async function readTenantTables(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where i.indisprimary and c.relnamespace = 'public'::regnamespace and a.attname = 'institution_code'`);
  return new Set(rows.map(({ name }) => name));
}

const scansOf = (plan: Scan): Scan[] => [plan, ...(plan.Plans ?? []).flatMap(scansOf)];

/** The tables that are read for all institutions together. */
export async function unboundTables(client: pg.Client, tables: ReadonlySet<string>, text: string): Promise<string[]> {
  if (!/^\s*(select|insert|update|delete|with|values)\b/i.test(text)) return [];
  const { rows } = await client.query(`explain (verbose, generic_plan, format json) ${text}`);
  const unbound = scansOf(rows[0]['QUERY PLAN'][0].Plan).flatMap((scan) => {
    const name = scan['Relation Name'] ?? '';
    const conditions = [scan['Index Cond'], scan['Recheck Cond'], scan.Filter].join(' ');
    const reads = 'Node Type' in scan && /Scan/.test(String(scan['Node Type']));
    return reads && tables.has(name) && !BOUND.test(conditions) ? [name] : [];
  });
  return [...new Set(unbound)];
}
