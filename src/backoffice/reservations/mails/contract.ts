// Sending a mail about a reservation again that could not be delivered.
import { officeCalls } from '#wire/call.ts';
import { integer } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const { write } = officeCalls('MasterWIGA1Detail', { least: 'reception' });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const resendReservationMail = write('ResendMail', {
  log: { act: 'mail', subject: ({ reservationNumber }) => String(reservationNumber) },
  request: record({
    reservationNumber: integer('ukno', '予約番号', { max: 999_999_999 }),
    mailId: text('mlid', 'メール', { required: true, like: [UUID, 'メールの指定が正しくありません。'] }),
  }),
  failures: { Refused: 14 },
});
