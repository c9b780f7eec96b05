// Fields put together: records, lists of records, parallel arrays, and rules that look at several fields at once.
import {
  type AnyField,
  type Field,
  listed,
  Malformed,
  type Meaning,
  normalized,
  type Path,
  type Problem,
  type Report,
  receive,
  type Sample,
  several,
  type Wire,
  type WireOut,
} from './field.ts';
import { allOrNone } from './fields.ts';
import { applyRules, Problems, type Rule } from './rules.ts';
import { encodeShared } from './shared.ts';

export type Fields = Readonly<Record<string, AnyField>>;
export type ValueOf<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T, infer _D> ? T : never };
export type DraftOf<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer _T, infer D> ? D : never };

export type Reading<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

export interface RecordType<F extends Fields, T = ValueOf<F>, D = DraftOf<F>> {
  readonly fields: F;
  readonly meanings: readonly Meaning[];
  readonly blank: D;
  readonly sample: Extract<Sample, { kind: 'record' }>;
  take(wire: Wire, onProblem: (problem: Problem) => void): D;
  /** What a person typed, in the form that the fields ask for. */
  tidy(draft: D): D;
  /** Checks a draft, from a form or from the wire, with the same sentences. */
  read(draft: D): Reading<T>;
  /** The same for what somebody sent. */
  decode(wire: Wire): Reading<T>;
  /** For what our own server sent, which no rule of input may hide; throws `Malformed` where it is not even in shape. */
  receive(wire: Wire): T;
  draft(value: T): D;
  /** Into what is there already, if anything. */
  encode(value: T, out?: WireOut): WireOut;
  /** The same record with one more rule. */
  rule(rule: Rule<T>): RecordType<F, T, D>;
}

// biome-ignore lint/suspicious/noExplicitAny: a record of any shape
export type AnyRecord = RecordType<any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: one of whose fields and drafts nothing is asked
export type RecordOf<T> = RecordType<any, T, any>;
export type Value<R extends AnyRecord> = R extends RecordType<infer _F, infer T, infer _D> ? T : never;
export type Draft<R extends AnyRecord> = R extends RecordType<infer _F, infer _T, infer D> ? D : never;

export function record<const F extends Fields>(
  fields: F,
  rules: readonly Rule<ValueOf<F>>[] = [],
): RecordType<F, ValueOf<F>, DraftOf<F>> {
  type T = ValueOf<F>;
  type D = DraftOf<F>;
  const names = Object.keys(fields) as (keyof F & string)[];

  function gather<R>(each: (field: AnyField, name: string) => unknown): R {
    const out: Record<string, unknown> = {};
    for (const name of names) out[name] = each(fields[name] as AnyField, name);
    return out as R;
  }

  /** `parse` gives a field's value, or undefined where there is none. */
  function check(parse: (field: AnyField, name: string, report: Report) => unknown): Reading<T> {
    const problems = new Problems();
    let current = '';
    const report: Report = (sentence, path) => problems.add(current, sentence, path);
    const value = gather<T>((field, name) => {
      current = name;
      return parse(field, name, report);
    });
    if (rules.length > 0) {
      applyRules(rules, value, problems);
      // In the order of the fields, whoever found it.
      problems.all.sort((one, other) => names.indexOf(one.field) - names.indexOf(other.field));
    }
    return problems.all.length === 0 ? { ok: true, value } : { ok: false, problems: problems.all };
  }

  function take(wire: Wire, onProblem: (problem: Problem) => void): D {
    return gather<D>((field, name) => field.take(wire, (sentence, path) => onProblem({ field: name, sentence, path })));
  }

  return {
    fields,
    meanings: names.flatMap((name) => fields[name]?.meanings ?? []),
    blank: gather<D>((field) => field.blank),
    sample: { kind: 'record', nullable: false, fields: gather((field) => field.sample) },
    take,
    tidy: (draft) => ({ ...draft, ...gather<D>((field, name) => normalized(field, draft[name as keyof D])) }),
    read: (draft) => check((field, name, report) => field.parse(draft[name as keyof D], report)),
    decode(wire) {
      let isTaken = true;
      let onProblem: Report | undefined;
      return check((field, _name, report) => {
        isTaken = true;
        // One for all fields, since a form has many and nearly all of them are right.
        onProblem ??= (sentence, path) => {
          isTaken = false;
          report(sentence, path);
        };
        const value = field.parse(field.take(wire, onProblem), report);
        return isTaken ? value : undefined;
      });
    },
    receive: (wire) => gather<T>((field) => receive(field, wire)),
    draft: (value) => gather<D>((field, name) => field.draft(value[name as keyof T])),
    encode(value, out = {}) {
      for (const name of names) fields[name]?.put(value[name], out);
      return out;
    },
    rule: (rule) => record(fields, [...rules, rule]),
  };
}

