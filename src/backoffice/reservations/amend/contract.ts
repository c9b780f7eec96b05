// Options that are added and dropped on the day of the visit, on the same number.
import { frameInSlot, raisedCells } from '#backoffice/reservations/phone-booking/contract.ts';
import { birthDate, optionFields, optionGroupsOf, priceDisplay, requestId, sumAmount } from '#wire/booking.ts';
import { officeCalls, type Reply } from '#wire/call.ts';
import { COUNTED_AS, MAIL_KIND, MANAGED_BY, RECEPTION, SEX, YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { choice, flag, integer, many, reservationNumber, versionAnswered, versionSent } from '#wire/fields.ts';
import { columns, list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const { read, steps } = officeCalls('Desk', { least: 'reception' });

const number = reservationNumber('ukno', '予約番号');
const subject = (sent: { number: number }) => String(sent.number);
const { taxDisplay, taxRounding, taxRate } = priceDisplay;

const option = {
  ...optionFields,
  isBooked: flag('isBooked', '予約済み', YES),
  /** What is booked and no longer offered can only be dropped. */
  isOffered: flag('isOffered', 'いま選べる', YES),
  bookedAmount: integer('bookedGkgk', '予約時の料金', { max: 999_999 }),
  /** -1 where it needs no further place. */
  left: integer('left', '残り', { min: -1, max: 99_999 }),
  state: choice('state', '枠の空き', { none: '', open: 'open', full: 'full', missing: 'none' }),
  /** The frame whose places it takes beside those of the course; empty: none. */
  frameCode: text('waku', '予約枠コード'),
};

export const openAmendment = read('AmendFirstDisplay', {
  log: { act: 'look', subject, note: 'オプションの変更' },
  request: record({ number }),
  failures: { Refused: 14 },
  reply: record({
    number,
    ...versionAnswered,
    name: text('name', '氏名'),
    kana: text('ryak', 'カナ氏名'),
    birthDate,
    age: integer('age', '年齢', { max: 999 }),
    sex: choice('sex', '性別', SEX),
    visitDate: date('reserveDate', '受診日'),
    startTime: text('sthm', '受付時間'),
    courseName: text('ksnm', 'コース名'),
    reception: choice('rvst', '受付状況', RECEPTION),
    receivedTime: text('rvtm', '来院時刻'),
    taxDisplay,
    taxRounding,
    taxRate,
    courseAmount: sumAmount('gkgk', 'コース料金'),
    total: sumAmount('sumGkgk', '合計金額'),
    totalWithTax: sumAmount('sumTaxGkgk', '税込の合計金額'),
    canRaise: flag('canRaise', '枠を増やせる', YES),
    canMail: flag('canMail', 'メールを送れる', YES),
    groups: optionGroupsOf(option),
    frames: list('frameList', '予約枠', {
      ...frameInSlot.fields,
      managedBy: choice('krkb', '枠の単位', MANAGED_BY),
      countedAs: choice('ccd1', '人数の数え方', COUNTED_AS),
    }),
  }),
});

const chosen = record({
  groupCode: text('opbr', 'オプション分類コード', { max: 4 }),
  optionCode: text('opcd', 'オプションコード', { max: 4 }),
});

export const amendOptions = steps('Amend', {
  log: { act: 'change', subject, isOwn: true },
  request: record({
    number,
    ...versionSent,
    options: columns('選択したオプション', chosen, { groupCode: 'opbr', optionCode: 'opcd' }),
    total: sumAmount('sumGkgk', '合計金額'),
    sendMail: flag('isSendMail', '変更後の内容をメールで送る', YES, { empty: false }),
    raise: flag('raise', '枠を増やす', YES, { empty: false }),
    raised: raisedCells,
    requestId,
  }),
  failures: { Refused: 14 },
  reply: record({
    ...versionAnswered,
    total: sumAmount('sumGkgk', '合計金額'),
    totalWithTax: sumAmount('sumTaxGkgk', '税込の合計金額'),
    mailKinds: many('mailKinds', '送るメール', choice('mailKinds', '送るメール', MAIL_KIND)),
  }),
});

export type Amending = Reply<typeof openAmendment>;
