// What staff do all day: their home page, the reception, finding anyone, and a year's capacity at once.

import { openRooms } from '#backoffice/day/reception/contract.ts';
import { ROOMS } from '#backoffice/day/reception/server.ts';
import { ROWS, STATE } from '#backoffice/day/reception/server-stored.ts';
import { ALL_LIVE, CELLS, OUTSTANDING_COUNTS, TILE_COUNTS } from '#backoffice/day/status/read-counts.ts';
import { findPeople, MOST_PEOPLE } from '#backoffice/reservations/find/contract.ts';
import { PEOPLE, valuesOf } from '#backoffice/reservations/find/server.ts';
import { KEYS, type PersonKey, valuesFor } from '#backoffice/reservations/find/server-keys.ts';
import { query } from '#db/query.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { layOutMonth, monthOf } from '#domain/calendar/month.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { parseSearch } from '#domain/reservation/parse-search.ts';
import { LOCK_ROWS, WRITE_ROWS } from '#masters/capacity/cells.ts';
import { foldLiveCounts } from '#server/jobs.ts';
import { HOSPITAL, SLOTS } from '../booking-ground.ts';
import { personOf } from '../frame/people.ts';
import type { Reference, Row } from '../frame/row.ts';
import { addDay } from '../frame/specimens.ts';
import { asking, atDesk, growing, requestTo, type World, type Worlds } from '../frame/world.ts';

/** Visitors of a busy day. */
const VISITORS = 300;

/** Somebody whose name and birth date nobody shares, however many there are. */
const SOMEBODY = personOf(0);
const SEARCHES = {
  'kana of very many': 'サト',
  'a name of very many': '佐藤',
  'a telephone': SOMEBODY.phone,
  'kana and birth date': `さとうあい ${SOMEBODY.birthDate}`,
};

const bareOf = ({ bare }: World, steps: { statement: string; values: readonly unknown[] }[]): Reference => ({
  name: 'its bare statements',
  act: bare.act({ steps }),
  least: 0.4,
});

/** The two statements behind a search. */
async function stepsOf({ db, today }: World, text: string) {
  const understood = parseSearch(text, today);
  if (!understood) throw new Error('nothing to look for');
  const first = { statement: KEYS[understood.sought.kind], values: valuesFor(HOSPITAL, understood) };
  const keys = (await query<PersonKey>(first.statement)(db, ...first.values)).slice(0, MOST_PEOPLE);
  return [first, { statement: PEOPLE, values: valuesOf(HOSPITAL, keys) }];
}

async function findRow(worlds: Worlds, what: string, text: string): Promise<Row> {
  const found = await growing(worlds, (world) => atDesk(world, findPeople.path, findPeople.request.encode({ text })));
  const references = [bareOf(worlds.many, await stepsOf(worlds.many, text)), found.ofFew];
  return { name: `finding by ${what}`, calls: 100, act: found.act, references };
}

const parts = (name: string, day: PlainDate) => {
  const [year, month, date] = day.split('-').map(Number);
  return { [`${name}Year`]: year, [`${name}Month`]: month, [`${name}Date`]: date };
};

/** By turns a place more and a place less, so that every cell is written. */
function capacityRow(world: World): Row {
  const days = Array.from({ length: 365 }, (_, n) => addDays(world.today, 1 + n));
  const requests = [998, 999].map((count) =>
    requestTo(world, {
      path: '/api/MasterWWKKRBulk/Register',
      token: world.token,
      form: {
        waku: '0002',
        ...parts('start', days[0]!),
        ...parts('end', days.at(-1)!),
        days: [1, 2, 3, 4, 5, 6, 7],
        holiday: '1',
        tmzns: SLOTS,
        tmznWakuCnt1: SLOTS.map(() => count),
      },
    }),
  );
  const cells = days.flatMap((day) => SLOTS.map((slot) => [day, slot] as const));
  const lists = [cells.map(([day]) => day), cells.map(([, slot]) => slot)];
  const steps = [
    { statement: LOCK_ROWS, values: [HOSPITAL, '0002', days, SLOTS] },
    { statement: WRITE_ROWS, values: [HOSPITAL, '0002', ...lists, cells.map(() => 997)] },
  ];
  let turn = 0;
  return {
    name: 'capacity of a year, 2,190 cells',
    calls: 4,
    act: asking(world, { connections: 1, next: () => requests[turn++ % 2]! }),
    references: [{ ...bareOf(world, steps), act: world.bare.act({ steps }) }],
  };
}

export async function officeRows(worlds: Worlds): Promise<Row[]> {
  const { many } = worlds;
  const visitors = new Map<World, number[]>();
  for (const world of [many, worlds.few]) {
    visitors.set(world, await addDay(world, VISITORS));
    // The service does so once a minute.
    await foldLiveCounts(world.loader);
  }
  const { first, last } = layOutMonth(monthOf(many.today));
  const home = '/api/AdminReserveStatusCheck/AdminReserveStatusCheckFirstDisplay';
  const status = await growing(worlds, (world) => atDesk(world, home));
  const receptDate = formatOfficeDate(many.today);
  const reception = await growing(worlds, (world) => atDesk(world, '/api/Desk/ReceptionList', { receptDate }));
  const rooms = await growing(worlds, (world) => atDesk(world, openRooms.path, { receptDate }));
  const searches = Object.entries(SEARCHES).map(([what, text]) => findRow(worlds, what, text));
  return [
    {
      name: 'status page',
      calls: 200,
      act: status.act,
      references: [
        bareOf(many, [
          { statement: CELLS, values: [HOSPITAL, first, last] },
          { statement: OUTSTANDING_COUNTS, values: [HOSPITAL] },
          { statement: TILE_COUNTS, values: [HOSPITAL, many.today, true] },
          { statement: ALL_LIVE, values: [HOSPITAL] },
        ]),
        status.ofFew,
      ],
    },
    {
      name: `reception list of ${VISITORS} visitors`,
      calls: 60,
      act: reception.act,
      references: [
        bareOf(many, [
          { statement: STATE, values: [HOSPITAL, many.today] },
          { statement: ROWS, values: [HOSPITAL, many.today, null] },
        ]),
        reception.ofFew,
      ],
    },
    {
      name: `room list of ${VISITORS} visitors`,
      calls: 60,
      act: rooms.act,
      references: [
        bareOf(many, [
          { statement: STATE, values: [HOSPITAL, many.today] },
          { statement: ROWS, values: [HOSPITAL, many.today, null] },
          { statement: ROOMS, values: [HOSPITAL, visitors.get(many)] },
        ]),
        rooms.ofFew,
      ],
    },
    ...(await Promise.all(searches)),
    capacityRow(many),
  ];
}
