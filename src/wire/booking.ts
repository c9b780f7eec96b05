// What is said of a booking on the wire: fields that the steps of the examinees and the desk of the staff share, and which are required.
import { ASSUMED_AGE } from '#domain/offer/conditions.ts';
import { isEmptyEntry, ENTRY_LABELS as LABELS, requiredRows } from '#domain/reservation/entry-form.ts';
import { labelOf } from '#domain/reservation/person.ts';
import { type Origin, type Payer, payerOf, type UserKind } from '#domain/reservation/user-kind.ts';
import { PERSONS_NAME } from '#domain/text/characters.ts';
import { PREFECTURES } from '#domain/text/prefectures.ts';
import { EXTENT, SELECTION, SEX, TAX_DISPLAY, TAX_ROUNDING, YES } from './choices.ts';
import { date, dateSelects } from './dates.ts';
import type { Field } from './field.ts';
import { choice, flag, integer, many, orNone, reservationNumber } from './fields.ts';
import { columns, type Fields, list, nested, record } from './record.ts';
import type { Rule } from './rules.ts';
import { digits, kana, mailAddress, phone, text } from './texts.ts';

export const institution = { institutionCode: digits('ircd', '医療機関コード', { required: true, exact: 8 }) };

export const fiscalYear = integer('nend', '受診年度', { min: 2000, max: 2999 });
export const anyFiscalYear = integer('nend', '受診年度', { min: 0, max: 2999, empty: 0 });
export const categoryCode = orNone(text('hfkb', '対象者区分', { max: 2 }), 'Z');
export const sex = orNone(choice('sex', '性別', SEX), 'Z');
const BIRTH_DATE = { year: 'btdyYear', month: 'btdyMonth', day: 'btdyDate' } as const;
export const birthDate = dateSelects(BIRTH_DATE, '生年月日');
export const requiredBirthDate = dateSelects(BIRTH_DATE, '生年月日', { required: true });
/** The reservation being changed; it counts only for who owns it. */
export const ownNumber = reservationNumber('my_ukno', '変更する予約の番号', 0);

/** Who books what, as far as the steps know: the birth date counts, the age only serves where there is none. */
export const conditions = {
  ...institution,
  clientCode: digits('jgcd', 'クライアントコード', { required: true, exact: 8 }),
  categoryCode,
  sex,
  age: integer('age', '年齢', { max: 999, empty: ASSUMED_AGE }),
  birthDate,
  visitDate: orNone(date('reserveDate', '受診日'), ''),
  ownNumber,
};

/** Sent twice, an act under the same id is done once. */
export const requestId = orNone(
  text('requestId', '受付ID', { like: [/^[A-Za-z0-9_-]{22,64}$/, '受付IDが正しくありません。'] }),
  '',
);

/** By which a calendar knows the entry of a reservation, through all its changes. Servers of 1.0.0 send neither. */
export const calendarEntry = {
  firstNumber: integer('icsUkno', '最初の予約番号（カレンダー用）', { max: 999_999_999, empty: 0 }),
  sequence: integer('icsSequence', 'カレンダーの予定の版', { max: 999_999_999, empty: 0 }),
};

export const courseCode = text('kscd', 'コースコード', { required: true, exact: 4 });

const chosenOption = record({
  groupCode: text('opbr', 'オプション分類コード', { max: 4 }),
  optionCode: text('opcd', 'オプションコード', { max: 4 }),
  conditionCode: text('jkcd', '条件コード', { max: 2 }),
});
const CHOSEN = { groupCode: 'opbrs', optionCode: 'opcds', conditionCode: 'optionJkcds' };
/** A change of the calendar's month is sent without the rows' codes. */
export const chosenOptions = columns('選択したオプション', chosenOption, CHOSEN, ['conditionCode']);
/** The same under the names that the reservation calls use. */
export const bookedOptions = columns('選択したオプション', chosenOption, {
  groupCode: 'opbr',
  optionCode: 'opcd',
  conditionCode: 'optionJkcd',
});

