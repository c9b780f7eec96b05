// Clients: insurance societies and companies whose members book, and the client of those who pay themselves.
import { makeDate } from '#domain/calendar/plain-date.ts';
import { masterCalls } from '#masters/contract-master.ts';
import { officeCalls } from '#wire/call.ts';
import { BOOKING_METHOD, ONE_OR_TWO, YES } from '#wire/choices.ts';
import { choice, flag, integer } from '#wire/fields.ts';
import { record, type ValueOf } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { digits, text, webAddress } from '#wire/texts.ts';

const AGE_BASIS = { this_year: '0', next_year: '1', visit_day: '2' } as const;

const key = { clientCode: digits('jgcd', 'クライアントコード', { required: true, exact: 8 }) };

const listed = {
  name: text('jgnm', '名称', { required: true, max: 120 }),
  insurerNumber: digits('hksh', '保険者番号', {
    exact: 8,
    sentences: { exact: '保険者番号は8桁で入力してください。' },
  }),
  usable: flag('vsbl', '利用', ONE_OR_TWO),
};

const values = {
  ...listed,
  nameKana: text('jgkn', 'カナ名称', { max: 120 }),
  shortName: text('jgry', '略称', { max: 120 }),
  url: webAddress('url', 'URL'),
  ageBasis: choice('ksfg', '年齢起算条件', AGE_BASIS),
  ageMonth: integer('ksmm', '年齢起算月', {
    max: 12,
    empty: 0,
    rangeSentence: '年齢起算月は1から12までの数値で入力してください。',
  }),
  ageDay: integer('ksdd', '年齢起算日', {
    max: 31,
    empty: 0,
    rangeSentence: '年齢起算日は1から31までの数値で入力してください。',
  }),
  bookingMethod: choice('caln', '予約方法', BOOKING_METHOD),
  guestBooking: flag('gest', 'ゲスト予約', ONE_OR_TWO),
  questionnaireShown: flag('mnsn', '問診の表示', YES),
  pricesShown: flag('kshj', '料金表示', YES),
  reminderDays: integer('remd', '受診前確認メール送信間隔', { max: 99, empty: 0 }),
  promotionMonths: integer('jksd', '予約促進メール送信間隔', { max: 99, empty: 0 }),
};

/** February 29 is a day: clients that count at it mean the end of February. */
const someLeapYear = 2000;

const countsAtADay: Rule<ValueOf<typeof values>> = ({ ageBasis, ageMonth, ageDay }, report) => {
  if (ageBasis !== 'this_year' && ageBasis !== 'next_year') return;
  if (ageMonth === 0) report('ageMonth', '年齢起算月が入力されていません。');
  if (ageDay === 0) report('ageDay', '年齢起算日が入力されていません。');
  const isWithinRange = ageMonth >= 1 && ageMonth <= 12 && ageDay >= 1 && ageDay <= 31;
  if (!isWithinRange || makeDate(someLeapYear, ageMonth, ageDay)) return;
  report('ageDay', `年齢起算月日に存在しない日付（${ageMonth}月${ageDay}日）が入力されています。`);
};

const institution = { institutionCode: text('ircd', '医療機関コード') };

export const clientCalls = masterCalls('MasterWJGYO', {
  title: 'クライアントマスタ',
  noun: 'クライアント',
  code: 'JGYO',
  key,
  values,
  rules: [countsAtADay],
  stored: institution,
  row: { ...institution, ...key, ...listed },
  // The code that it was given.
  registered: key,
});

export const clientFormLookup = officeCalls('MasterWJGYO').read('RegisterFirstDisplay', {
  reply: record({ fiscalYear: integer('nend', '今年度', { min: 2000, max: 2999 }) }),
});
