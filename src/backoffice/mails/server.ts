// Sends mails about reservations again.
import { resendMail } from '#server/mail/mails-of.ts';
import { type Handler, handle } from '#server/service.ts';
import { resendReservationMail } from './contract.ts';

export const reservationMailHandlers: Handler[] = [
  handle(resendReservationMail, async (db, who, { reservationNumber, mailId }) => {
    await resendMail(db, who, reservationNumber, mailId);
    return {};
  }),
];