export const emptyRecord = record({});

/** Problems of a record inside another are reported as of the place where it stands. */
const reportAt =
  (report: Report, ...at: Path) =>
  ({ field, sentence, path = [] }: Problem) =>
    report(sentence, [...at, field, ...path]);

export function parseInside<T, D>(type: { read(draft: D): Reading<T> }, draft: D, onProblem: (one: Problem) => void) {
  const reading = type.read(draft);
  if (reading.ok) return reading.value;
  reading.problems.forEach(onProblem);
  return undefined;
}

/** A record of its own inside whose codes stand on the wire among those around it. */
export function flat<F extends Fields, T, D>(label: string, type: RecordType<F, T, D>): Field<T, D> {
  return {
    label,
    meanings: type.meanings,
    blank: type.blank,
    take: (wire, report) => type.take(wire, reportAt(report)),
    normalize: type.tidy,
    parse: (draft, report) => parseInside(type, draft, reportAt(report)),
    receive: type.receive,
    draft: type.draft,
    put: (value, out) => Object.assign(out, type.encode(value)),
    sample: type.sample,
  };
}

/** What a field has of the record that its rows are. */
const ofRows = <F extends Fields, T, D>(label: string, type: RecordType<F, T, D>, reportRow: typeof reportInRow) => ({
  label,
  blank: [],
  normalize: (drafts: D[]) => drafts.map((draft) => type.tidy(draft)),
  parse: (drafts: D[], report: Report) =>
    allOrNone(drafts.map((draft, row) => parseInside(type, draft, reportRow(report, row)))),
  draft: (values: T[]) => values.map((value) => type.draft(value)),
  sample: { kind: 'list' as const, of: type.sample },
});

/** The legacy lists write the codes of their items in capitals. */
type Case = 'lower' | 'upper';

function inCapitals<T>(type: RecordOf<T>): RecordOf<T> {
  const pairs = type.meanings.map(({ code }) => [code, code.toUpperCase()] as const);
  const rename = (wire: Wire, from: 0 | 1): WireOut => {
    const out: WireOut = {};
    for (const pair of pairs) out[pair[1 - from] as string] = wire[pair[from]];
    return out;
  };
  return {
    ...type,
    meanings: type.meanings.map((meaning) => ({ ...meaning, code: meaning.code.toUpperCase() })),
    take: (wire, onProblem) => type.take(rename(wire, 1), onProblem),
    receive: (wire) => type.receive(rename(wire, 1)),
    encode: (value) => rename(type.encode(value), 0),
  };
}

/** What stands inside is a record, or the fields of one. */
type Inside = AnyRecord | Fields;
type ValueIn<I extends Inside> = I extends AnyRecord ? Value<I> : I extends Fields ? ValueOf<I> : never;
type DraftIn<I extends Inside> = I extends AnyRecord ? Draft<I> : I extends Fields ? DraftOf<I> : never;

function recordOf<I extends Inside>(inside: I, letters: Case) {
  const type = typeof inside.encode === 'function' ? (inside as AnyRecord) : record(inside as Fields);
  return (letters === 'upper' ? inCapitals(type) : type) as RecordType<Fields, ValueIn<I>, DraftIn<I>>;
}

const meaningsInside = (type: AnyRecord, code: string) =>
  type.meanings.map((meaning) => ({ ...meaning, code: `${code}.${meaning.code}` }));

