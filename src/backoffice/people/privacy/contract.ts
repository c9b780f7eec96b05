// How long an institution keeps what it knows of people, and what is due to be forgotten next.
import { shortenings } from '#backoffice/shared/shortenings.ts';
import { officeCalls } from '#wire/call.ts';
import { YES } from '#wire/choices.ts';
import { flag, integer, versionAnswered, versionSent } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

/** What is left of an anonymous one, for whoever decides about it. */
export const STAYS =
  '予約番号・受診日・コース・クライアント（保険者番号・対象者区分）・年齢（生まれた年）・性別・都道府県は残ります。ほかの資料と照らし合わせると本人がわかることがあり、個人情報保護法の「匿名加工情報」ではありません。';

const { read, write } = officeCalls('Privacy');

export const TITLE = '個人情報の取り扱い';

function span(code: string, label: string, min: number, max: number) {
  const sentence = `${label}は${min}から${max}の整数で入力してください。`;
  return integer(code, label, { min, max, sentence, rangeSentence: sentence });
}

const values = {
  reserveYears: span('reserveYears', '予約データの保存', 1, 10),
  mailDays: span('mailDays', 'メール本文の保存', 30, 365),
  logYears: span('logYears', '操作履歴の保存', 3, 10),
};

export const privacyValues = record(values);

const count = (code: string, label: string) => integer(code, label, { max: 999_999_999 });

export const openPrivacy = read('FirstDisplay', {
  reply: record({
    ...values,
    ...shortenings,
    reserveCount: count('reserveCount', '次回に匿名化される予約'),
    mailCount: count('mailCount', '次回に本文が消えるメール'),
    logCount: count('logCount', '次回に消える操作履歴'),
    /** Empty where it has begun. */
    anonymiseFrom: text('anonymiseDate', '匿名化の開始日'),
    ...versionAnswered,
  }),
});

export const updatePrivacy = write('Update', {
  isFresh: true,
  log: { act: 'settings', subject: () => TITLE },
  request: record({
    ...values,
    /** A shorter time makes reservations anonymous that are still known: how many is notified first. */
    isConfirmed: flag('isConfirmed', '匿名化の確認', YES, { empty: false }),
    ...versionSent,
  }),
  reply: record(versionAnswered),
});
