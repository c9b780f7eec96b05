// My page: who one is, what can be booked, the reservations one has and had, and the confirmation mail on request.
import { examineeInfo } from '#examinee/contract-examinee.ts';
import { entrances, MY_PAGE_CALL } from '#examinee/top/contract.ts';
import { chosenOptions } from '#wire/booking.ts';
import { call, examineeCalls, type Reply } from '#wire/call.ts';
import { BOOKING_KINDS, ONE_OR_TWO, TAX_DISPLAY, YES } from '#wire/choices.ts';
import type { Field } from '#wire/field.ts';
import { choice, flag, integer } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import { amount, reservationHead, reservationNumber } from '../contract-reservation.ts';

const { clientCode, insurerNumber, sex, birthDate, age, categoryCode, fiscalYear, today } = examineeInfo.reply.fields;

const LONGEST_DEADLINE = 99;
const daysOnWire = integer('chdy', '変更・キャンセル期限（日数、負）', { min: -LONGEST_DEADLINE, max: 0 });

/** How many days before the visit the window closes; on the wire what the visit's day has to be moved by, so negative. */
const deadlineDays: Field<number, string> = {
  ...daysOnWire,
  parse(draft, report) {
    const value = daysOnWire.parse(draft, report);
    return value === undefined ? undefined : 0 - value;
  },
  draft: (days) => daysOnWire.draft(0 - days),
  put: (days, out) => daysOnWire.put(0 - days, out),
  sample: { kind: 'integer', min: 0, max: LONGEST_DEADLINE, nullable: false },
};

const acceptsMail = flag('dmkb', '健診のご案内メール', YES);

export const entry = record({
  ...reservationHead,
  totalWithTax: amount('taxMoney', '税込の合計金額'),
  /** Whether its owner may change or cancel it today. */
  isChangeable: flag('isChangeable', '変更・キャンセルできる', YES),
  // What a change of it starts with.
  fiscalYear,
  categoryCode,
  courseCode: text('kscd', 'コースコード'),
  slotCode: text('reserveTmzn', '受付時間コード'),
  options: chosenOptions,
});

export const openMyPage = call({
  path: MY_PAGE_CALL,
  who: 'examinee',
  effect: 'read',
  reply: record({
    today,
    taxDisplay: choice('taxk', '税表示', TAX_DISPLAY),
    bookingKinds: choice('nwkb', '予約区分', BOOKING_KINDS),
    /** Whether people who pay themselves can book at all; in the words of the clients' master. */
    individualsWelcome: flag('vsbl', '個人での予約', ONE_OR_TWO),
    ...entrances,
    deadlineDays,
    clientCode,
    insurerNumber,
    sex,
    birthDate,
    fiscalYear,
    age,
    categoryCode,
    /** In a session that was opened with a password which the service has made, until there is one of the person's own. */
    isFirstPassword: flag('isFirstPassword', '最初のパスワードを使用中', YES),
    /** YYYY/MM/DD HH:mm in Japan; empty where it does not end. */
    passwordLimit: text('passwordLimit', 'パスワードの有効期限'),
    /** Whole hours until then, by the server's clock; negative once it is over. */
    passwordHours: integer('passwordHours', 'パスワードの残り時間', { min: -999, max: 999 }),
    /** Of the account's mail address. */
    acceptsMail,
    /** Whether the account's address was shown to be its owner's; until then my page shows what was booked on it, and nothing that staff have booked or corrected. */
    isMailVerified: flag('isMailVerified', 'メールアドレスの確認', YES),
    current: list('enableReserveDataList', '現在のご予約', entry),
    past: list('disableReserveDataList', 'キャンセル・過去のご予約', entry),
  }),
});

export type MyPage = Reply<typeof openMyPage>;
export type MyPageEntry = MyPage['current'][number];

export const sendConfirmation = examineeCalls('CommonMyPage').write('SendConfirmMail', {
  request: record({ number: reservationNumber }),
});

/** The link goes to the account's address. */
export const sendVerification = examineeCalls('CommonMyPage').write('SendVerifyMail');

export const updateMailConsent = examineeCalls('CommonMyPage').write('UpdateMailWish', {
  request: record({ acceptsMail }),
});
