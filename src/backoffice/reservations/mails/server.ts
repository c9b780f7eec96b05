// Sends mails about reservations again.
import { MAIL_KIND_WORDS } from '#domain/mail/mail-kinds.ts';
import { resendMail } from '#server/mail/reservation-mails.ts';
import { type Handler, handle } from '#server/service.ts';
import { resendReservationMail } from './contract.ts';

export const reservationMailHandlers: Handler[] = [
  handle(resendReservationMail, async (db, who, { reservationNumber, mailId }) => {
    const kind = await resendMail(db, who, reservationNumber, mailId);
    who.trace.details = { note: `${MAIL_KIND_WORDS[kind]}　再送` };
    return {};
  }),
];