/** How amounts are shown; the rate and the rounding let a screen show the running total with tax. */
export const priceDisplay = {
  pricesShown: flag('kshj', '料金表示', YES),
  taxDisplay: choice('taxk', '税表示', TAX_DISPLAY),
  taxRounding: choice('taxc', '税の端数処理', TAX_ROUNDING),
  taxRate: integer('taxRate', '税率（％）', { max: 100 }),
};

const amount = (label: string) => integer('gkgk', label, { max: 999_999 });
/** The amount is that of the row which goes first; who is not known well enough is shown the least that they could pay. */
const fromPrice = {
  lowest: integer('fromGkgk', '最も低い料金', { max: 999_999 }),
  isFrom: flag('isFrom', '人により料金が異なる', YES),
};
export const lines = (code: string, label: string) => many(code, label, text(code, label, { multiline: true }));

export const inspection = record({
  name: text('kmnm', '検査項目名'),
  extent: choice('jskb', '実施区分', EXTENT),
});

/** Where the age on the day of the visit lets this person book it only from or until a birthday. */
const ageLimits = {
  bookableFrom: orNone(date('ykfr', '予約できる最初の受診日'), ''),
  bookableTo: orNone(date('ykto', '予約できる最後の受診日'), ''),
};

export const course = record({
  courseCode: text('kscd', 'コースコード'),
  conditionCode: text('jkcd', '料金の条件コード'),
  name: text('ksnm', 'コース名'),
  duration: text('time', '所要時間'),
  amount: amount('コース料金'),
  ...fromPrice,
});

export const courseInList = record({
  ...course.fields,
  items: list('listInspection', '検査項目', inspection),
  description: lines('mem1List', 'コースの説明'),
  recommendedFor: lines('mem2List', '対象となる方'),
  needsPerson: flag('isPersonNeeded', '先に生年月日と性別が要る', YES),
  ...ageLimits,
});

export const optionFields = {
  optionCode: text('opcd', 'オプションコード'),
  name: text('opnm', 'オプション名'),
  amount: amount('オプション料金'),
  conditionCode: text('jkcd', '条件コード'),
  isInitial: flag('dffg', '初期値', YES),
  ...fromPrice,
};

export const optionGroupsOf = <F extends Fields>(options: F) =>
  list('listOpClass', 'オプション分類', {
    groupCode: text('opbr', 'オプション分類コード'),
    name: text('brnm', 'オプション分類名'),
    description: text('mem1', '説明', { multiline: true }),
    selection: choice('trkb', '選択方法', SELECTION),
    options: list('listOpItems', 'オプション', record(options)),
  });

export const optionGroups = optionGroupsOf(optionFields);
export const limitedOptionGroups = optionGroupsOf({ ...optionFields, ...ageLimits });

export const courseOf = nested('course', 'コース', course);
export const sumAmount = (code: string, label: string) => integer(code, label, { max: 99_999_999 });

const acceptsMail = flag('dmkb', LABELS.acceptsMail, YES);

const prefecture = new RegExp(`^(${PREFECTURES.join('|')})$`);

const personsName = (code: string, label: string) =>
  text(code, label, { max: 30, like: [PERSONS_NAME, `${label}に使用できない文字が入力されています。`] });

