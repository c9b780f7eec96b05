// Moves and cancels reservations of a list: whether a day has room for them, and then some at a time.
import { cancelReason, notice, noticeFits, sendMail } from '#backoffice/reservations/contract-edit.ts';
import { AT_A_TIME, results, seen, seenCodes, upTo } from '#backoffice/reservations/contract-many.ts';
import { MOST_SELECTED } from '#backoffice/shared/contract-rows.ts';
import { officeCalls } from '#wire/call.ts';
import { STAFF_STATUS } from '#wire/choices.ts';
import { date, requiredDate } from '#wire/dates.ts';
import { choice, ifSent, orNone } from '#wire/fields.ts';
import { columns, list, record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

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

const { read, steps } = officeCalls('Desk', { least: 'reception' });

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
  log: { act: 'change', subject: ({ seen }) => String(seen[0]?.number ?? ''), isOwn: true },
  request: record({ seen: edits, cancelReason: ifSent(cancelReason), sendMail, notice }, [upTo(AT_A_TIME), noticeFits]),
  reply: record({ results }),
});
