// Cancelling a reservation: what it is, the act, and what to know afterwards.
import { lines, requestId } from '#wire/booking.ts';
import { call, type Reply } from '#wire/call.ts';
import { record } from '#wire/record.ts';
import { amount, reservationHead, reservationNumber, reservationPerson } from '../contract-reservation.ts';

export const openCancel = call({
  path: '/api/CommonConfirmCancel/FirstDisplay',
  who: 'examinee',
  effect: 'read',
  request: record({ number: reservationNumber }),
  reply: record({
    ...reservationHead,
    ...reservationPerson,
    totalWithTax: amount('taxMoney', '税込の合計金額'),
  }),
});

export type Cancelling = Reply<typeof openCancel>;

export const cancelReservation = call({
  path: '/api/CommonConfirmCancel/CancelReserve',
  who: 'examinee',
  // One statement, which retries by itself.
  effect: 'steps',
  request: record({ number: reservationNumber, requestId }),
});

export const openCancelled = call({
  path: '/api/CommonConfirmCancel2/FirstDisplay',
  who: 'examinee',
  effect: 'read',
  request: record({ number: reservationNumber }),
  reply: record({ notes: lines('mem5List', 'キャンセル後のご案内') }),
});