/** The applicant's entries under the names of the input form, all optional: which are required, the kind of user says. */
export const entries = {
  insurerNumber: digits('hksh', LABELS.insurerNumber, { exact: 8 }),
  cardSymbol: text('hkkg', LABELS.cardSymbol, { max: 15 }),
  cardNumber: digits('hkno', LABELS.cardNumber, { max: 15 }),
  companyName: text('cmnm', LABELS.companyName, { max: 120 }),
  familyName: personsName('nam1', LABELS.familyName),
  givenName: personsName('nam2', LABELS.givenName),
  familyKana: kana('ryk1', LABELS.familyKana, { max: 30 }),
  givenKana: kana('ryk2', LABELS.givenKana, { max: 30 }),
  postalCode1: digits('zip1', LABELS.postalCode1, { exact: 3 }),
  postalCode2: digits('zip2', LABELS.postalCode2, { exact: 4 }),
  prefecture: text('adr1', LABELS.prefecture, { like: [prefecture, `${LABELS.prefecture}を選択してください。`] }),
  city: text('adr2', LABELS.city, { max: 120 }),
  street: text('adr3', LABELS.street, { max: 120 }),
  phone: phone('tel1', LABELS.phone),
  employeeNumber: text('syno', LABELS.employeeNumber, {
    max: 20,
    sentences: { max: '社員番号の入力文字数が多すぎます。' },
  }),
  mail: mailAddress('email1', LABELS.mail),
  acceptsMail,
  remarks: text('mem1', LABELS.remarks, { max: 1000, multiline: true }),
};

const { familyName: _family, givenName: _given, familyKana: _kana, givenKana: _givenKana, ...whole } = entries;
const { postalCode1: _first, postalCode2: _second, mail: _typed, ...unchanged } = whole;
/** What answers show of a person: the same, and as one what is typed in parts or under another name. */
export const shownPerson = {
  ...unchanged,
  postalCode: text('zip', labelOf('postalCode')),
  mail: text('emal', LABELS.mail),
};

/** The wish as a request has it. Individuals are asked for it; what a society's members send or leave out means nothing. */
const mailConsentSent: Field<boolean | null> = {
  ...acceptsMail,
  blank: null,
  meanings: acceptsMail.meanings.map((meaning) => ({ ...meaning, type: `${meaning.type}; of individuals only` })),
  take(wire) {
    let isUnderstood = true;
    const wish = acceptsMail.take(wire, () => {
      isUnderstood = false;
    });
    return isUnderstood ? wish : null;
  },
  put(wish, out) {
    if (wish !== null) acceptsMail.put(wish, out);
  },
  sample: { kind: 'orNull', of: acceptsMail.sample },
};

export const entriesSent = { ...entries, acceptsMail: mailConsentSent };

/** What is wrong is reported in the order of a record's fields: this makes it the one in which the person sees them. */
export function inPageOrder<F extends Fields>(fields: F): F {
  const page = Object.keys(LABELS);
  const sorted = Object.entries(fields).sort(([one], [other]) => page.indexOf(one) - page.indexOf(other));
  return Object.fromEntries(sorted) as F;
}

/**
 * What is missing is reported together with what is malformed. Whether a category is missing hangs on the client, which only the server knows. A rule for each row: one that could not be
 * read ends its own only.
 */
export function requireEntries(fields: Fields, origin: Origin): Rule<{ clientCode: string }>[] {
  const sentences = (payer: Payer) =>
    new Map<string, string>(requiredRows({ origin, payer }).map(({ field, sentence }) => [field, sentence]));
  const required = { individual: sentences('individual'), insurance: sentences('insurance') };
  const names = new Set([...required.individual.keys(), ...required.insurance.keys()]);
  return [...names]
    .filter((name) => name in fields && name !== 'categoryCode')
    .map((name) => (value: { clientCode: string; [entry: string]: unknown }, report) => {
      const sentence = required[payerOf(value.clientCode)].get(name);
      if (sentence && isEmptyEntry(value[name])) report(name, sentence);
    });
}

/** The same where it is known beforehand who pays, or makes no difference. */
export const requireEntriesOf = (fields: Fields, kind: UserKind): Rule<Readonly<Record<string, unknown>>>[] =>
  requiredRows(kind)
    .filter(({ field }) => field in fields)
    .map(({ field, sentence }) => (value, report) => {
      if (isEmptyEntry(value[field])) report(field, sentence);
    });
