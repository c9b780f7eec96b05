// Finds the numbers of the reservations that fulfil an extraction's conditions.
import { type RawBuilder, sql } from 'kysely';
import { IS_DOWNLOADED, RESERVATION_COLUMNS } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { type DownloadStatus, isReplaced } from '#domain/reservation/reservation-status.ts';
import { foldKana, foldText } from '#domain/text/fold-text.ts';
import { spellingsOf } from '#domain/text/kanji-variants.ts';
import type { Conditions } from './contract.ts';

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
