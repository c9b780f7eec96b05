// The kinds of single fields that contracts are made of, but for texts, each with its sentences.

import { normalizeDigits } from '#domain/text/normalize.ts';
import {
  type Field,
  listed,
  normalized,
  receive,
  type Sample,
  scalar,
  several,
  type Wire,
  type WireOut,
} from './field.ts';
import { text } from './texts.ts';

export interface IntegerRules {
  min?: number;
  max: number;
  /** When it is not a whole number in half-width digits. */
  sentence?: string;
  rangeSentence?: string;
  /** What an empty input means; without it, empty is not a number. */
  empty?: number;
}

export function integer(code: string, label: string, rules: IntegerRules): Field<number, string> {
  const { min = 0, max, empty } = rules;
  const sentence = rules.sentence ?? `${label}は半角数字で入力してください。`;
  const rangeSentence = rules.rangeSentence ?? `${label}は${min}から${max}までの数値で入力してください。`;
  return {
    label,
    meanings: [{ code, label, type: `integer, ${min} to ${max}` }],
    blank: '',
    required: empty === undefined,
    take: (wire) => scalar(wire, code),
    normalize: normalizeDigits,
    parse(draft, report) {
      if (draft === '' && empty !== undefined) return empty;
      if (!(min < 0 ? /^-?[0-9]{1,16}$/ : /^[0-9]{1,16}$/).test(draft)) {
        report(sentence);
        return undefined;
      }
      const value = Number(draft);
      if (value !== empty && (value < min || value > max)) report(rangeSentence);
      return value;
    },
    draft: String,
    put(value, out) {
      out[code] = value;
    },
    sample: { kind: 'integer', min, max, nullable: false },
  };
}

/** Nine digits; `empty` where none need be named. */
export const reservationNumber = (code: string, label: string, empty?: 0) =>
  integer(code, label, {
    min: 100_000_000,
    max: 999_999_999,
    empty,
    rangeSentence: `${label}が正しくありません。`,
  });

/** A closed set: words inside, codes on the wire. An unselected radio group is ''. */
export function choice<const M extends Readonly<Record<string, string>>>(
  code: string,
  label: string,
  codes: M,
): Field<keyof M & string, (keyof M & string) | ''> {
  type Word = keyof M & string;
  const wordOf = new Map(Object.entries(codes).map(([word, wireCode]) => [wireCode, word as Word]));
  const sentence = `${label}を選択してください。`;
  const type = Array.from(wordOf, ([wireCode, word]) => `${wireCode} = ${word}`).join(', ');
  return {
    label,
    meanings: [{ code, label, type }],
    blank: '',
    required: true,
    take(wire, report) {
      const sent = scalar(wire, code);
      const word = wordOf.get(sent) ?? '';
      if (word === '' && sent !== '') report(sentence);
      return word;
    },
    parse(draft, report) {
      if (draft !== '' && Object.hasOwn(codes, draft)) return draft;
      report(sentence);
      return undefined;
    },
    // A stored code that stands for nothing any more: nothing is chosen then, which a form shows as it is.
    receive: (wire) => wordOf.get(scalar(wire, code)) ?? ('' as Word),
    draft: (value) => value,
    put(value, out) {
      out[code] = codes[value];
    },
    sample: { kind: 'oneOf', values: Object.keys(codes) },
  };
}

/** Yes or no. `empty` is what nothing means; without it, who sends neither is asked to choose. */
export function flag(
  code: string,
  label: string,
  codes: { on: string; off: string },
  { empty }: { empty?: boolean } = {},
): Field<boolean> {
  return {
    label,
    meanings: [{ code, label, type: `${codes.on} = yes, ${codes.off} = no` }],
    blank: false,
    take(wire, report) {
      const sent = scalar(wire, code);
      if (sent === '' && empty !== undefined) return empty;
      if (sent !== codes.on && sent !== codes.off) report(`${label}を選択してください。`);
      return sent === codes.on;
    },
    parse: (draft) => draft,
    draft: (value) => value,
    put(value, out) {
      out[code] = value ? codes.on : codes.off;
    },
    sample: { kind: 'oneOf', values: [true, false] },
  };
}

