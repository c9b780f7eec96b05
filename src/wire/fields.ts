// The kinds of single fields that contracts are made of, each with its sentences.

import {
  CONTROL_CHARACTERS,
  CONTROL_CHARACTERS_BUT_LINES,
  countBytes,
  countCharacters,
  HALF_WIDTH_DIGITS,
  KATAKANA,
  MAIL_ADDRESS,
  PASSWORD_CHARACTERS,
  PHONE_NUMBER,
} from '#domain/text/characters.ts';
import { tidyCode, tidyDigits, tidyKana, tidyLine } from '#domain/text/tidy.ts';
import { type Field, listed, receive, type Sample, scalar, several, tidied, type Wire } from './field.ts';

interface TextRules {
  required?: boolean;
  /** In characters. */
  max?: number;
  /** In bytes of a legacy system: half-width 1, everything else 2. */
  maxBytes?: number;
  exact?: number;
  multiline?: boolean;
  /** What it must look like, and the sentence when it does not; an empty text is the business of `required`. */
  like?: readonly [RegExp, string];
  /** What is made of what a person typed; without it, blanks around a single line go. */
  tidy?: (text: string) => string;
  /** Sentences that differ from the usual ones. */
  sentences?: { required?: string; max?: string; exact?: string };
}

/** For what must not be changed unseen, such as passwords. */
export const asTyped = (text: string) => text;

export function text(code: string, label: string, rules: TextRules = {}): Field<string> {
  const { required = false, max, maxBytes, exact, multiline = false, like, sentences = {} } = rules;
  const { tidy = multiline ? asTyped : tidyLine } = rules;
  const forbidden = multiline ? CONTROL_CHARACTERS_BUT_LINES : CONTROL_CHARACTERS;

  function findProblem(value: string): string | null {
    if (value === '') return required ? (sentences.required ?? `${label}は必須入力です。`) : null;
    if (required && value.trim() === '') return sentences.required ?? `${label}は必須入力です。`;
    if (forbidden.test(value)) return `${label}に使用できない文字が入力されています。`;
    const length = countCharacters(value);
    if (exact !== undefined && length !== exact) return sentences.exact ?? `${label}が適正な文字数ではありません。`;
    if (max !== undefined && length > max) return sentences.max ?? `${label}は${max}文字以内で入力してください。`;
    if (maxBytes !== undefined && countBytes(value) > maxBytes) {
      return (
        sentences.max ?? `${label}は全角${Math.floor(maxBytes / 2)}文字（半角${maxBytes}文字）以内で入力してください。`
      );
    }
    return like && !like[0].test(value) ? like[1] : null;
  }

  return {
    label,
    meanings: [{ code, label, type: describeText(rules) }],
    blank: '',
    required,
    tidy,
    take: (wire) => scalar(wire, code).replaceAll('\r\n', '\n'),
    parse(draft, say) {
      const problem = findProblem(draft);
      if (problem) say(problem);
      return draft;
    },
    draft: (value) => value,
    put(value, out) {
      out[code] = value;
    },
    sample: {
      kind: 'text',
      max: exact ?? max ?? (maxBytes ? Math.floor(maxBytes / 2) : 200),
      pattern: like?.[0],
      required: required || exact !== undefined,
      multiline,
      accepts: (value) => findProblem(value) === null,
    },
  };
}

function describeText({ required, max, maxBytes, exact, multiline }: TextRules): string {
  const limits = [
    required && 'required',
    exact !== undefined && `exactly ${exact} characters`,
    max !== undefined && `at most ${max} characters`,
    maxBytes !== undefined && `at most ${maxBytes} bytes`,
    multiline && 'several lines',
  ].filter(Boolean);
  return limits.length ? `text, ${limits.join(', ')}` : 'text';
}

export function digits(code: string, label: string, rules: TextRules = {}): Field<string> {
  const like = [HALF_WIDTH_DIGITS, `${label}は半角数字で入力してください。`] as const;
  return text(code, label, { like, tidy: tidyDigits, ...rules });
}

export function mailAddress(code: string, label: string, rules: TextRules = {}): Field<string> {
  const like = [MAIL_ADDRESS, `${label}が正しい書式ではありません。`] as const;
  return text(code, label, { max: 60, like, tidy: tidyCode, ...rules });
}