function asRecord(wire: unknown): Wire {
  if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) throw new Malformed('no record');
  return wire as Wire;
}

export function list<const I extends Inside>(
  code: string,
  label: string,
  inside: I,
  letters: Case = 'lower',
): Field<ValueIn<I>[], DraftIn<I>[]> {
  const type = recordOf(inside, letters);
  return {
    ...ofRows(label, type, reportAt),
    meanings: [{ code, label, type: 'list' }, ...meaningsInside(type, `${code}[]`)],
    take: (wire, report) =>
      several(wire, code).map((one, row) => type.take((one ?? {}) as Wire, reportAt(report, row))),
    receive: (wire) => listed(wire, code).map((one) => type.receive(asRecord(one))),
    put(values, out) {
      out[code] = encodeShared(values, type, () => values.map((value) => type.encode(value)));
    },
  };
}

/** A list that servers of the release before do not send yet: pages of this one may ask them while they are replaced. */
export function mayBeAbsent<T, D>(field: Field<T[], D[]>): Field<T[], D[]> {
  const code = field.meanings[0]?.code ?? '';
  return { ...field, receive: (wire) => (code in wire ? receive(field, wire) : []) };
}

export function nested<const I extends Inside>(
  code: string,
  label: string,
  inside: I,
  letters: Case = 'lower',
): Field<ValueIn<I>, DraftIn<I>> {
  const type = recordOf(inside, letters);
  return {
    ...flat(label, type),
    meanings: [{ code, label, type: 'object' }, ...meaningsInside(type, code)],
    take: (wire, report) => type.take((wire[code] ?? {}) as Wire, reportAt(report)),
    receive: (wire) => type.receive(asRecord(wire[code])),
    put(value, out) {
      out[code] = type.encode(value);
    },
  };
}

/** The same of a row, which its sentences name. */
export const reportInRow = (report: Report, row: number) =>
  reportAt((sentence, path) => report(`${row + 1}行目の${sentence}`, path), row);

/**
 * Rows that travel as one array per column; `codes` gives each column its plural. Sentences name the row. `optional` columns
 * may be left out as a whole; otherwise all are of one length.
 */
export function columns<F extends Fields, T, D>(
  label: string,
  type: RecordType<F, T, D>,
  codes: { readonly [K in keyof F]: string },
  optional: readonly (keyof F)[] = [],
): Field<T[], D[]> {
  const names = Object.keys(type.fields) as (keyof F & string)[];
  const codeOf = (name: keyof F & string) => type.fields[name]?.meanings[0]?.code ?? name;
  const itemCodes = names.map(codeOf);
  /** Null where the columns are of different lengths: nobody could know then what belongs to what. */
  function rowsOf(wire: Wire, read: (wire: Wire, code: string) => unknown[]): WireOut[] | null {
    const arrays = names.map((name) => read(wire, codes[name]));
    const length = Math.max(0, ...arrays.map((array) => array.length));
    const isLeftOut = (column: number) => arrays[column]?.length === 0 && optional.includes(names[column] as keyof F);
    if (arrays.some((array, column) => array.length !== length && !isLeftOut(column))) return null;
    return Array.from({ length }, (_, row) => {
      const item: WireOut = {};
      itemCodes.forEach((code, column) => {
        item[code] = arrays[column]?.[row];
      });
      return item;
    });
  }

  return {
    ...ofRows(label, type, reportInRow),
    meanings: names.map((name) => ({
      code: codes[name],
      label: `${label}: ${type.fields[name]?.label}`,
      type: `column of ${type.fields[name]?.meanings[0]?.type}`,
    })),
    take(wire, report) {
      const rows = rowsOf(wire, several);
      if (!rows) report(`${label}の項目の数が一致していません。`);
      return (rows ?? []).map((item, row) => type.take(item, reportInRow(report, row)));
    },
    receive(wire) {
      const rows = rowsOf(wire, listed);
      if (!rows) throw new Malformed(label);
      return rows.map(type.receive);
    },
    put(values, out) {
      const rows = values.map((value) => type.encode(value));
      for (const name of names) out[codes[name]] = rows.map((row) => row[codeOf(name)]);
    },
  };
}
