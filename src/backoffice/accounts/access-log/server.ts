// Shows the access log to managers, and gives it as a file. Both are in the log themselves.

import { sql } from 'kysely';
import { nameCsvFile, writeLine } from '#backoffice/files/csv-file.ts';
import { type Place, readPlace, writePlace } from '#backoffice/shared/log-place.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';
import { startOfDay, today } from '#domain/calendar/clock.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import {
  ACTS,
  findAct,
  formatLogDetails,
  isOfExaminees,
  type LogDetails,
  type LoggedAct,
  nameActor,
} from '#domain/staff/acts.ts';
import { ROLE_NAMES } from '#domain/staff/roles.ts';
import { type Administrator, type Handler, handle, handleBigRead } from '#server/service.ts';
import { Failure, refused } from '#wire/failure.ts';
import {
  downloadLog,
  findBackwards,
  type LogFilters,
  type LogPage,
  NO_ENTRIES,
  OUTCOME_WORDS,
  openLog,
  type ShownEntry,
  searchLog,
} from './contract.ts';

const PAGE = 100;
const FIRST_DAYS = 7;
const MOST_LINES = 200_000;
/** Few enough that making lines of them is over before anybody notices. */
const AT_A_TIME = 1_000;

export const accessLogHandlers: Handler[] = [
  handle(openLog, async (db, who) => {
    const to = today(who.now);
    const filters = { from: addDays(to, 1 - FIRST_DAYS), to, userId: '', act: null, outcome: null, number: '' };
    const [staff, page] = await Promise.all([
      readStaff(db, who.institutionCode),
      readPage(db, who, filters, { before: '', after: '' }),
    ]);
    const acts = Object.entries(ACTS).map(([act, [, name]]) => ({ act: act as LoggedAct, name }));
    return { from: filters.from, to: filters.to, staff, acts, ...page };
  }),

  handle(searchLog, (db, who, { before, after, ...filters }) => readPage(db, who, filters, { before, after })),

  handleBigRead(downloadLog, 'lines', async (db, who, filters) => {
    refuseBackwards(filters);
    const some = filtered(db, who.institutionCode, filters)
      .select('at')
      .limit(MOST_LINES + 1);
    const { count } = await db
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count === 0) throw new Failure('NoData', [NO_ENTRIES]);
    if (count > MOST_LINES) throw new Failure('NoData', ['件数が多すぎます。期間を短くしてください。']);
    who.trace.details = describeFilters(filters, count);
    return {
      reply: { fileName: nameCsvFile(['操作履歴'], who.now), header: HEADER },
      pieces: readLines(db, who, filters),
    };
  }),
];

/** Those who are stopped too: what they did stays. */
const readStaff = query<{ userId: string; name: string }>(`
  select user_id as "userId", display_name as name from administrators where institution_code = $1 order by user_id`);

async function readPage(
  db: Db,
  who: Administrator,
  filters: LogFilters,
  { before, after }: { before: string; after: string },
): Promise<LogPage> {
  refuseBackwards(filters);
  const isUpwards = after !== '' && before === '';
  const beyond = readPlace(isUpwards ? after : before);
  const order = isUpwards ? 'asc' : 'desc';
  // One more shows whether there are others behind.
  const found = await selectEntries(db, who.institutionCode, filters, { order, beyond, most: PAGE + 1 }).execute();
  const rows = found.slice(0, PAGE);
  if (isUpwards) rows.reverse();
  const isMore = found.length > PAGE;
  const [first, last] = [rows[0], rows.at(-1)];
  const newer = first ? writePlace(first) : '';
  const older = last ? writePlace(last) : '';
  who.trace.details = describeFilters(filters, rows.length);
  return {
    entries: rows.flatMap((row) => toShownEntry(row) ?? []),
    // Where one comes from there are others, as long as anything is shown.
    newer: isUpwards ? (isMore ? newer : '') : beyond ? newer || before : '',
    older: isUpwards ? older || after : isMore ? older : '',
  };
}

