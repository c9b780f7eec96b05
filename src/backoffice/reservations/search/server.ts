// The extraction: what can be searched by, and the reservations that are found.
import { findBackwards } from '#backoffice/shared/contract-ranges.ts';
import { readRows } from '#backoffice/shared/server-rows.ts';
import { jsonRows } from '#booking/policy/course-data.ts';
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
import {
  type Choices,
  type Conditions,
  conditions,
  NO_CONDITIONS,
  NO_ROWS,
  openExtraction,
  searchReservations,
} from './contract.ts';
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

const isEmpty = (given: Conditions) => !Object.values(given).some(isGiven);

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

type List = 'clients' | 'slots' | 'groups' | 'options' | 'frames';

interface Lists extends Pick<Choices, List | 'routeParam' | 'cancelReasons'> {
  oldest: string | null;
  patterns: (Choices['patterns'][number] & { isInitial: boolean })[];
}

/** Each list in its master's order. The oldest day is the first of two indexes. */
const readLists = query<Lists>(`
  select least((select min(visit_date) from reservations where institution_code = $1),
               (select (min(created_at) at time zone 'Asia/Tokyo')::date from reservations
                 where institution_code = $1)) as oldest,
    (select route_param from institutions where institution_code = $1) as "routeParam",
    (select cancel_reasons from institutions where institution_code = $1) as "cancelReasons",
    ${jsonRows(`
      select client_code as "clientCode", name, short_name as "shortName" from clients
       where institution_code = $1 order by client_code`)} as clients,
    ${jsonRows(`
      select slot_code as "slotCode", name from time_slots
       where institution_code = $1 order by start_minute, slot_code`)} as slots,
    ${jsonRows(`
      select group_code as "groupCode", coalesce(nullif(internal_name, ''), name) as name from option_groups
       where institution_code = $1 order by sort, group_code`)} as groups,
    ${jsonRows(`
      select i.group_code as "groupCode", i.option_code as "optionCode", coalesce(nullif(i.internal_name, ''), i.name) as name
        from option_items i join option_groups g using (institution_code, group_code)
       where i.institution_code = $1 order by g.sort, g.group_code, i.sort, i.option_code`)} as options,
    ${jsonRows(`
      select frame_code as "frameCode", name from frames where institution_code = $1 order by frame_code`)} as frames,
    ${jsonRows(`
      select pattern_code as "patternCode", name, is_initial as "isInitial" from csv_patterns
       where institution_code = $1 order by pattern_code`)} as patterns`);

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
