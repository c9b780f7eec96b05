// The day's reception: its list, the marks of who has come, who comes to which examination, and the files of both.

import { answerFile, type Columns } from '#backoffice/files/csv-file.ts';
import { markReception, type ReceptionDay, scanReception } from '#backoffice/shared/contract-reception.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatTime, today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { RECEPTION_WORDS, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { gatherNumbers, numbersOf } from '#server/access-log/call-log.ts';
import { byStaff, writeLog } from '#server/access-log/write-log.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { Failure } from '#wire/failure.ts';
import {
  downloadReception,
  downloadRooms,
  markRest,
  NOBODY_BOOKED,
  openReceptionList,
  openRooms,
  type Room,
  watchReception,
} from './contract.ts';
import { type MarkedRow, timeOf } from './server-day.ts';
import { type MarkChange, markMany, markOne, markScanned } from './server-marks.ts';
import { readVersion } from './server-stored.ts';

const NAME = '当日受付';

const COLUMNS: Columns<MarkedRow> = {
  受診日: ({ visitDate }) => formatOfficeDate(visitDate),
  受付時間: ({ startMinute }) => formatTime(startMinute),
  予約番号: ({ number }) => String(number),
  患者番号: ({ patientNumber }) => patientNumber,
  カナ氏名: ({ kana }) => kana,
  氏名: ({ name }) => name,
  生年月日: ({ birthDate }) => formatOfficeDate(birthDate),
  性別: ({ sex }) => SEX_WORDS[sex],
  年齢: ({ age }) => String(age),
  クライアント名: ({ clientName }) => clientName,
  コース名: ({ internalName, courseName }) => internalName || courseName,
  オプション: ({ optionNames }) => optionNames.join('・'),
  予約状況: ({ status }) => STATUS_WORDS[status],
  受付状況: ({ reception }) => RECEPTION_WORDS[reception],
  来院時刻: ({ reception, receivedAt }) => (reception === 'arrived' && receivedAt ? timeOf(receivedAt) : ''),
  備考: ({ remarks }) => remarks,
  スタッフメモ: ({ staffMemo }) => staffMemo,
};

async function writeCsv(db: Db, who: Administrator, date: PlainDate) {
  const day = await who.service.receptionDays.readMarked(db, who, date);
  if (day.rows.length === 0) throw new Failure('NoData', [NOBODY_BOOKED]);
  return answerFile(db, who, { ...day, name: NAME, pattern: 'RCP' }, COLUMNS, day.rows);
}

/**
 * Who comes to which examination: frames by code; groups by their order, each with its options below it; examinations of the courses as these have them. Places are read by
 * the numbers alone: with anything else the database would go through all of an institution.
 */
export const ROOMS = `
  select kind, code, min(name) as name, array_agg(number) as numbers
    from (
      select 'frame' as kind, p.frame_code as code, f.name, p.reservation_number as number,
             1 as part, 0 as sort, '' as within, 0 as place
        from (select frame_code, reservation_number, origin from reservation_places
               where institution_code = $1 and reservation_number = any($2::integer[]) offset 0) p
        join frames f on f.institution_code = $1 and f.frame_code = p.frame_code and p.origin = 'own'
       union all
      select k.kind, case k.kind when 'group' then o.group_code else o.group_code || o.option_code end,
             case k.kind when 'group' then coalesce(g.name, o.group_code) else coalesce(nullif(i.internal_name, ''), o.name) end,
             o.reservation_number, 2, coalesce(g.sort, 100), o.group_code, case k.kind when 'group' then -1 else coalesce(i.sort, 100) end
        from reservation_options o
       cross join (values ('group'), ('option')) k (kind)
        left join option_groups g on g.institution_code = $1 and g.group_code = o.group_code
        left join option_items i on i.institution_code = $1 and i.group_code = o.group_code and i.option_code = o.option_code
       where o.institution_code = $1 and o.reservation_number = any($2::integer[])
       union all
      select 'item', c.item ->> 'name', c.item ->> 'name', r.reservation_number, 3, 0, '', c.place::integer
        from reservations r
       cross join jsonb_array_elements(r.course_items) with ordinality c (item, place)
       where r.institution_code = $1 and r.reservation_number = any($2::integer[]) and c.item ->> 'extent' <> 'none') booked
   group by kind, code
   order by min(part), min(sort), min(within), min(place), code`;

