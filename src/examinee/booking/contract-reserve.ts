// The last steps of a booking: the applicant's data, what holds for them, the calls that book it, and the result.
import { ASSUMED_AGE } from '#domain/offer/conditions.ts';
import { ENTRY_LABELS as LABELS, MAILS_DIFFER, NO_CONSENT } from '#domain/reservation/entry-form.ts';
import type { Origin } from '#domain/reservation/user-kind.ts';
import {
  birthDate,
  bookedOptions,
  calendarEntry,
  categoryCode,
  chosenOptions,
  conditions,
  courseCode,
  courseOf,
  entries,
  entriesSent,
  fiscalYear,
  inPageOrder,
  institution,
  lines,
  ownNumber,
  priceDisplay,
  requestId,
  requireEntries,
  sex,
  sumAmount,
} from '#wire/booking.ts';
import { examineeCalls, openCalls } from '#wire/call.ts';
import { BOOKING_METHOD, ONE_OR_TWO, SEX } from '#wire/choices.ts';
import { date, dateSelects } from '#wire/dates.ts';
import { choice, flag, integer, many, orNone, reservationNumber } from '#wire/fields.ts';
import { list, record, type ValueOf } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { digits, mailAddress, text } from '#wire/texts.ts';

const clientCode = text('jgcd', 'クライアントコード', { required: true, exact: 8 });

export const openEntry = openCalls('CommonInputReserveInfo').read('FirstDisplay', {
  request: record({ ...institution, clientCode, fiscalYear, courseCode, ownNumber }),
  reply: record({
    birthYears: many('listBtdyYear', '生年', integer('listBtdyYear', '生年', { max: 9999 })),
    categories: list('listHfkb', '対象者区分', {
      categoryCode: text('hfkb', '対象者区分コード'),
      name: text('kbnm', '対象者区分名'),
    }),
    terms: text('cvtn', '利用規約・個人情報の取り扱い', { multiline: true }),
    notes: lines('mem3List', '入力前の注意事項'),
    clientName: text('jgnm', LABELS.clientName),
    ...entries,
    categoryCode,
    birthDate,
    age: integer('age', '年齢', { max: 999 }),
    /** The day at which the client counts ages; none = the day of the visit. */
    ageDate: orNone(date('ageDate', '年齢を数える日'), ''),
    sex,
  }),
});

const mailsAgree: Rule<{ mail: string; mailAgain: string }> = ({ mail, mailAgain }, report) => {
  if (mail !== mailAgain) report('mailAgain', MAILS_DIFFER);
};

/** The form as the screen holds it; which rows are required, `entryRows` of the user's kind says. */
export const entryForm = record(
  inPageOrder({ ...entries, categoryCode, birthDate, sex, mailAgain: mailAddress('email2', LABELS.mailAgain) }),
  [mailsAgree],
);

const checked = {
  ...institution,
  clientCode,
  fiscalYear,
  ownNumber,
  visitDate: orNone(date('reserveDate', '受診日'), ''),
  ...entryForm.fields,
  acceptsMail: entriesSent.acceptsMail,
};

export const checkEntry = openCalls('CommonInputReserveInfo').read('Check', {
  request: record(checked, [mailsAgree, ...requireEntries(checked, 'en-route')]),
  guestRequest: record(checked, [mailsAgree, ...requireEntries(checked, 'guest')]),
  reply: record({ age: integer('age', '年齢', { max: 999 }) }),
});

const slotCode = (code: string) => text(code, '受付時間', { required: true, max: 2 });

