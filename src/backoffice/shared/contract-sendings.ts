// What is sent to people before their visit: who is to be sent what and when, what was sent, what came back, and the file for a carrier.

import { shownPerson } from '#wire/booking.ts';
import { officeCalls, type Reply } from '#wire/call.ts';
import { OUTCOME, SENDING } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { choice, integer, many, orNone, reservationNumber, versionAnswered } from '#wire/fields.ts';
import { list, record } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { text } from '#wire/texts.ts';
import { csvLines } from './contract-lines.ts';
import { personNote } from './contract-note.ts';
import { MOST_SELECTED, reservationRow } from './contract-rows.ts';

const { read, write } = officeCalls('Desk', { least: 'viewer' });

/** Of a chip. */
export const MOST_LISTED = 1000;
export const TOO_MANY_DUE = '対象が1,000件を超えています。日を早めてください。';

const chip = choice('hsch', '発送の一覧', {
  due: '1',
  unsure: '2',
  sent: '3',
  returned: '4',
  moved: '5',
  cancelled: '6',
});
const number = reservationNumber('ukno', '予約番号');
const { postalCode, prefecture, city, street, phone } = shownPerson;
const { name, kana, hasNote, hasMemo, hasRemarks } = reservationRow.fields;
const dayOrNone = (code: string, label: string) => orNone(date(code, label), '');
const status = choice('hsst', '発送状況', SENDING);
/** Of the newest record, whatever has become of it. */
const sentOn = dayOrNone('hsdt', '発送日');
const sentence = text('errorMessage', '記録できない理由');

const sending = record({
  number,
  ...versionAnswered,
  dueDate: date('dueDate', '発送予定日'),
  visitDate: date('reserveDate', '受診日'),
  startTime: text('sthm', '受付時間'),
  name,
  kana,
  phone,
  postalCode,
  prefecture,
  city,
  street,
  /** What is wrong with the address; empty where nothing is. */
  addressMessage: text('addressMessage', '住所の確認'),
  /** What is still to be sent; where nothing is, what was. */
  partNames: many('partNames', '送るもの', text('partNames', '送るもの')),
  hasNote,
  hasMemo,
  hasRemarks,
  note: personNote,
  status,
  sentOn,
  sentBy: text('sentName', '発送した人'),
  /** The visit when it was sent, where it is another now. */
  oldDate: dayOrNone('oldDate', '発送したときの受診日'),
  returnedOn: dayOrNone('returnDate', '戻った日'),
});

export const openSendings = read('SendingList', {
  log: { act: 'search' },
  request: record({
    /** What is due until then; none: until the day before the next open one. */
    until: dayOrNone('sendDate', 'この日までに送るもの'),
    chip: orNone(chip, ''),
    /** These and no others, whatever has become of them. */
    numbers: many('ukno', '予約番号', number),
  }),
  reply: record({
    until: date('sendDate', 'この日までに送るもの'),
    today: date('today', '今日'),
    sendingDays: integer('hsdy', '発送日数', { max: 60 }),
    sendingName: text('hsnm', '発送物の呼び名'),
    counts: list('countList', '件数', { chip, count: integer('count', '件数', { max: 999_999 }) }),
    rows: list('sendList', '発送', sending),
  }),
});

const numbers = many('uknos', '予約番号', number);
const howMany: Rule<{ numbers: readonly number[] }> = ({ numbers }, report) => {
  if (numbers.length === 0) report('numbers', '予約を選択してください。');
  if (numbers.length > MOST_SELECTED) report('numbers', `一度に選択できるのは${MOST_SELECTED}件までです。`);
};

export const markSendings = write('SendingMark', {
  least: 'reception',
  log: { act: 'change', isOwn: true },
  request: record(
    {
      numbers,
      mark: choice('mark', '記録', { back: '0', sent: '1', returned: '2' }),
      /** When it was sent or came back. */
      on: dayOrNone('sendDate', '発送日'),
    },
    [howMany],
  ),
  reply: record({
    results: list('resultList', '結果', {
      number,
      outcome: choice('result', '結果', OUTCOME),
      status: orNone(status, ''),
      sentOn,
      sentence,
    }),
  }),
});

export const downloadSendings = write('SendingCsv', {
  least: 'reception',
  isFresh: true,
  log: { act: 'csv' },
  request: record({ numbers }, [howMany]),
  reply: csvLines,
});

export type SendingDay = Reply<typeof openSendings>;
export type Sending = SendingDay['rows'][number];
export type SendingChip = SendingDay['counts'][number]['chip'];
export type SendingMark = 'back' | 'sent' | 'returned';