const read = query<Room>(ROOMS);

/** Whoever is in a list stands in the order of the day: by time, kana and number. */
async function readRooms(db: Db, institutionCode: string, numbers: readonly number[]): Promise<Room[]> {
  const rooms = await read(db, institutionCode, numbers);
  const placeOf = new Map(numbers.map((number, place) => [number, place]));
  const byPlace = (a: number, b: number) => (placeOf.get(a) ?? 0) - (placeOf.get(b) ?? 0);
  return rooms.map((room) => ({ ...room, numbers: [...new Set(room.numbers)].sort(byPlace) }));
}

const numberOf = ({ number }: { number: number }) => number;

const ROOM_COLUMNS: Columns<MarkedRow & { room: string }> = {
  検査: ({ room }) => room,
  ...COLUMNS,
  電話番号: ({ phone }) => phone,
  申し送り: ({ personNote }) => personNote,
};

/** Who did not come is not awaited in a room. */
async function writeRooms(db: Db, who: Administrator, { date, rooms }: Input<typeof downloadRooms>) {
  const day = await who.service.receptionDays.readMarked(db, who, date);
  const byNumber = new Map<number, MarkedRow>(day.rows.map((row) => [row.number, row]));
  const known = await readRooms(db, who.institutionCode, day.rows.map(numberOf));
  const rows = rooms.flatMap(({ kind, code }) =>
    known
      .filter((room) => room.kind === kind && room.code === code)
      .flatMap(({ name, numbers }) =>
        numbers.flatMap((number) => byNumber.get(number) ?? []).map((row) => ({ ...row, room: name })),
      )
      .filter(({ reception }) => reception !== 'no_show'),
  );
  if (rows.length === 0) throw new Failure('NoData', [NOBODY_BOOKED]);
  const named = { ...day, name: '検査別', subject: '検査別の一覧', pattern: 'ROM' };
  return answerFile(db, who, named, ROOM_COLUMNS, rows);
}

const shownDay = ({ rows }: ReceptionDay) => ({ conditions: ['受診日'], note: NAME, count: rows.length });

export const receptionHandlers: Handler[] = [
  handle(openReceptionList, async (db, who, { date, version }) => {
    const day = await who.service.receptionDays.read(db, who, date ?? today(who.now), version);
    if (day) who.trace.details = shownDay(day);
    else who.trace.isUnlogged = true;
    return { isSame: day === null, day };
  }),

  handle(watchReception, async (db, who, { date, version }) => {
    return { isSame: (await readVersion(db, who.institutionCode, date)) === version };
  }),

  handle(markReception, async (db, who, sent) => {
    const { isAlready, visitDate } = await markOne(db, who, sent);
    return { isAlready, ...(await who.service.receptionDays.readAfter(db, who, visitDate)) };
  }),

  handle(scanReception, async (db, who, { number, date }) => {
    const { isAlready } = await markScanned(db, who, number, date);
    return { isAlready, ...(await who.service.receptionDays.readAfter(db, who, date)) };
  }),

  handle(markRest, async (db, who, { date, numbers, reception }) => {
    const change: MarkChange = reception === 'none' ? { from: 'no_show', to: 'none' } : { from: 'none', to: 'no_show' };
    const count = await markMany(db, who, { date, numbers, change });
    const day = await who.service.receptionDays.readAfter(db, who, date);
    // The answer is the whole day, also where nobody was left to be marked.
    const shown = numbersOf(gatherNumbers(day, new Set()), '');
    if (count === 0) await writeLog(db, { ...byStaff(who), act: 'search', details: shownDay(day), numbers: shown });
    return { count, ...day };
  }),

  handle(downloadReception, (db, who, { date }) => writeCsv(db, who, date)),

  handle(openRooms, async (db, who, { date }) => {
    const day = await who.service.receptionDays.readAfter(db, who, date ?? today(who.now));
    who.trace.details = { conditions: ['受診日'], note: '検査別の一覧', count: day.rows.length };
    return { ...day, rooms: await readRooms(db, who.institutionCode, day.rows.map(numberOf)) };
  }),

  handle(downloadRooms, writeRooms),
];