function refuseBackwards(filters: LogFilters): void {
  const sentence = findBackwards(filters);
  if (sentence) throw refused(sentence);
}

/** By what was searched, never for what. */
function describeFilters({ from, to, userId, act, outcome, number }: LogFilters, count: number): LogDetails {
  const kinds = { 期間: from || to, 職員: userId, 操作: act, 結果: outcome, 予約番号: number };
  const conditions = Object.entries(kinds).flatMap(([kind, value]) => (value ? [kind] : []));
  return { conditions, count };
}

const HEADER = writeLine(['日時', 'ユーザーID', '表示名', '権限', '操作', '対象', '内容', '結果', 'アドレス']);

const lineOf = ({ at, userId, name, role, actName, subject, text, outcome, address }: ShownEntry) =>
  writeLine([at, userId, name, role ? ROLE_NAMES[role] : '', actName, subject, text, OUTCOME_WORDS[outcome], address]);

/** All in one state of the data, the newest first. */
async function* readLines(db: Db, { institutionCode }: Administrator, filters: LogFilters): AsyncGenerator<string[]> {
  for (let beyond: Place | null = null; ; ) {
    const page = { order: 'desc' as const, beyond, most: AT_A_TIME };
    const found: FoundEntry[] = await selectEntries(db, institutionCode, filters, page).execute();
    yield found.flatMap((row) => toShownEntry(row) ?? []).map(lineOf);
    beyond = found.at(-1) ?? null;
    if (found.length < AT_A_TIME) break;
  }
}

interface FoundEntry extends Place, Omit<ShownEntry, 'at' | 'act' | 'actName' | 'text'> {
  writtenAt: string;
  actorKind: Tables['access_log']['actor_kind'];
  act: string;
  details: LogDetails;
}

/** Without an order. Each filter has an index that goes on with the moment and the id. */
function filtered(db: Db, institutionCode: string, { from, to, userId, act, outcome, number }: LogFilters) {
  let query = db.selectFrom('access_log').where('institution_code', '=', institutionCode);
  if (from) query = query.where('at', '>=', startOfDay(from));
  if (to) query = query.where('at', '<', startOfDay(addDays(to, 1)));
  if (userId !== '') query = query.where('user_id', '=', userId);
  if (act) query = query.where('act', '=', ACTS[act][0]);
  if (!act || !isOfExaminees(act)) query = query.where('actor_kind', '<>', 'examinee');
  if (outcome) query = query.where('outcome', '=', outcome);
  // The index holds no entry without a subject, and the planner has to see that.
  if (number !== '') query = query.where('subject', '=', number).where('subject', '<>', '');
  return query;
}

export function selectEntries(
  db: Db,
  institutionCode: string,
  filters: LogFilters,
  { order, beyond, most }: { order: 'asc' | 'desc'; beyond: Place | null; most: number },
) {
  let query = filtered(db, institutionCode, filters)
    .select([
      sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`.as('at'),
      sql<string>`to_char(at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI:SS')`.as('writtenAt'),
      'entry_id as entryId',
      'actor_kind as actorKind',
      'user_id as userId',
      'display_name as name',
      'role',
      'act',
      'subject',
      sql<LogDetails>`details`.as('details'),
      'outcome',
      'address',
    ])
    .orderBy('access_log.at', order)
    .orderBy('access_log.entry_id', order)
    .limit(most);
  if (beyond) {
    const sign = sql.raw(order === 'desc' ? '<' : '>');
    query = query.where(
      sql<boolean>`(access_log.at, entry_id) ${sign} (${beyond.at}::timestamp at time zone 'UTC', ${beyond.entryId}::uuid)`,
    );
  }
  return query;
}

/** Null of an act that only a newer server knows. */
function toShownEntry(found: FoundEntry): ShownEntry | null {
  const known = findAct(found.act);
  if (!known) return null;
  return {
    ...found,
    at: found.writtenAt,
    name: nameActor(found.actorKind, found.name),
    act: known.act,
    actName: known.name,
    text: formatLogDetails(found.details),
  };
}
