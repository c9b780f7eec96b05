// Reads who comes to which examination: the day as the reception has it, and what is booked of it by one statement more.
import { answerFile, type Columns } from '#backoffice/files/answer-file.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { Failure } from '#wire/failure.ts';
import { NOBODY_BOOKED } from './contract.ts';
import { downloadRooms, openRooms, type Room } from './contract-rooms.ts';
import { COLUMNS } from './server.ts';
import type { MarkedRow } from './server-day.ts';

/**
 * Frames by code; groups by their order, each with its options below it; examinations of the courses as these have them. Places are read by
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
async function writeCsv(db: Db, who: Administrator, { date, rooms }: Input<typeof downloadRooms>) {
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

export const roomHandlers: Handler[] = [
  handle(openRooms, async (db, who, { date }) => {
    const day = await who.service.receptionDays.readAfter(db, who, date ?? today(who.now));
    who.trace.details = { conditions: ['受診日'], note: '検査別の一覧', count: day.rows.length };
    return { ...day, rooms: await readRooms(db, who.institutionCode, day.rows.map(numberOf)) };
  }),

  handle(downloadRooms, writeCsv),
];
