// Confirms reservations of a list as they stand, some at a time; what became of each is reported by itself.
import { AT_A_TIME, results, seen, seenCodes, upTo } from '#backoffice/reservations/contract-many.ts';
import { officeCalls } from '#wire/call.ts';
import { YES } from '#wire/choices.ts';
import { flag } from '#wire/fields.ts';
import { columns, record } from '#wire/record.ts';

export const confirmReservations = officeCalls('Desk').steps('ConfirmMany', {
  least: 'reception',
  log: { act: 'change', subject: ({ seen }) => String(seen[0]?.number ?? ''), isOwn: true },
  request: record(
    {
      seen: columns('予約', record(seen), seenCodes),
      sendMail: flag('isSendMail', '通知メール', YES, { empty: false }),
    },
    [upTo(AT_A_TIME)],
  ),
  reply: record({ results }),
});
