// Reservations as lines of a CSV file, sent while they are read; what was sent is recorded at the end.
import { sql } from 'kysely';
import { nameCsvFile, writeLine } from '#backoffice/files/csv-file.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatMinute } from '#domain/calendar/clock.ts';
import { readAhead } from '#server/load/big-reads.ts';
import { daysBefore, FILE_DAYS } from '#server/privacy/policies.ts';
import { type Administrator, type Handler, handle, handleBigRead } from '#server/service.ts';
import { inTransaction } from '#server/transaction.ts';
import { invalid, notFound } from '#wire/failure.ts';
import { downloadCsv, type FormerFile, listFiles, NO_ROWS } from './contract-download.ts';
import { frameKey, type LinePlan, planLines, slotKey } from './server-cells.ts';
import { readOptionItems, readPatternItems } from './server-items.ts';

const MOST_FILES = 10;

/** Few enough that making lines of them is over before anybody notices, many enough that asking costs little. */
const AT_A_TIME = 500;

export const downloadHandlers: Handler[] = [
  handle(listFiles, async (db, { institutionCode, now }) => {
    const files = await selectFiles(db, institutionCode, daysBefore(now, FILE_DAYS), MOST_FILES);
    return { files: files.map((file) => ({ ...file, at: formatMinute(file.at) })) };
  }),

  handleBigRead(downloadCsv, 'lines', async (db, who, { patternCode, numbers: sent, downloadId }) => {
    const isFormer = downloadId !== null;
    const numbers = isFormer ? await readFormer(db, who, downloadId, patternCode) : [...new Set(sent)];
    const [head] = await selectHead(db, who.institutionCode, patternCode);
    if (!head) throw notFound();
    // Before anything is sent: one number that is not ours refuses the whole.
    const [found] = await countFound(db, who.institutionCode, numbers);
    if (found?.count !== numbers.length) throw notFound();
    const items = await readPatternItems(db, who.institutionCode, patternCode);
    const names = new Map((await selectNames(db, who.institutionCode)).map(({ key, name }) => [key, name]));
    const subject = isFormer ? `${head.pattern}（前回のファイル）` : head.pattern;
    who.trace = { subject, details: { count: numbers.length }, numbers };
    const plan = planLines(items, await readOptionItems(db, who.institutionCode), names);
    return {
      reply: {
        fileName: nameCsvFile([head.institution, head.pattern], who.now),
        header: writeLine(items.map(({ name }) => name)),
        numbers: isFormer ? numbers : [],
      },
      pieces: readAndRecord(db, who, patternCode, numbers, plan),
    };
  }),
];

const selectFiles = query<Omit<FormerFile, 'at'> & { at: Date }>(`
  select d.download_id as "downloadId", d.at, coalesce(a.display_name, d.administrator_id) as "byName",
         d.pattern_code as "patternCode", p.name as "patternName", cardinality(d.numbers) as count
    from csv_downloads d
    join csv_patterns p on p.institution_code = d.institution_code and p.pattern_code = d.pattern_code
    left join administrators a on a.institution_code = d.institution_code and a.user_id = d.administrator_id
   where d.institution_code = $1 and d.at >= $2 and d.numbers <> '{}'
   order by d.download_id desc limit $3`);

/** In the order of that file, without those who have become anonymous since. */
const selectFormer = query<{ numbers: number[] }>(`
  select array(select r.reservation_number from unnest(d.numbers) with ordinality n (number, place)
                 join reservations r on r.institution_code = d.institution_code and r.reservation_number = n.number
                where r.anonymised_at is null
                order by n.place) as numbers
    from csv_downloads d
   where d.institution_code = $1 and d.download_id = $2 and d.pattern_code = $3 and d.at >= $4 and d.numbers <> '{}'`);

async function readFormer(db: Db, { institutionCode, now }: Administrator, id: number, patternCode: string) {
  const [file] = await selectFormer(db, institutionCode, id, patternCode, daysBefore(now, FILE_DAYS));
  if (!file) throw notFound();
  if (file.numbers.length === 0) throw invalid(NO_ROWS);
  return file.numbers;
}

const selectHead = query<{ institution: string; pattern: string }>(`
  select i.name as institution, p.name as pattern
    from csv_patterns p join institutions i on i.institution_code = p.institution_code
   where p.institution_code = $1 and p.pattern_code = $2`);

const countFound = query<{ count: number }>(`
  select count(*) as count from reservations where institution_code = $1 and reservation_number = any($2::integer[])`);

const selectNames = query<{ key: string; name: string }>(`
  select '${slotKey('')}' || slot_code as key, name from time_slots where institution_code = $1
   union all
  select '${frameKey('')}' || frame_code, name from frames where institution_code = $1`);

/**
 * The rows are read in one state of the data and nothing is held while the lines travel, however slow the line. Only when
 * all of them are on their way is it recorded which rows went in which version: what has news since is not in the file, and
 * has to be fetched again. Whoever goes away before that has downloaded nothing.
 */
async function* readAndRecord(
  db: Db,
  who: Administrator,
  patternCode: string,
  numbers: readonly number[],
  plan: LinePlan,
): AsyncGenerator<string[]> {
  const versions: number[] = [];
  const read = async (some: readonly number[]) => {
    const { rows } = await sql<{ version: number; text: string }>`
      select r.version, ${sql.raw(plan.select)} as text from unnest(${some}::integer[]) with ordinality n(number, place)
        join reservations r on r.institution_code = ${who.institutionCode} and r.reservation_number = n.number
       order by n.place`.execute(db);
    return rows;
  };
  for await (const rows of readAhead(who.service.calls, numbers, AT_A_TIME, read)) {
    for (const { version } of rows) versions.push(version);
    yield rows.map(({ text }) => plan.write(text));
  }
  await inTransaction(who.service.db, (own) => recordDownload(own, who, patternCode, numbers, versions));
}

/** So many that there are few statements, and so few that none takes longer than the database allows. */
const RECORDED_AT_A_TIME = 20_000;

async function recordDownload(
  db: Db,
  who: Administrator,
  patternCode: string,
  numbers: readonly number[],
  versions: readonly number[],
): Promise<void> {
  const { institutionCode, now, userId } = who;
  const [download] = await insertDownload(db, institutionCode, now, userId, patternCode, numbers);
  // By number, whatever the order of the lines: two files of the same rows wait for each other in one order.
  const rows = numbers.map((number, at) => ({ number, version: versions[at] })).sort((a, b) => a.number - b.number);
  for (let from = 0; from < numbers.length; from += RECORDED_AT_A_TIME) {
    const some = rows.slice(from, from + RECORDED_AT_A_TIME);
    const [theirNumbers, theirVersions] = [some.map(({ number }) => number), some.map(({ version }) => version)];
    await insertRows(db, institutionCode, download?.id, theirNumbers, theirVersions);
  }
}

const insertDownload = query<{ id: number }>(`
  insert into csv_downloads (institution_code, at, administrator_id, pattern_code, numbers) values ($1, $2, $3, $4, $5::integer[])
  returning download_id as id`);

const insertRows = query(`
  insert into csv_download_rows (institution_code, download_id, reservation_number, version)
  select $1, $2, n.number, n.version from unnest($3::integer[], $4::integer[]) n(number, version)`);
