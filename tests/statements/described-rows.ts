// Which rows a statement gives by the database's own description: names, types, and whether there may be none of a value.
import type pg from 'pg';
import type { Kind } from './claimed-rows.ts';

export interface DescribedColumn {
  name: string;
  kind: Kind;
  /** False where it is not known: what is worked out may well be null. */
  isNullable: boolean;
}

interface Field {
  name: string;
  tableID: number;
  columnID: number;
  dataTypeID: number;
}

/** As `db/statement.ts` parses them; what is not named here is JSON. */
const KINDS: Readonly<Record<string, Kind>> = {
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  uuid: 'string',
  date: 'string',
  numeric: 'string',
  void: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  _text: 'string[]',
  _int4: 'number[]',
  _int8: 'string[]',
  json: 'anything',
  jsonb: 'anything',
};

/** Asks for the description of a statement without running it. */
class Description {
  readonly #text: string;
  readonly #settle: (error: unknown, fields: Field[]) => void;
  #fields: Field[] = [];
  constructor(text: string, settle: (error: unknown, fields: Field[]) => void) {
    this.#text = text;
    this.#settle = settle;
  }
  submit(connection: { parse(it: object): void; describe(it: object): void; sync(): void }): void {
    connection.parse({ name: '', text: this.#text });
    connection.describe({ type: 'S', name: '' });
    connection.sync();
  }
  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields;
  }
  handleError(error: unknown): void {
    this.#settle(error, []);
  }
  handleReadyForQuery(): void {
    this.#settle(null, this.#fields);
  }
}

export class Describer {
  readonly #client: pg.Client;
  readonly #types = new Map<number, string>();
  /** Columns that are never null, as table and number. */
  readonly #notNull = new Set<string>();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async learn(): Promise<void> {
    const types = await this.#client.query<{ oid: number; typname: string }>('select oid, typname from pg_type');
    for (const { oid, typname } of types.rows) this.#types.set(oid, typname);
    const columns = await this.#client.query<{ column: string }>(
      `select attrelid || '.' || attnum as column from pg_attribute where attnotnull and attnum > 0`,
    );
    for (const { column } of columns.rows) this.#notNull.add(column);
  }

  async describe(text: string): Promise<DescribedColumn[]> {
    const fields = await new Promise<Field[]>((resolve, reject) => {
      const description = new Description(text, (error, found) => (error ? reject(error) : resolve(found)));
      this.#client.query(description as unknown as pg.Submittable);
    });
    const isMissing = fields.some(({ tableID }) => tableID !== 0) ? await this.#missing(text) : () => false;
    return fields.map(({ name, tableID, columnID, dataTypeID }, at) => {
      const kind = KINDS[this.#types.get(dataTypeID) ?? ''];
      if (!kind) throw new Error(`No kind for ${name} (${this.#types.get(dataTypeID)})`);
      const isNullable = tableID !== 0 && (!this.#notNull.has(`${tableID}.${columnID}`) || isMissing(at));
      return { name, kind, isNullable };
    });
  }

  /** Whether a column, by its place, comes from a table of which an outer join may find no row, as the statement is planned. */
  async #missing(text: string): Promise<(at: number) => boolean> {
    const { rows } = await this.#client.query(`explain (verbose, generic_plan, format json) ${text}`);
    const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
    const missing = new Set<string>();
    gatherMissing(plan, false, missing);
    return (at) => missing.has(/^(\w+)\./.exec(plan.Output?.[at] ?? '')?.[1] ?? '');
  }
}

interface Plan {
  'Join Type'?: string;
  'Parent Relationship'?: string;
  Alias?: string;
  Output?: string[];
  Plans?: Plan[];
}

/** Which side of a join there may be no row of. */
const MISSING_SIDES: Readonly<Record<string, readonly string[]>> = {
  Left: ['Inner'],
  Right: ['Outer'],
  Full: ['Inner', 'Outer'],
};

function gatherMissing(plan: Plan, isMissing: boolean, found: Set<string>): void {
  if (isMissing && plan.Alias) found.add(plan.Alias);
  for (const part of plan.Plans ?? []) {
    const sides = MISSING_SIDES[plan['Join Type'] ?? ''] ?? [];
    gatherMissing(part, isMissing || sides.includes(part['Parent Relationship'] ?? ''), found);
  }
}
