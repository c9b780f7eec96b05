// What a field of a call is: its code on the wire, its meaning, how it is read, checked and written.

/** Decoded JSON or a decoded form: what came in, before anybody has looked at it. */
export type Wire = Readonly<Record<string, unknown>>;
export type WireOut = Record<string, unknown>;

/** Where inside a field: a row's index, the name of a field of that row, and so on inwards. */
export type Path = readonly (number | string)[];

/** A sentence for the person, and the name of the field it is about ('' for the whole). */
export interface Problem {
  field: string;
  sentence: string;
  /** For lists and records: which row, which of its fields. */
  path?: Path;
}

export type Report = (sentence: string, path?: Path) => void;

/** What our own server sent is not what the contract says: nobody can mend that by typing. */
export class Malformed extends Error {}

export interface Meaning {
  code: string;
  label: string;
  type: string;
}

/**
 * T is what the code works with, D what a form holds while a person edits it (numbers are text there, for instance).
 * `take` and `put` cross the wire; `parse` checks a draft, whoever sent it, so browser and server say the same.
 * `take` says only what a draft could not hold any more, such as a code that stands for nothing.
 */
export interface Field<T, D = T> {
  readonly label: string;
  readonly meanings: readonly Meaning[];
  readonly blank: D;
  readonly required?: boolean;
  take(wire: Wire, report: Report): D;
  /**
   * What a person typed, in the form that `parse` asks for: the screens' business alone, since what clients send is taken at
   * its word. Without it, as it was typed.
   */
  normalize?(draft: D): D;
  /** Undefined where there is no value in it, which has been said then. */
  parse(draft: D, report: Report): T | undefined;
  /** For `receive`, where a field has more to it than `take` and `parse`. */
  receive?(wire: Wire): T;
  draft(value: T): D;
  put(value: T, out: WireOut): void;
  /** Values that survive the round trip, for the property tests over all contracts. */
  readonly sample: Sample;
}

/** A description of valid values that a test can turn into a generator, so that this kit needs no test library. */
export type Sample =
  | {
      kind: 'text';
      max: number;
      pattern?: RegExp;
      required: boolean;
      multiline: boolean;
      accepts: (text: string) => boolean;
    }
  | { kind: 'integer'; min: number; max: number; nullable: boolean }
  | { kind: 'oneOf'; values: readonly unknown[] }
  | { kind: 'date'; nullable: boolean }
  | { kind: 'list'; of: Sample }
  | { kind: 'record'; fields: Readonly<Record<string, Sample>>; nullable: boolean }
  | { kind: 'orNull'; of: Sample }
  | { kind: 'constant'; value: unknown };

// biome-ignore lint/suspicious/noExplicitAny: a field of any value type; inference needs the variance of any here
export type AnyField = Field<any, any>;

const ignore = () => {};

export const normalized = <T, D>(field: Field<T, D>, draft: D): D => field.normalize?.(draft) ?? draft;

/** Reads what our own server sent: stored values that break a rule of input are shown, so that they can be mended. */
export function receive<T, D>(field: Field<T, D>, wire: Wire): T {
  if (field.receive) return field.receive(wire);
  const value = field.parse(field.take(wire, ignore), ignore);
  if (value === undefined) throw new Malformed(field.meanings[0]?.code);
  return value;
}

export function scalar(wire: Wire, code: string): string {
  const value = wire[code];
  const one = Array.isArray(value) ? value[0] : value;
  if (typeof one === 'string') return one;
  return typeof one === 'number' || typeof one === 'boolean' ? String(one) : '';
}

/** A list that must be there, as our own server writes it. */
export function listed(wire: Wire, code: string): unknown[] {
  const value = wire[code];
  if (!Array.isArray(value)) throw new Malformed(code);
  return value;
}

export function several(wire: Wire, code: string): unknown[] {
  const value = wire[code];
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
