// How the database would run a statement: what EXPLAIN says of it, step by step.
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

/** What stands before the statement, and what comes back. */
export const EXPLAIN = 'explain (format json)';
export interface Explained {
  'QUERY PLAN': [{ Plan: PlanNode }];
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

/** Every step of the plan. */
export function nodesOf([row]: readonly Explained[]): PlanNode[] {
  if (!row) throw new Error('no plan');
  return flatten(row['QUERY PLAN'][0].Plan);
}

/** For the values that are given, or for whatever may be given. */
export type PlanMode = 'force_custom_plan' | 'force_generic_plan';

/** The steps of a prepared statement: what is explained with its values at once is always planned for them. */
export async function planOf(db: Db, mode: PlanMode, text: string, values: readonly unknown[]): Promise<PlanNode[]> {
  return db.transaction().execute(async (inside) => {
    await sql`set local plan_cache_mode = ${sql.raw(mode)}`.execute(inside);
    await sql`prepare planned as ${sql.raw(text)}`.execute(inside);
    const given = values.map((value) => sql.lit(literal(value)));
    const { rows } = await sql<Explained>`${sql.raw(EXPLAIN)} execute planned (${sql.join(given)})`.execute(inside);
    await sql`deallocate planned`.execute(inside);
    return nodesOf(rows);
  });
}

const literal = (value: unknown) =>
  Array.isArray(value)
    ? `{${value.map((each) => (each === null ? 'NULL' : JSON.stringify(each))).join()}}`
    : value === null || value === undefined
      ? null
      : String(value);

/** Rows by the hundred thousand, however long a busy machine takes: the service's own limit is for what people wait for. */
export const loadRows = (db: Db, insert: RawBuilder<unknown>) =>
  db.transaction().execute(async (inside) => {
    await sql`set local statement_timeout = 0`.execute(inside);
    await insert.execute(inside);
  });

const VACUUMS = 20;

/**
 * Tables as they are once they have stood for a while: counted, and known to be visible to all. The tests' server commits
 * without waiting for the disk, and a row is visible to all only once its commit is there: hence the checkpoint. Nor is it while an
 * older transaction is under way, for instance one of the service's own rounds: it is waited for.
 */
export async function settle(db: Db): Promise<void> {
  for (let turn = 0; turn < VACUUMS; turn++) {
    await sql`checkpoint`.execute(db);
    await sql`vacuum analyze`.execute(db);
    const { rows } = await sql`
      select from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relpages > 10 and relallvisible < relpages * 0.9`.execute(
      db,
    );
    if (rows.length === 0) return;
    await sleep(100);
  }
  throw new Error('some rows are not visible to all');
}
