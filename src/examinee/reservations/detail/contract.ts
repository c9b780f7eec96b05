// The detail of a reservation, for its owner: everything as it was at the booking.
import { calendarEntry, inspection } from '#wire/booking.ts';
import { examineeCalls, type Reply } from '#wire/call.ts';
import { integer } from '#wire/fields.ts';
import { list, nested, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import { amount, reservationHead, reservationNumber, reservationPerson } from '../contract-reservation.ts';

const fee = (label: string) => integer('gkgk', label, { max: 999_999 });

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
