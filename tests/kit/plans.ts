// How the database would run a statement: what EXPLAIN says of it, step by step.

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
