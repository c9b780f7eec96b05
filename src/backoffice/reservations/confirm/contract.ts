// Confirms reservations of a list as they stand, some at a time; what became of each is reported by itself.
import { officeCalls } from '#wire/call.ts';
import { OUTCOME, RESERVATION_STATUS, YES } from '#wire/choices.ts';
import { choice, flag, orNone, reservationNumber, versionAnswered } from '#wire/fields.ts';
import { columns, list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

/** Of one call; a screen sends the next when it is answered. */
export const CONFIRMED_AT_A_TIME = 20;

const number = reservationNumber('ukno', '予約番号');

/** As the list has shown it. */
const seen = record({ number, version: text('version', '更新の番号', { required: true, max: 20 }) });

export const confirmReservations = officeCalls('Desk').steps('ConfirmMany', {
  least: 'reception',
  log: { act: 'change', subject: ({ seen }) => String(seen[0]?.number ?? ''), isOwn: true },
  request: record({
    seen: columns('予約', seen, { number: 'uknos', version: 'versions' }),
    sendMail: flag('isSendMail', '通知メール', YES, { empty: false }),
  }).rule(({ seen }, report) => {
    if (seen.length < 1 || seen.length > CONFIRMED_AT_A_TIME) {
      report('seen', `予約は1件から${CONFIRMED_AT_A_TIME}件までで指定してください。`);
    }
  }),
  reply: record({
    results: list(
      'resultList',
      '結果',
      record({
        number,
        outcome: choice('result', '結果', OUTCOME),
        /** As it stands now; empty where there is no such reservation. */
        status: orNone(choice('statusCode', '予約状況', RESERVATION_STATUS), ''),
        ...versionAnswered,
        isMailed: flag('isMailed', '通知メール', YES),
        sentence: text('errorMessage', '確認できない理由'),
      }),
    ),
  }),
});