export function phone(code: string, label: string, rules: TextRules = {}): Field<string> {
  const like = [PHONE_NUMBER, `${label}が正しい書式ではありません。`] as const;
  return text(code, label, { max: 20, like, tidy: tidyCode, ...rules });
}

export function webAddress(code: string, label: string, rules: TextRules = {}): Field<string> {
  const sentence = `${label}はhttp://またはhttps://で始まるアドレスを入力してください。`;
  return text(code, label, { max: 500, like: [/^https?:\/\/[^\s/]\S*$/, sentence], ...rules });
}

export function kana(code: string, label: string, rules: TextRules = {}): Field<string> {
  return text(code, label, { like: [KATAKANA, `${label}はカタカナで入力してください。`], tidy: tidyKana, ...rules });
}

export function password(code: string, label: string, rules: TextRules = {}): Field<string> {
  return text(code, label, {
    required: true,
    max: 65,
    like: [PASSWORD_CHARACTERS, `${label}に使用できない文字が入力されています。`],
    tidy: asTyped,
    sentences: { max: `${label}は65桁以下で入力ください。` },
    ...rules,
  });
}

export interface IntegerRules {
  min?: number;
  max: number;
  /** When it is not a whole number in half-width digits. */
  sentence?: string;
  /** When it is out of range. */
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
    tidy: tidyDigits,
    parse(draft, say) {
      if (draft === '' && empty !== undefined) return empty;
      if (!(min < 0 ? /^-?[0-9]{1,16}$/ : /^[0-9]{1,16}$/).test(draft)) {
        say(sentence);
        return undefined;
      }
      const value = Number(draft);
      if (value !== empty && (value < min || value > max)) say(rangeSentence);
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
  return {
    label,
    meanings: [
      {
        code,
        label,
        type: Object.entries(codes)
          .map(([word, wireCode]) => `${wireCode} = ${word}`)
          .join(', '),
      },
    ],
    blank: '',
    required: true,
    take(wire, say) {
      const sent = scalar(wire, code);
      const word = wordOf.get(sent) ?? '';
      if (word === '' && sent !== '') say(sentence);
      return word;
    },
    parse(draft, say) {
      if (draft !== '' && Object.hasOwn(codes, draft)) return draft;
      say(sentence);
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
    take(wire, say) {
      const sent = scalar(wire, code);
      if (sent === '' && empty !== undefined) return empty;
      if (sent !== codes.on && sent !== codes.off) say(`${label}を選択してください。`);
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

/** The same code several times, each value read by `item`. */
export function many<T, D>(code: string, label: string, item: Field<T, D>): Field<T[], D[]> {
  const itemCode = item.meanings[0]?.code ?? code;
  return {
    label,
    meanings: [{ code, label, type: `list of ${item.meanings[0]?.type ?? 'values'}` }],
    blank: [],
    take: (wire, say) =>
      several(wire, code).map((value, index) => item.take({ [itemCode]: value }, (sentence) => say(sentence, [index]))),
    tidy: (drafts) => drafts.map((draft) => tidied(item, draft)),
    parse: (drafts, say) =>
      allOrNone(drafts.map((draft, index) => item.parse(draft, (sentence) => say(sentence, [index])))),
    receive: (wire) => listed(wire, code).map((value) => receive(item, { [itemCode]: value })),
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
    take: (wire, say) => (scalar(wire, code) === sentinel ? '' : field.take(wire, say)),
    receive: (wire) => (scalar(wire, code) === sentinel ? null : receive(field, wire)),
    parse: (draft, say) => (draft === '' ? null : field.parse(draft, say)),
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
    take: (wire, say) => (isSent(wire) ? field.take(wire, say) : null),
    receive: (wire) => (isSent(wire) ? receive(field, wire) : null),
    tidy: (draft) => (draft === null ? null : tidied(field, draft)),
    parse: (draft, say) => (draft === null ? null : field.parse(draft, say)),
    draft: (value) => (value === null ? null : field.draft(value)),
    put(value, out) {
      if (value !== null) field.put(value, out);
    },
  };
}
