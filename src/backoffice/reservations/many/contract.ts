// Confirms, moves and cancels reservations of a list, some at a time: as they were seen, and what became of each; before a move, whether a day has room.
import { cancelReason, notice, noticeFits, sendMail } from '#backoffice/reservations/contract-edit.ts';
import { MOST_SELECTED } from '#backoffice/shared/contract-rows.ts';
import { officeCalls } from '#wire/call.ts';
import { OUTCOME, RESERVATION_STATUS, STAFF_STATUS, YES } from '#wire/choices.ts';
import { date, requiredDate } from '#wire/dates.ts';
import { choice, flag, ifSent, orNone, reservationNumber, versionAnswered } from '#wire/fields.ts';
import { columns, list, record } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { text } from '#wire/texts.ts';

/** Of one call that changes them; a screen sends the next when it is answered. */
export const AT_A_TIME = 20;

const seen = {
  number: reservationNumber('ukno', '予約番号'),
  version: text('version', '更新の番号', { required: true, max: 20 }),
};
const seenCodes = { number: 'uknos', version: 'versions' } as const;

const upTo =
  (most: number): Rule<{ seen: readonly unknown[] }> =>
  ({ seen }, report) => {
    if (seen.length < 1 || seen.length > most) report('seen', `予約は1件から${most}件までで指定してください。`);
  };

const results = list('resultList', '結果', {
  number: seen.number,
  outcome: choice('result', '結果', OUTCOME),
  /** As it stands now; empty where there is no such reservation. */
  status: orNone(choice('statusCode', '予約状況', RESERVATION_STATUS), ''),
  ...versionAnswered,
  isMailed: flag('isMailed', '通知メール', YES),
  sentence: text('errorMessage', '変更できない理由'),
});

const { read, steps } = officeCalls('Desk', { least: 'reception' });

const log = {
  act: 'change',
  subject: ({ seen }: { seen: readonly { number: number }[] }) => String(seen[0]?.number ?? ''),
  isOwn: true,
} as const;

export const confirmReservations = steps('ConfirmMany', {
  log,
  request: record(
    {
      seen: columns('予約', record(seen), seenCodes),
      sendMail: flag('isSendMail', '通知メール', YES, { empty: false }),
    },
    [upTo(AT_A_TIME)],
  ),
  reply: record({ results }),
});

const visitDate = date('reserveDate', '受診日');
const slotCode = text('tmzn', '受付時間', { max: 2 });
const rule = choice('tmrl', '受付時間', { same: '1', near: '2', early: '3' });

export const moveForm = record(
  {
    visitDate: requiredDate({ year: 'reserveDateYear', month: 'reserveDateMonth', day: 'reserveDateDate' }, '受診日'),
    rule,
    sendMail,
    notice,
  },
  [noticeFits],
);

export const tryMoves = read('MoveTrial', {
  log: { act: 'search' },
  request: record({ seen: columns('予約', record(seen), seenCodes), visitDate, rule }, [upTo(MOST_SELECTED)]),
  reply: record({
    /** In the order in which they get their times. */
    results: list('resultList', '結果', {
      number: seen.number,
      outcome: choice('result', '結果', { can: '0', already: '1', refused: '2' }),
      slotCode,
      startTime: text('sthm', '受付時間'),
      sentence: text('errorMessage', '移せない理由'),
    }),
  }),
});

/** Of those that are cancelled, some are made live again. */
const { cancelled: _examinees, deleted: _mistakes, ...STATUSES } = STAFF_STATUS;

const edits = columns(
  '予約',
  record({
    ...seen,
    visitDate: orNone(visitDate, ''),
    slotCode: orNone(slotCode, ''),
    status: orNone(choice('statusCode', '予約状況', STATUSES), ''),
  }),
  { ...seenCodes, visitDate: 'reserveDates', slotCode: 'tmzns', status: 'statusCodes' },
);

export const editReservations = steps('EditMany', {
  log,
  request: record({ seen: edits, cancelReason: ifSent(cancelReason), sendMail, notice }, [upTo(AT_A_TIME), noticeFits]),
  reply: record({ results }),
});
