// The day's reception: who is booked, who has come and who has not, and who comes to which examination.
import { csvLines } from '#backoffice/shared/contract-lines.ts';
import { aboutReservation, receptionDay } from '#backoffice/shared/contract-reception.ts';
import { officeCalls, type Reply } from '#wire/call.ts';
import { RECEPTION, YES } from '#wire/choices.ts';
import {
  choice,
  flag,
  ifSent,
  integer,
  many,
  orNone,
  reservationNumber,
  versionKnown,
  versionSent,
} from '#wire/fields.ts';
import { columns, flat, list, record } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { text } from '#wire/texts.ts';

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

/** An option by its group and its own code, an examination of the courses by its name. */
const room = {
  kind: choice('rmkb', '検査の区分', { frame: '1', group: '2', option: '3', item: '4' }),
  code: text('rmcd', '検査'),
};
const { tally: _tally, version: _version, ...head } = receptionDay.fields;

/** A list by time for each room. */
export const openRooms = read('RoomList', {
  least: 'viewer',
  log: { act: 'search' },
  /** None = today. */
  request: record({ date: orNone(day, '') }),
  reply: record({
    ...head,
    rooms: list('roomList', '検査', {
      ...room,
      name: text('name', '検査の名前'),
      numbers: many('uknos', '予約番号', reservationNumber('uknos', '予約番号')),
    }),
  }),
});

const MOST_ROOMS = 30;
const howMany: Rule<{ rooms: readonly unknown[] }> = ({ rooms }, report) => {
  if (rooms.length === 0) report('rooms', '検査を選択してください。');
  if (rooms.length > MOST_ROOMS) report('rooms', `一度に選べる検査は${MOST_ROOMS}までです。`);
};

export const downloadRooms = write('RoomListCsv', {
  isFresh: true,
  log: { act: 'csv' },
  request: record({ date: day, rooms: columns('検査', record(room), { kind: 'rmkbs', code: 'rmcds' }) }, [howMany]),
  reply: csvLines,
});

export type RoomDay = Reply<typeof openRooms>;
export type Room = RoomDay['rooms'][number];
