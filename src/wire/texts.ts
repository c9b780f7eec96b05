// The kinds of texts that contracts are made of, each with its sentences.
import {
  CONTROL_CHARACTERS,
  CONTROL_CHARACTERS_BUT_LINES,
  countCharacters,
  HALF_WIDTH_DIGITS,
  KATAKANA,
  MAIL_ADDRESS,
  PASSWORD_CHARACTERS,
  PHONE_NUMBER,
} from '#domain/text/characters.ts';
import {
  normalizeDigits,
  normalizeKana,
  normalizeLine,
  normalizeMail,
  normalizePhone,
} from '#domain/text/normalize.ts';
import { type Field, scalar } from './field.ts';

interface TextRules {
  required?: boolean;
  /** In characters. */
  max?: number;
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
  const { required = false, max, exact, multiline = false, like, sentences = {} } = rules;
  const { tidy = multiline ? asTyped : normalizeLine } = rules;
  const forbidden = multiline ? CONTROL_CHARACTERS_BUT_LINES : CONTROL_CHARACTERS;

  function findProblem(value: string): string | null {
    if (value === '') return required ? (sentences.required ?? `${label}は必須入力です。`) : null;
    if (required && value.trim() === '') return sentences.required ?? `${label}は必須入力です。`;
    if (forbidden.test(value)) return `${label}に使用できない文字が入力されています。`;
    const length = countCharacters(value);
    if (exact !== undefined && length !== exact) return sentences.exact ?? `${label}が適正な文字数ではありません。`;
    if (max !== undefined && length > max) return sentences.max ?? `${label}は${max}文字以内で入力してください。`;
    return like && !like[0].test(value) ? like[1] : null;
  }

  return {
    label,
    meanings: [{ code, label, type: describeText(rules) }],
    blank: '',
    required,
    normalize: tidy,
    take: (wire) => scalar(wire, code).replaceAll('\r\n', '\n'),
    parse(draft, report) {
      const problem = findProblem(draft);
      if (problem) report(problem);
      return draft;
    },
    draft: (value) => value,
    put(value, out) {
      out[code] = value;
    },
    sample: {
      kind: 'text',
      max: exact ?? max ?? 200,
      pattern: like?.[0],
      required: required || exact !== undefined,
      multiline,
      accepts: (value) => findProblem(value) === null,
    },
  };
}

function describeText({ required, max, exact, multiline }: TextRules): string {
  const limits = [
    required && 'required',
    exact !== undefined && `exactly ${exact} characters`,
    max !== undefined && `at most ${max} characters`,
    multiline && 'several lines',
  ].filter(Boolean);
  return limits.length ? `text, ${limits.join(', ')}` : 'text';
}

export function digits(code: string, label: string, rules: TextRules = {}): Field<string> {
  const like = [HALF_WIDTH_DIGITS, `${label}は半角数字で入力してください。`] as const;
  return text(code, label, { like, tidy: normalizeDigits, ...rules });
}

export function mailAddress(code: string, label: string, rules: TextRules = {}): Field<string> {
  const like = [MAIL_ADDRESS, `${label}が正しい書式ではありません。`] as const;
  return text(code, label, { max: 60, like, tidy: normalizeMail, ...rules });
}

export function phone(code: string, label: string, rules: TextRules = {}): Field<string> {
  const like = [PHONE_NUMBER, `${label}が正しい書式ではありません。`] as const;
  return text(code, label, { max: 20, like, tidy: normalizePhone, ...rules });
}

export function webAddress(code: string, label: string, rules: TextRules = {}): Field<string> {
  const sentence = `${label}はhttp://またはhttps://で始まるアドレスを入力してください。`;
  return text(code, label, { max: 500, like: [/^https?:\/\/[^\s/]\S*$/, sentence], ...rules });
}

export function kana(code: string, label: string, rules: TextRules = {}): Field<string> {
  return text(code, label, {
    like: [KATAKANA, `${label}はカタカナで入力してください。`],
    tidy: normalizeKana,
    ...rules,
  });
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
