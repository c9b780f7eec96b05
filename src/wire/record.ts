// Fields put together: records, lists of records, parallel arrays, and rules that look at several fields at once.
import type { AnyField, Field, Meaning, Problem, Sample, Wire, WireOut } from './field.ts';
import { several } from './field.ts';
import { encodeShared } from './shared.ts';

export type Fields = Readonly<Record<string, AnyField>>;
export type ValueOf<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T, infer _D> ? T : never };
export type DraftOf<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer _T, infer D> ? D : never };

export type Reading<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };
type Say = (field: string, sentence: string) => void;
/** A rule over a whole record; it sees drafts whose single fields may be wrong, so that all problems are told at once. */
export type Rule<T> = (value: T, say: Say) => void;

export interface RecordType<F extends Fields, T = ValueOf<F>, D = DraftOf<F>> {
  readonly fields: F;
  readonly meanings: readonly Meaning[];
  readonly blank: D;
  readonly sample: Extract<Sample, { kind: 'record' }>;
  take(wire: Wire): D;
  /** Checks a draft, from a form or from the wire, with the same sentences. */
  read(draft: D): Reading<T>;
  decode(wire: Wire): Reading<T>;
  draft(value: T): D;
  encode(value: T): WireOut;
  /** The same record with one more rule. */
  rule(rule: Rule<T>): RecordType<F, T, D>;
}

// biome-ignore lint/suspicious/noExplicitAny: a record of any shape
export type AnyRecord = RecordType<any, any, any>;
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

  function read(draft: D): Reading<T> {
    const problems: Problem[] = [];
    let current = '';
    const sayOfCurrent = (sentence: string) => {
      problems.push({ field: current, sentence });
    };
    const value = gather<T>((field, name) => {
      current = name;
      return field.parse(draft[name], sayOfCurrent);
    });
    const say: Say = (field, sentence) => {
      // A field that is wrong by itself gets one sentence, not two.
      if (!problems.some((problem) => problem.field === field)) problems.push({ field, sentence });
    };
    for (const rule of rules) rule(value, say);
    return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
  }

  const take = (wire: Wire) => gather<D>((field) => field.take(wire));
  return {
    fields,
    meanings: names.flatMap((name) => fields[name]?.meanings ?? []),
    blank: gather<D>((field) => field.blank),
    sample: { kind: 'record', nullable: false, fields: gather((field) => field.sample) },
    take,
    read,
    decode: (wire) => read(take(wire)),
    draft: (value) => gather<D>((field, name) => field.draft(value[name as keyof T])),
    encode(value) {
      const out: WireOut = {};
      for (const name of names) fields[name]?.put(value[name], out);
      return out;
    },
    rule: (rule) => record(fields, [...rules, rule]),
  };
}

export const nothing = record({});

/** Reads and writes the fields of a record one by one within another: { ...keyFields, ...valueFields }. */
function parseWhole<F extends Fields, T, D>(type: RecordType<F, T, D>, draft: D, say: (sentence: string) => void): T {
  const reading = type.read(draft);
  if (reading.ok) return reading.value;
  for (const problem of reading.problems) say(problem.sentence);
  return undefined as T;
}

/** The legacy lists write the codes of their items in capitals. */
export type Case = 'lower' | 'upper';

function itemCodec<F extends Fields, T, D>(type: RecordType<F, T, D>, letters: Case) {
  const pairs = type.meanings.map(({ code }) => [code, code.toUpperCase()] as const);
  const rename = (wire: unknown, from: 0 | 1): WireOut => {
    const out: WireOut = {};
    if (wire && typeof wire === 'object') {
      for (const pair of pairs) out[pair[1 - from] as string] = (wire as WireOut)[pair[from]];
    }
    return out;
  };
  return {
    take: (wire: unknown) => type.take(letters === 'upper' ? rename(wire, 1) : ((wire ?? {}) as WireOut)),
    put: (value: T) => (letters === 'upper' ? rename(type.encode(value), 0) : type.encode(value)),
    meanings: (code: string): Meaning[] =>
      type.meanings.map((meaning) => ({
        ...meaning,
        code: `${code}.${letters === 'upper' ? meaning.code.toUpperCase() : meaning.code}`,
      })),
  };
}

export function list<F extends Fields, T, D>(
  code: string,
  label: string,
  type: RecordType<F, T, D>,
  letters: Case = 'lower',
): Field<T[], D[]> {
  const item = itemCodec(type, letters);
  return {
    label,
    meanings: [{ code, label, type: 'list' }, ...item.meanings(`${code}[]`)],
    blank: [],
    take: (wire) => several(wire, code).map(item.take),
    parse: (drafts, say) => drafts.map((draft) => parseWhole(type, draft, say)),
    draft: (values) => values.map((value) => type.draft(value)),
    put(values, out) {
      out[code] = encodeShared(values, item, () => values.map(item.put));
    },
    sample: { kind: 'list', of: type.sample },
  };
}

export function nested<F extends Fields, T, D>(
  code: string,
  label: string,
  type: RecordType<F, T, D>,
  letters: Case = 'lower',
): Field<T, D> {
  const item = itemCodec(type, letters);
  return {
    label,
    meanings: [{ code, label, type: 'object' }, ...item.meanings(code)],
    blank: type.blank,
    take: (wire) => item.take(wire[code]),
    parse: (draft, say) => parseWhole(type, draft, say),
    draft: (value) => type.draft(value),
    put(value, out) {
      out[code] = item.put(value);
    },
    sample: type.sample,
  };
}

/** A record of its own inside whose codes stand on the wire among those around it. */
export function flat<F extends Fields, T, D>(label: string, type: RecordType<F, T, D>): Field<T, D> {
  return {
    label,
    meanings: type.meanings,
    blank: type.blank,
    take: (wire) => type.take(wire),
    parse: (draft, say) => parseWhole(type, draft, say),
    draft: (value) => type.draft(value),
    put: (value, out) => Object.assign(out, type.encode(value)),
    sample: type.sample,
  };
}

/** Rows that travel as one array per column; `codes` gives each column its plural. Sentences name the row. */
export function columns<F extends Fields, T, D>(
  label: string,
  type: RecordType<F, T, D>,
  codes: { readonly [K in keyof F]: string },
): Field<T[], D[]> {
  const names = Object.keys(type.fields) as (keyof F & string)[];
  const codeOf = (name: keyof F & string) => type.fields[name]?.meanings[0]?.code ?? name;
  return {
    label,
    meanings: names.map((name) => ({
      code: codes[name],
      label: `${label}: ${type.fields[name]?.label}`,
      type: `column of ${type.fields[name]?.meanings[0]?.type}`,
    })),
    blank: [],
    take(wire) {
      const arrays = names.map((name) => several(wire, codes[name]));
      const length = Math.max(0, ...arrays.map((array) => array.length));
      return Array.from({ length }, (_, row) => {
        const item: WireOut = {};
        names.forEach((name, column) => {
          item[codeOf(name)] = arrays[column]?.[row];
        });
        return type.take(item);
      });
    },
    parse: (drafts, say) =>
      drafts.map((draft, row) => parseWhole(type, draft, (sentence) => say(`${row + 1}行目の${sentence}`))),
    draft: (values) => values.map((value) => type.draft(value)),
    put(values, out) {
      const rows = values.map((value) => type.encode(value));
      for (const name of names) out[codes[name]] = rows.map((row) => row[codeOf(name)]);
    },
    sample: { kind: 'list', of: type.sample },
  };
}