/** A list is read when all of its rows are: without one of them, the others would stand in the wrong places. */
export function allOrNone<T>(values: readonly (T | undefined)[]): T[] | undefined {
  return values.some((value) => value === undefined) ? undefined : (values as T[]);
}

/** Written like this, since V8 makes an object with a computed key the slow way. */
function only(code: string, value: unknown): WireOut {
  const wire: WireOut = {};
  wire[code] = value;
  return wire;
}

/** The same code several times, each value read by `item`. */
export function many<T, D>(code: string, label: string, item: Field<T, D>): Field<T[], D[]> {
  const itemCode = item.meanings[0]?.code ?? code;
  return {
    label,
    meanings: [{ code, label, type: `list of ${item.meanings[0]?.type ?? 'values'}` }],
    blank: [],
    take: (wire, report) =>
      several(wire, code).map((value, index) =>
        item.take(only(itemCode, value), (sentence) => report(sentence, [index])),
      ),
    normalize: (drafts) => drafts.map((draft) => normalized(item, draft)),
    parse: (drafts, report) =>
      allOrNone(drafts.map((draft, index) => item.parse(draft, (sentence) => report(sentence, [index])))),
    receive: (wire) => listed(wire, code).map((value) => receive(item, only(itemCode, value))),
    draft: (values) => values.map((value) => item.draft(value)),
    put(values, out) {
      out[code] = values.map((value) => {
        const one: Record<string, unknown> = {};
        item.put(value, one);
        return one[itemCode];
      });
    },
    sample: { kind: 'list', of: item.sample },
  };
}

/** A field that may be absent: null inside, an empty draft in a form, the sentinel on the wire. */
export function orNone<T, D extends string>(field: Field<T, D>, sentinel: string): Field<T | null, D | ''> {
  const [meaning] = field.meanings;
  const code = meaning?.code ?? '';
  return {
    ...field,
    required: false,
    blank: '',
    meanings: [{ code, label: field.label, type: `${meaning?.type}; ${sentinel === '' ? 'empty' : sentinel} = none` }],
    take: (wire, report) => (scalar(wire, code) === sentinel ? '' : field.take(wire, report)),
    receive: (wire) => (scalar(wire, code) === sentinel ? null : receive(field, wire)),
    parse: (draft, report) => (draft === '' ? null : field.parse(draft, report)),
    draft: (value) => (value === null ? '' : field.draft(value)),
    put(value, out) {
      if (value === null) out[code] = sentinel;
      else field.put(value, out);
    },
    sample: { kind: 'orNull', of: sampleBut(field.sample, ['', sentinel]) },
  };
}

function sampleBut(sample: Sample, not: readonly string[]): Sample {
  if (sample.kind !== 'text') return sample;
  return { ...sample, required: true, accepts: (value) => !not.includes(value) && sample.accepts(value) };
}

/** A field that a request may leave out, which leaves what is stored as it is: null inside. */
export function ifSent<T, D>(field: Field<T, D>): Field<T | null, D | null> {
  const isSent = (wire: Wire) => field.meanings.some(({ code }) => wire[code] !== undefined);
  return {
    ...field,
    required: false,
    blank: null,
    meanings: field.meanings.map((meaning) => ({ ...meaning, type: `${meaning.type}; left out = unchanged` })),
    take: (wire, report) => (isSent(wire) ? field.take(wire, report) : null),
    receive: (wire) => (isSent(wire) ? receive(field, wire) : null),
    normalize: (draft) => (draft === null ? null : normalized(field, draft)),
    parse: (draft, report) => (draft === null ? null : field.parse(draft, report)),
    draft: (value) => (value === null ? null : field.draft(value)),
    put(value, out) {
      if (value !== null) field.put(value, out);
    },
  };
}

const version = text('version', '更新の番号', { max: 20 });

export const versionAnswered = { version };
export const versionKnown = { version };
/** Left out, it is not compared. */
export const versionSent = { version: orNone(version, '') };
