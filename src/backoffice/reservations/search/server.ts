// The extraction: what can be searched by, and the reservations that are found.
import { findBackwards } from '#backoffice/shared/contract-ranges.ts';
import { readRows } from '#backoffice/shared/server-rows.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { calendarYears } from '#domain/calendar/calendar-years.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { layOutMonth, monthOf } from '#domain/calendar/month.ts';
import { dateParts } from '#domain/calendar/plain-date.ts';
import type { LogDetails } from '#domain/staff/acts.ts';
import { isAtLeast } from '#domain/staff/roles.ts';
import { type Administrator, type Handler, handleBigRead } from '#server/service.ts';
import { Failure, refused } from '#wire/failure.ts';
import { type Conditions, conditions, NO_CONDITIONS, NO_ROWS, openExtraction, searchReservations } from './contract.ts';
import { selectNumbers } from './server-find.ts';

/** Both ends of a range, and both codes of an option, are one thing to search by. */
const kindOf = (name: keyof Conditions) => conditions.fields[name].label.replace(/（.*|(?<=オプション).*/, '');

const isGiven = (value: unknown) => (Array.isArray(value) ? value.some((each) => each !== null) : Boolean(value));

/** Null where more were found than are shown, and so none. */
function describeSearchForLog(given: Conditions, count: number | null): LogDetails {
  const named = (Object.keys(conditions.fields) as (keyof Conditions)[]).filter((name) => isGiven(given[name]));
  const kinds = [...new Set(named.map(kindOf))];
  return count === null ? { conditions: kinds, note: '件数超過' } : { conditions: kinds, count };
}

const NONE_FOUND = '該当するデータがありません。';
const tooManyFound = (most: number) =>
  `検索結果が${most.toLocaleString('ja-JP')}件を超えました。検索条件を追加して絞り込んでください。`;

export const extractionHandlers: Handler[] = [
  handleBigRead(openExtraction, 'rows', async (db, who, given) => {
    const conditions = isEmpty(given) ? { ...given, ...thisMonth(who) } : given;
    const choices = await readChoices(db, who);
    const numbers = await findNumbers(db, who, conditions);
    const { extractionRows: most } = who.service.config;
    const isTooMany = numbers.length > most;
    return {
      reply: {
        ...choices,
        visitFrom: conditions.visitFrom,
        visitTo: conditions.visitTo,
        fiscalYear: fiscalYearOf(today(who.now)),
        rowCount: isTooMany ? 0 : numbers.length,
        notice: isTooMany ? tooManyFound(most) : '',
      },
      pieces: readRows(db, who, isTooMany ? [] : numbers),
    };
  }),

  handleBigRead(searchReservations, 'rows', async (db, who, conditions) => {
    const numbers = await findNumbers(db, who, conditions);
    const { extractionRows: most } = who.service.config;
    if (numbers.length === 0) throw new Failure('NoData', [NONE_FOUND], NO_ROWS);
    if (numbers.length > most) throw new Failure('NoData', [tooManyFound(most)], NO_ROWS);
    return { reply: { rowCount: numbers.length }, pieces: readRows(db, who, numbers) };
  }),
];

const isEmpty = (given: Conditions) =>
  Object.values(given).every((value) => !value || (Array.isArray(value) && value.every((each) => each === null)));

function thisMonth(who: Administrator) {
  const { first, last } = layOutMonth(monthOf(today(who.now)));
  return { visitFrom: first, visitTo: last };
}

async function findNumbers(db: Db, who: Administrator, given: Conditions): Promise<number[]> {
  const { number } = given;
  const conditions = number === null ? given : { ...NO_CONDITIONS, number };
  const backwards = findBackwards(conditions).map(({ sentence }) => sentence);
  if (backwards.length > 0) throw refused(...backwards);
  const { extractionRows } = who.service.config;
  const found = await selectNumbers(db, who.institutionCode, conditions, extractionRows).execute();
  who.trace.details = describeSearchForLog(conditions, found.length > extractionRows ? null : found.length);
  return found.map(({ number }) => number);
}

interface Choices {
  routeParam: string;
  oldest: string | null;
  clients: { clientCode: string; name: string; shortName: string }[];
  slots: { slotCode: string; name: string }[];
  groups: { groupCode: string; name: string }[];
  options: { groupCode: string; optionCode: string; name: string }[];
  frames: { frameCode: string; name: string }[];
  patterns: { patternCode: string; name: string; isInitial: boolean }[];
  cancelReasons: string;
}

/** Each list in its master's order. The oldest day is the first of two indexes. */
const readLists = query<Choices>(`
  select least((select min(visit_date) from reservations where institution_code = $1),
               (select (min(created_at) at time zone 'Asia/Tokyo')::date from reservations
                 where institution_code = $1)) as oldest,
    (select route_param from institutions where institution_code = $1) as "routeParam",
    (select cancel_reasons from institutions where institution_code = $1) as "cancelReasons",
    (select coalesce(json_agg(json_build_object('clientCode', client_code, 'name', name, 'shortName', short_name)
                              order by client_code), '[]')
       from clients where institution_code = $1) as clients,
    (select coalesce(json_agg(json_build_object('slotCode', slot_code, 'name', name)
                              order by start_minute, slot_code), '[]')
       from time_slots where institution_code = $1) as slots,
    (select coalesce(json_agg(json_build_object('groupCode', group_code,
                                                'name', coalesce(nullif(internal_name, ''), name))
                              order by sort, group_code), '[]')
       from option_groups where institution_code = $1) as groups,
    (select coalesce(json_agg(json_build_object('groupCode', i.group_code, 'optionCode', i.option_code,
                                                'name', coalesce(nullif(i.internal_name, ''), i.name))
                              order by g.sort, g.group_code, i.sort, i.option_code), '[]')
       from option_items i join option_groups g using (institution_code, group_code)
      where i.institution_code = $1) as options,
    (select coalesce(json_agg(json_build_object('frameCode', frame_code, 'name', name) order by frame_code), '[]')
       from frames where institution_code = $1) as frames,
    (select coalesce(json_agg(json_build_object('patternCode', pattern_code, 'name', name, 'isInitial', is_initial)
                              order by pattern_code), '[]')
       from csv_patterns where institution_code = $1) as patterns`);

async function readChoices(db: Db, who: Administrator) {
  const [found] = await readLists(db, who.institutionCode);
  if (!found) throw new Error('a select without from gives one row');
  const { oldest, ...lists } = found;
  // Who may not save files has none to choose from.
  const patterns = isAtLeast(who.role, 'reception') ? found.patterns : [];
  const reach = calendarYears(today(who.now));
  const first = Math.min(oldest ? dateParts(oldest).year : Number.POSITIVE_INFINITY, ...reach);
  const last = Math.max(...reach);
  return {
    ...lists,
    routeParam: oldest === null ? found.routeParam : '',
    years: Array.from({ length: last - first + 1 }, (_, index) => first + index),
    patterns: patterns.map(({ patternCode, name }) => ({ patternCode, name })),
    firstPattern: patterns.find(({ isInitial }) => isInitial)?.patternCode ?? '',
  };
}
