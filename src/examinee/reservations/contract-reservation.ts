// A reservation as its owner is informed of it: on my page, in its detail, and where it is cancelled.
import { calendarEntry, inspection, lines, requestId, shownPerson } from '#wire/booking.ts';
import { examineeCalls, type Reply } from '#wire/call.ts';
import { BOOKING_METHOD, RESERVATION_STATUS, SEX, TAX_DISPLAY, YES } from '#wire/choices.ts';
import { date, requiredDate } from '#wire/dates.ts';
import { choice, flag, ifSent, integer, many, orNone } from '#wire/fields.ts';
import { flat, list, nested, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

export const reservationNumber = integer('ukno', '予約番号', { max: 999_999_999 });

export const amount = (code: string, label: string) => integer(code, label, { max: 99_999_999 });

/** What every look at a reservation begins with; all of it as of the booking. */
export const reservationHead = {
  number: reservationNumber,
  status: choice('ykst', '予約状況', RESERVATION_STATUS),
  /** Whether it was only asked for; then it stands when staff have confirmed it. */
  method: choice('caln', '予約方法', BOOKING_METHOD),
  visitDate: requiredDate({ year: 'reserveDateYear', month: 'reserveDateMonth', day: 'reserveDateDate' }, '受診日'),
  /** Empty where only a day was chosen. */
  startTime: text('reserveSthm', '受付時間'),
  courseName: text('ksnm', 'コース名'),
  optionNames: many('optionNameList', 'オプション名', text('optionNameList', 'オプション名')),
  pricesShown: flag('kshj', '料金表示', YES),
  taxDisplay: choice('taxk', '税表示', TAX_DISPLAY),
  total: amount('money', '合計金額'),
  clientCode: text('jgcd', 'クライアントコード'),
  insurerNumber: shownPerson.insurerNumber,
  sex: choice('sex', '性別', SEX),
  birthDate: requiredDate({ year: 'btdyYear', month: 'btdyMonth', day: 'btdyDate' }, '生年月日'),
  age: integer('age', '年齢', { max: 999 }),
  name: text('name', '氏名'),
  /** What was sent for a visit that is still awaited, and when. */
  dispatch: ifSent(flat('発送したもの', record({ name: text('hsnm', '発送物の呼び名'), on: date('hsdt', '発送日') }))),
};

/** Who it is for, as entered at the booking. */
export const reservationPerson = {
  clientName: text('jgnm', '健康保険・お勤め先'),
  categoryName: text('kbnm', '対象者区分'),
  kana: text('ryak', '氏名（カナ）'),
  /** The day at which the age was counted; none = the day of the visit. */
  ageDate: orNone(date('ageDate', '年齢を数えた日'), ''),
  ...shownPerson,
};

const fee = (label: string) => integer('gkgk', label, { max: 999_999 });

/** Everything as it was at the booking. */
export const openDetail = examineeCalls('CommonReserveDetail').read('FirstDisplay', {
  request: record({ number: reservationNumber }),
  reply: record({
    ...reservationHead,
    ...reservationPerson,
    ...calendarEntry,
    course: nested('courseInfo', 'コース', {
      name: text('ksnm', 'コース名'),
      duration: text('time', '所要時間'),
      description: text('mem1', 'コースの説明', { multiline: true }),
      recommendedFor: text('mem2', '対象となる方', { multiline: true }),
      amount: fee('コース料金'),
      items: list('listInspection', '検査項目', inspection),
    }),
    options: list('optionInfoList', 'オプション', {
      name: text('opnm', 'オプション名'),
      amount: fee('オプション料金'),
    }),
    sum: amount('sumGkgk', '合計金額'),
    sumWithTax: amount('sumTaxGkgk', '税込の合計金額'),
  }),
});

export type Detail = Reply<typeof openDetail>;

export const openCancel = examineeCalls('CommonConfirmCancel').read('FirstDisplay', {
  request: record({ number: reservationNumber }),
  reply: record({
    ...reservationHead,
    ...reservationPerson,
    totalWithTax: amount('taxMoney', '税込の合計金額'),
  }),
});

export type Cancelling = Reply<typeof openCancel>;

export const cancelReservation = examineeCalls('CommonConfirmCancel').steps('CancelReserve', {
  // One statement, which retries by itself.
  request: record({ number: reservationNumber, requestId }),
});

export const openCancelled = examineeCalls('CommonConfirmCancel2').read('FirstDisplay', {
  request: record({ number: reservationNumber }),
  reply: record({ notes: lines('mem5List', 'キャンセル後のご案内') }),
});
