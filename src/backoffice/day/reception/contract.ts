// The day's reception: who is booked, who has come, and who has not.
import { csvLines } from '#backoffice/shared/contract-lines.ts';
import { aboutReservation, receptionDay } from '#backoffice/shared/contract-reception.ts';
import { officeCalls } from '#wire/call.ts';
import { RECEPTION, YES } from '#wire/choices.ts';
import { choice, flag, ifSent, integer, many, orNone, versionKnown, versionSent } from '#wire/fields.ts';
import { flat, record } from '#wire/record.ts';

const { read, write } = officeCalls('Desk', { least: 'reception' });

const day = receptionDay.fields.date;
const number = aboutReservation.fields.number;
const count = (code: string, label: string) => integer(code, label, { max: 99_999 });

/** What a desk has already is not sent again, and not logged again. */
export const openReceptionList = read('ReceptionList', {
  least: 'viewer',
  log: { act: 'search' },
  request: record({
    /** None = today. */
    date: orNone(day, ''),
    ...versionSent,
  }),
  reply: record({
    isSame: flag('isSame', '変更なし', YES),
    /** Null where it is the same. */
    day: ifSent(flat('受付の一覧', receptionDay)),
  }),
});

/** Asked by pages of 1.0.0 that are still open; it goes with the release after 1.1. */
export const watchReception = read('ReceptionWatch', {
  least: 'viewer',
  request: record({ date: day, ...versionKnown }),
  reply: record({ isSame: flag('isSame', '変更なし', YES) }),
});

/** Whoever of these has no mark has not come; with `none`, whoever was marked so is awaited again. */
export const markRest = write('ReceptionRest', {
  log: { act: 'change', isOwn: true },
  request: record({
    date: day,
    numbers: many('uknos', '予約番号', number),
    /** Left out = that they have not come. */
    reception: ifSent(choice('rvst', '受付状況', { none: RECEPTION.none, no_show: RECEPTION.no_show })),
  }),
  reply: record({ count: count('updateCount', '変更した人数'), ...receptionDay.fields }),
  failures: { Refused: 14 },
});

/** Of the shape of every CSV file of reservations; no file counts it as passed on to the hospital's system. */
export const downloadReception = write('ReceptionCsv', {
  isFresh: true,
  log: { act: 'csv' },
  request: record({ date: day }),
  reply: csvLines,
});

export const NOBODY_BOOKED = 'この日の予約はありません。';
