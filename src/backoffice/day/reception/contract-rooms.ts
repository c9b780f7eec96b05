// Who comes to which examination on a day: a list by time for each room.
import { csvLines } from '#backoffice/shared/contract-lines.ts';
import { receptionDay } from '#backoffice/shared/contract-reception.ts';
import { officeCalls, type Reply } from '#wire/call.ts';
import { date } from '#wire/dates.ts';
import { choice, many, orNone, reservationNumber } from '#wire/fields.ts';
import { columns, list, record } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { text } from '#wire/texts.ts';

const { read, write } = officeCalls('Desk', { least: 'viewer' });

const day = date('receptDate', '受診日');
/** An option by its group and its own code, an examination of the courses by its name. */
const room = {
  kind: choice('rmkb', '検査の区分', { frame: '1', group: '2', option: '3', item: '4' }),
  code: text('rmcd', '検査'),
};
const { tally: _tally, version: _version, ...head } = receptionDay.fields;

export const openRooms = read('RoomList', {
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
  least: 'reception',
  isFresh: true,
  log: { act: 'csv' },
  request: record({ date: day, rooms: columns('検査', record(room), { kind: 'rmkbs', code: 'rmcds' }) }, [howMany]),
  reply: csvLines,
});

export type RoomDay = Reply<typeof openRooms>;
export type Room = RoomDay['rooms'][number];
