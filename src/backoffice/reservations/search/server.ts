// The extraction: what can be searched by, and the reservations that are found.
import { type RawBuilder, sql } from 'kysely';
import { findBackwards } from '#backoffice/shared/contract-ranges.ts';
import { readRows } from '#backoffice/shared/server-rows.ts';
import { jsonRows } from '#booking/policy/course-data.ts';
import { IS_DOWNLOADED, RESERVATION_COLUMNS } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { calendarYears } from '#domain/calendar/calendar-range.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { layOutMonth, monthOf } from '#domain/calendar/month.ts';
import { addDays, dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import { type DownloadStatus, isReplaced } from '#domain/reservation/reservation-status.ts';
import type { LogDetails } from '#domain/staff/acts.ts';
import { isAtLeast } from '#domain/staff/roles.ts';
import { foldKana, foldText } from '#domain/text/fold-text.ts';
import { spellingsOf } from '#domain/text/kanji-variants.ts';
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
    const { numbers, notice } = await findNumbers(db, who, conditions);
    return {
      reply: {
        ...choices,
        visitFrom: conditions.visitFrom,
        visitTo: conditions.visitTo,
        fiscalYear: fiscalYearOf(today(who.now)),
        rowCount: numbers.length,
        notice,
      },
      pieces: readRows(db, who, numbers),
    };
  }),

  handleBigRead(searchReservations, 'rows', async (db, who, conditions) => {
    const { numbers, notice } = await findNumbers(db, who, conditions);
    if (numbers.length === 0) throw new Failure('NoData', [notice || NONE_FOUND], NO_ROWS);
    return { reply: { rowCount: numbers.length }, pieces: readRows(db, who, numbers) };
  }),
];

const isEmpty = (given: Conditions) => !Object.values(given).some(isGiven);

function thisMonth(who: Administrator) {
  const { first, last } = layOutMonth(monthOf(today(who.now)));
  return { visitFrom: first, visitTo: last };
}

/** None where there are more than are shown, and then why. */
async function findNumbers(db: Db, who: Administrator, given: Conditions) {
  const { number } = given;
  const conditions = number === null ? given : { ...NO_CONDITIONS, number };
  const backwards = findBackwards(conditions).map(({ sentence }) => sentence);
  if (backwards.length > 0) throw refused(...backwards);
  const { extractionRows: most } = who.service.config;
  const found = await selectNumbers(db, who.institutionCode, conditions, most).execute();
  const isTooMany = found.length > most;
  who.trace.details = describeSearchForLog(conditions, isTooMany ? null : found.length);
  return isTooMany
    ? { numbers: [], notice: tooManyFound(most) }
    : { numbers: found.map(({ number }) => number), notice: '' };
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

const isChosen = <T>(value: T | null): value is T => value !== null;

const dayBegins = (date: PlainDate) => new Date(`${date}T00:00:00+09:00`);

/** All that no file has yet: the database keeps it at hand, without what was replaced. */
const isWhatIsPending = (asked: ReadonlySet<DownloadStatus>) =>
  asked.has('new') && asked.has('changed') && !asked.has('done');

/** Written so that the database may join the two, and need not look up each reservation. */
const isOfDownload = (status: DownloadStatus): RawBuilder<boolean> =>
  sql.raw(
    status === 'done'
      ? `(${IS_DOWNLOADED} or r.download_status = 'done')`
      : `(r.download_status = '${status}' and not ${IS_DOWNLOADED})`,
  );

/** Ascending, and one more than `most` where there are more. */
export function selectNumbers(db: Db, institutionCode: string, given: Conditions, most: number) {
  const { clientCode, fiscalYear, number, origin, patientNumber, slotCode } = given;
  const statuses = given.statuses.filter(isChosen);
  const downloadStatuses = new Set(given.downloadStatuses.filter(isChosen));
  let query = db
    .selectFrom('reservations as r')
    .select('r.reservation_number as number')
    .where('r.institution_code', '=', institutionCode)
    .orderBy('r.reservation_number')
    .limit(most + 1);

  if (number !== null) query = query.where('r.reservation_number', '=', number);
  if (statuses.length > 0) query = query.where('r.status', 'in', statuses);
  else if (number === null) query = query.where(sql<boolean>`not is_replaced(r.status)`);
  if (clientCode !== null) query = query.where('r.client_code', '=', clientCode);
  if (fiscalYear > 0) query = query.where('r.fiscal_year', '=', fiscalYear);
  if (patientNumber !== '') query = query.where('r.patient_number', '=', patientNumber);
  if (slotCode !== '') query = query.where('r.slot_code', '=', slotCode);
  if (origin !== null) query = query.where(sql<boolean>`${sql.raw(RESERVATION_COLUMNS.origin.sql)} = ${origin}`);
  if (isWhatIsPending(downloadStatuses) && !statuses.some(isReplaced)) {
    const pending = db
      .selectFrom('csv_pending as p')
      .select('p.reservation_number')
      .where('p.institution_code', '=', institutionCode);
    query = query.where('r.reservation_number', 'in', pending);
  } else if (downloadStatuses.size > 0) {
    const validated = [...downloadStatuses].map(isOfDownload);
    query = query.where(({ or }) => or(validated));
  }

  if (given.visitFrom) query = query.where('r.visit_date', '>=', given.visitFrom);
  if (given.visitTo) query = query.where('r.visit_date', '<=', given.visitTo);
  if (given.registeredFrom) query = query.where('r.created_at', '>=', dayBegins(given.registeredFrom));
  if (given.registeredTo) query = query.where('r.created_at', '<', dayBegins(addDays(given.registeredTo, 1)));
  if (given.updatedFrom) query = query.where('r.updated_at', '>=', dayBegins(given.updatedFrom));
  if (given.updatedTo) query = query.where('r.updated_at', '<', dayBegins(addDays(given.updatedTo, 1)));

  const parts = {
    folded_kana: foldKana(given.kana),
    folded_company: given.companyName,
    folded_client: given.insurerName,
    folded_symbol: given.cardSymbol,
  } as const;
  for (const [column, part] of Object.entries(parts)) {
    const folded = foldText(part);
    if (folded !== '') query = query.where(sql<boolean>`strpos(${sql.ref(`r.${column}`)}, ${folded}) > 0`);
  }

  const name = foldText(given.name);
  if (name !== '') {
    const named = spellingsOf(name).map((spelling) => sql<boolean>`strpos(r.folded_name, ${spelling}) > 0`);
    query = query.where(({ or }) => or(named));
  }

  if (given.frameCode !== null) {
    const uses = db
      .selectFrom('reservation_places as p')
      .select('p.reservation_number')
      .where('p.institution_code', '=', institutionCode)
      .where('p.frame_code', '=', given.frameCode)
      // What a changed wish still holds of the one before, no part of it uses.
      .where('p.origin', '=', 'own');
    query = query.where('r.reservation_number', 'in', uses);
  }
  if (given.groupCode !== '') {
    let chosen = db
      .selectFrom('reservation_options as o')
      .select('o.reservation_number')
      .where('o.institution_code', '=', institutionCode)
      .where('o.group_code', '=', given.groupCode);
    if (given.optionCode !== '') chosen = chosen.where('o.option_code', '=', given.optionCode);
    query = query.where('r.reservation_number', 'in', chosen);
  }
  return query;
}
