// Fields that the calls about courses share: which course, whom a row is for, what it costs.
import { SEX } from '#wire/choices.ts';
import { type Field, scalar } from '#wire/field.ts';
import { choice, type IntegerRules, integer, orNone } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { digits, text } from '#wire/texts.ts';

export interface CourseKey {
  fiscalYear: number;
  clientCode: string;
  courseCode: string;
}

export const joinKey = ({ fiscalYear, clientCode, courseCode }: CourseKey) => `${fiscalYear}${clientCode}${courseCode}`;

export const formatCourseKey = ({ fiscalYear, clientCode, courseCode }: CourseKey) =>
  `${fiscalYear}-${clientCode}-${courseCode}`;

/** A number of so many digits at the most; whatever else is typed gets the one sentence. */
function counted(code: string, label: string, most: number, rules: Omit<IntegerRules, 'max'> & { max?: number } = {}) {
  const sentence = rules.sentence ?? `${label}は整数値で入力してください。`;
  const field = integer(code, label, { max: 10 ** most - 1, ...rules, sentence, rangeSentence: sentence });
  const parse: typeof field.parse = (draft, report) => field.parse(draft.length > most ? '?' : draft, report);
  return { ...field, parse };
}

export const yearField = (code: string, sentence = '年度は整数で入力してください。') =>
  counted(code, '年度', 4, { min: 2000, max: 2999, sentence });
export const fiscalYear = yearField('nend');
export const clientCode = digits('jgcd', 'クライアント', { required: true, exact: 8 });
/** Left out, it is the one of those who pay themselves. */
export const clientCodeIfAny = orNone(digits('jgcd', 'クライアント', { exact: 8 }), '');
export const clientName = text('jgnm', 'クライアント名');
export const courseNameField = text('ksnm', 'コース名', { required: true, max: 120 });

const keyFields = record({
  fiscalYear,
  clientCode,
  courseCode: digits('kscd', 'コースコード', { required: true, exact: 4 }),
});

/** Of no course: what is not a key, or two different ones at once, finds nothing. */
const NOWHERE: CourseKey = { fiscalYear: 0, clientCode: '', courseCode: '' };

export function splitKey(key: string): CourseKey {
  if (!/^[0-9]{16}$/.test(key)) return NOWHERE;
  return { fiscalYear: Number(key.slice(0, 4)), clientCode: key.slice(4, 12), courseCode: key.slice(12) };
}

/** The course that a call is about, as the three codes, as `key`, or as both where they agree. */
export const courseKey: Field<CourseKey> = {
  label: 'コース',
  meanings: [
    ...keyFields.meanings,
    { code: 'key', label: 'コースのキー', type: 'nend, jgcd and kscd joined; may stand for them' },
  ],
  blank: NOWHERE,
  take(wire, report) {
    const sent = {
      fiscalYear: scalar(wire, 'nend'),
      clientCode: scalar(wire, 'jgcd'),
      courseCode: scalar(wire, 'kscd'),
    };
    if (sent.fiscalYear !== '' && !/^[0-9]{4}$/.test(sent.fiscalYear)) report('年度は整数で入力してください。');
    const joined = scalar(wire, 'key') || Object.values(sent).join('');
    const key = splitKey(joined);
    const agrees = (['fiscalYear', 'clientCode', 'courseCode'] as const).every(
      (name) => sent[name] === '' || sent[name] === String(key[name]),
    );
    return agrees ? key : NOWHERE;
  },
  parse: (draft) => draft,
  draft: (value) => value,
  put(value, out) {
    Object.assign(out, keyFields.encode(value), { key: joinKey(value) });
  },
  sample: keyFields.sample,
};

const chooseSentence = (label: string) => `${label}を選択してください。`;

/** A code that somebody chooses from a list: whatever can't be in it is not chosen. */
export function chosen(code: string, label: string, length: number) {
  const sentence = chooseSentence(label);
  return text(code, label, {
    required: true,
    exact: length,
    // No master record has a code of zeros: new rows start with it.
    like: [/[^0]/, sentence],
    sentences: { required: sentence, exact: sentence },
  });
}

/** For everybody (Z) or for one kind of people; null inside. Nothing at all is no answer. */
function common<T, D extends string>(field: Field<T, D>): Field<T | null, D | ''> {
  const code = field.meanings[0]?.code ?? '';
  const orAll = orNone(field, 'Z');
  return {
    ...orAll,
    take(wire, report) {
      if (scalar(wire, code) === '') report(chooseSentence(field.label));
      return orAll.take(wire, report);
    },
  };
}

const categoryCode = text('hfkb', '対象者区分', { exact: 2, sentences: { exact: chooseSentence('対象者区分') } });
/** The category whose option rows are asked for; nothing means those for everybody. */
export const categoryOrAll = orNone(categoryCode, 'Z');
export const conditionCode = text('jkcd', '条件コード');

/** Whom a row is for. */
export const people = {
  sex: common(choice('sex', '性別', SEX)),
  ageFrom: counted('stag', '年齢範囲開始', 3),
  ageTo: counted('edag', '年齢範囲終了', 3),
};
export const category = { categoryCode: common(categoryCode) };
export const amount = counted('kngk', '合計金額', 6);

export const agesInOrder: Rule<{ ageFrom: number; ageTo: number }> = ({ ageFrom, ageTo }, report) => {
  if (ageFrom > ageTo) report('ageFrom', '年齢範囲は開始が終了以下になるように入力してください。');
};

export const heading = { key: courseKey, clientName, courseName: text('ksnm', 'コース名') };
export const categories = list('listHfkb', '対象者区分', {
  categoryCode: text('hfkb', '対象者区分コード'),
  name: text('kbnm', '対象者区分名'),
});
