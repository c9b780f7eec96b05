// A reservation as staff see and change it.
import { noteShown } from '#backoffice/shared/contract-note.ts';
import { correctable, patientNumber, staffMemo } from '#backoffice/shared/contract-person.ts';
import { birthDate, inspection, shownPerson, sumAmount } from '#wire/booking.ts';
import { layoutField, monthFields, nowField, roomFields } from '#wire/calendar.ts';
import { officeCalls } from '#wire/call.ts';
import {
  BOOKING_METHOD,
  MAIL_KIND,
  MAIL_STATE,
  MANAGED_BY,
  ORIGIN,
  RECEPTION,
  RESERVATION_STATUS,
  SENDING,
  SEX,
  STAFF_STATUS,
  TAX_DISPLAY,
  YES,
} from '#wire/choices.ts';
import { date, requiredDate } from '#wire/dates.ts';
import { choice, flag, ifSent, integer, many, orNone, versionAnswered, versionSent } from '#wire/fields.ts';
import { list, nested, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import { cancelReason, cancelReasons, notice, noticeFits, sendMail } from '../contract-edit.ts';

const { read } = officeCalls('MasterWIGA1Detail', { least: 'viewer' });
const { steps, write } = officeCalls('MasterWIGA1Detail', { least: 'reception' });

const numberOf = (code: string, label: string) => integer(code, label, { max: 999_999_999 });
const number = numberOf('ukno', '予約番号');
const several = (code: string, label: string) => text(code, label, { multiline: true });

const DAY = { year: 'reserveDateYear', month: 'reserveDateMonth', day: 'reserveDateDate' };
const visitDate = requiredDate(DAY, '受診日');
const slotCode = text('reserveTmzn', '受付時間', {
  required: true,
  max: 2,
  sentences: { required: '受付時間を選択してください。' },
});
const course = record({
  name: text('ksnm', 'コース名'),
  duration: text('time', '所要時間'),
  description: several('mem1', 'コースの説明'),
  recommendedFor: several('mem2', '対象となる方'),
  amount: sumAmount('gkgk', 'コース料金'),
  items: list('listInspection', '検査項目', inspection),
});

const person = {
  /** As they are corrected: which part of a name is which can't be seen from the whole. */
  familyName: correctable.familyName,
  givenName: correctable.givenName,
  familyKana: correctable.familyKana,
  givenKana: correctable.givenKana,
  name: text('name', '氏名'),
  kana: text('ryak', 'カナ氏名'),
  birthDate,
  age: integer('age', '年齢', { max: 999 }),
  sex: choice('sex', '性別', SEX),
  ...shownPerson,
};

/** What the mail address wants; without a wish, what was booked, and then there is no day and nobody. */
const mailConsent = {
  mailConsent: flag('mailWish', '健診のご案内メールの希望', YES),
  mailConsentDate: text('mailWishDate', '希望の日時'),
  mailConsentBy: text('mailWishBy', '希望を登録した人'),
};

/** Empty for individuals: the category. */
const client = {
  clientCode: text('jgcd', 'クライアントコード'),
  clientName: text('jgnm', 'クライアント'),
  categoryName: text('kbnm', '対象者区分'),
};

/** YYYY/MM/DD HH:mm */
const moment = text('date', '日時');

const subject = (sent: { number: number }) => String(sent.number);

export const openReservation = read('FirstDisplay', {
  log: { act: 'look', subject },
  request: record({ number }),
  reply: record({
    ...versionAnswered,
    number,
    status: choice('statusCode', '予約状況', RESERVATION_STATUS),
    method: choice('caln', '予約方法', BOOKING_METHOD),
    isAnonymous: flag('isAnonymous', '匿名化済み', YES),
    origin: choice('ykrt', '予約経路', ORIGIN),
    ...noteShown,
    staffMemo,
    reception: choice('rvst', '受付状況', RECEPTION),
    /** 8:51; empty while nobody has said anything at the reception. */
    receivedTime: text('rvtm', '来院時刻'),
    receivedBy: text('rvnm', '受付した人'),
    sendingStatus: choice('hsst', '発送状況', SENDING),
    /** Of the newest that was sent, whatever has become of it. */
    sentOn: orNone(date('hsdt', '発送日'), ''),
    /** 0 where there is none. */
    replaces: numberOf('motoUkno', '変更元予約番号'),
    replacedBy: numberOf('sakiUkno', '変更先予約番号'),
    choose: choice('krkb', '選ぶもの', MANAGED_BY),
    /** None where a day is all there is to choose. */
    slots: list('tmznList', '受付時間', {
      slotCode: text('tmzn', '受付時間コード'),
      startTime: text('sthm', '受付時間'),
    }),
    years: many('reserveYearList', '選べる年', integer('reserveYearList', '選べる年', { max: 9999 })),
    visitDate,
    slotCode,
    startTime: text('reserveSthm', '受付時間'),
    patientNumber,
    cancelReason,
    cancelReasons,
    pricesShown: flag('kshj', '料金表示', YES),
    taxDisplay: choice('taxk', '税表示', TAX_DISPLAY),
    course: nested('courseInfo', 'コース', course),
    options: list('optionInfoList', 'オプション', {
      name: text('opnm', 'オプション名'),
      amount: sumAmount('gkgk', 'オプション料金'),
    }),
    total: sumAmount('sumGkgk', '合計金額'),
    totalWithTax: sumAmount('sumTaxGkgk', '税込の合計金額'),
    ...client,
    ...person,
    ...mailConsent,
    history: list('historyList', '履歴', { at: moment, by: text('name', '操作した人'), text: text('text', '内容') }),
    mails: list('mailList', 'メール', {
      mailId: text('mlid', 'メール'),
      at: moment,
      kind: choice('mlbr', '分類', MAIL_KIND),
      title: text('titl', '件名'),
      state: choice('state', '送信の状態', MAIL_STATE),
    }),
  }),
});

const edited = {
  status: choice('statusCode', '予約状況', STAFF_STATUS),
  visitDate,
  slotCode,
  sendMail,
  notice,
  cancelReason,
};

export const reservationForm = record({ ...edited, patientNumber }, [noticeFits]);

export const updateReservation = steps('Update', {
  log: { act: 'change', subject, isOwn: true },
  request: record(
    { number, ...edited, patientNumber: ifSent(patientNumber), cancelReason: ifSent(cancelReason), ...versionSent },
    [noticeFits],
  ),
  reply: record(versionAnswered),
  failures: { Refused: 14 },
});

/** On the person's word. */
export const updateMailConsent = write('UpdateMailWish', {
  request: record({ number, acceptsMail: person.acceptsMail }),
  reply: record(mailConsent),
  failures: { Refused: 14 },
  log: { act: 'change', subject },
});

/** The days and times to which staff can move a reservation. */
const picker = officeCalls('MasterWIGA1DetailCalender', { least: 'reception' });
const pickedNumber = numberOf('my_ukno', '予約番号');
const pickerReply = record({
  choose: choice('krkb', '選ぶもの', MANAGED_BY),
  now: nowField,
  ...monthFields,
  layout: layoutField,
  ...roomFields({ places: '空きのある日時', state: '空きの有無' }),
});

export const openPicker = picker.read('FirstDisplay', {
  request: record({ number: pickedNumber }),
  reply: pickerReply,
  failures: { Refused: 14 },
});

export const changePickerMonth = picker.read('ChangeCalender', {
  request: record({ number: pickedNumber, ...monthFields }),
  reply: pickerReply,
  failures: { Refused: 14 },
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const resendReservationMail = write('ResendMail', {
  log: { act: 'mail', subject },
  request: record({
    number,
    mailId: text('mlid', 'メール', { required: true, like: [UUID, 'メールの指定が正しくありません。'] }),
  }),
  failures: { Refused: 14 },
});