export const preview = openCalls('CommonConfirmReserveInfo').read('FirstDisplay', {
  request: record({
    ...conditions,
    fiscalYear,
    slotCode: slotCode('tmzn'),
    courseCode,
    conditionCode: text('courseJkcd', '料金の条件コード'),
    options: chosenOptions,
    /** Only to show what the account has booked for the same person. */
    familyKana: text('ryk1', 'セイ', { max: 30 }),
    givenKana: text('ryk2', 'メイ', { max: 30 }),
  }),
  reply: record({
    ...priceDisplay,
    /** Of the logged-in account alone; a change's own is not among them. */
    sameYear: list('sameYearList', '同じ年度の予約', {
      number: integer('ukno', '予約番号', { max: 999_999_999 }),
      visitDate: date('reserveDate', '受診日'),
      startTime: text('sthm', '受付時間'),
      courseName: text('ksnm', 'コース名'),
    }),
    startTime: text('sthm', '受付時間'),
    method: choice('caln', '予約方法', BOOKING_METHOD),
    course: courseOf,
    options: list('optionList', 'オプション', {
      groupCode: text('opbr', 'オプション分類コード'),
      optionCode: text('opcd', 'オプションコード'),
      conditionCode: text('jkcd', '条件コード'),
      name: text('opnm', 'オプション名'),
      courseName: text('ksnm', 'コース名'),
      amount: integer('gkgk', 'オプション料金', { max: 999_999 }),
    }),
    categoryName: text('kbnm', '対象者区分名'),
    age: integer('age', '年齢', { max: 999 }),
    /** Sent back at confirm: the amount that the person has seen. */
    total: sumAmount('sumGkgk', '合計金額'),
    totalWithTax: sumAmount('sumTaxGkgk', '税込の合計金額'),
  }),
});

const draft = {
  clientCode: digits('jgcd', 'クライアントコード', { required: true, exact: 8 }),
  sexAtSteps: orNone(choice('sex', '性別', SEX), 'Z'),
  fiscalYear,
  ageAtSteps: integer('age', '年齢', { max: 999, empty: ASSUMED_AGE }),
  categoryAtSteps: categoryCode,
  courseCode,
  conditionCode: text('courseJkcd', '料金の条件コード', { max: 2 }),
  options: bookedOptions,
  visitDate: date('reserveDate', '受診日'),
  slotCode: slotCode('reserveTmzn'),
  ...inPageOrder({
    ...entriesSent,
    sex: orNone(choice('inputSex', '性別', SEX), 'Z'),
    birthDate: dateSelects({ year: 'inputBtdyYear', month: 'inputBtdyMonth', day: 'inputBtdyDate' }, '生年月日'),
    age: orNone(integer('inputAge', '年齢', { max: 999 }), ''),
    categoryCode: orNone(text('inputHfkb', '対象者区分', { max: 2 }), 'Z'),
  }),
  consent: flag('doui', '同意', ONE_OR_TWO, { empty: false }),
  total: orNone(integer('sumGkgk', '合計金額', { max: 99_999_999 }), ''),
  requestId,
};

const required = (origin: Origin): Rule<ValueOf<typeof draft>>[] => [
  ...requireEntries(draft, origin),
  ({ consent }, report) => !consent && report('consent', NO_CONSENT),
];

/** Confirmed, or only asked for: the screen after it must not say the one for the other. */
const method = choice('caln', '予約方法', BOOKING_METHOD);

const booked = {
  userId: text('userId', 'ユーザーID'),
  number: integer('ukno', '予約番号', { max: 999_999_999 }),
  method,
  ...calendarEntry,
};
/** Of the account, whoever was booked for. */
const accountName = text('name', '氏名');

/** The spec's answer to any input that the server refuses here is 13 with a list. */
const failures = { Invalid: 13 } as const;

export const reserveAsGuest = openCalls('Account').steps('CommonGuestNewReserve', {
  request: record({ ...institution, ...draft }, required('guest')),
  reply: record({
    ...booked,
    firstPassword: text('firstPassword', '最初のパスワード'),
    /** As my page shows it: YYYY/MM/DD HH:mm in Japan. */
    passwordLimit: text('passwordLimit', 'パスワードの有効期限'),
  }),
  failures,
  limit: 'guestReservation',
});

export const reserveLoggedIn = examineeCalls('Account').steps('CommonLoginedNewReserve', {
  request: record(draft, required('en-route')),
  reply: record({ ...booked, name: accountName }),
  failures,
});

export const changeReservation = examineeCalls('Account').steps('CommonLoginedChangeReserve', {
  request: record(
    { ...draft, replaces: integer('choiceUkno', '変更する予約の番号', { max: 999_999_999 }) },
    required('en-route'),
  ),
  reply: record({ ...booked, name: accountName }),
  failures,
});

export const openResult = openCalls('CommonReserveResult').read('FirstDisplay', {
  request: record({ number: reservationNumber('ukno', '予約番号') }),
  reply: record({
    notes: lines('mem4List', 'ご案内'),
    /** None for who does not own it. */
    method: orNone(method, ''),
  }),
});
