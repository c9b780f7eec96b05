// Cancelling a reservation: what it is, the act, and what to know afterwards.
import { lines, requestId } from '#wire/booking.ts';
import { examineeCalls, type Reply } from '#wire/call.ts';
import { record } from '#wire/record.ts';
import { amount, reservationHead, reservationNumber, reservationPerson } from '../contract-reservation.ts';

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
