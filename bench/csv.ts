// The CSV download: 100,000 rows of 60 columns. Its encoder against a bare iconv-lite loop over the same lines, the whole of it,
// through the door and into CP932, against the least that reads and encodes as much; what it takes of memory; and what
// bookings lose beside it.
import iconv from 'iconv-lite';
import pg from 'pg';
import { encodeLines } from '#backoffice/cp932.ts';
import { downloadCsv } from '#backoffice/csv-patterns/contract-download.ts';
import { ATTRIBUTES } from '#backoffice/csv-patterns/contract-items.ts';
import { type Db, openDatabase } from '#db/database.ts';
import { connectRunning } from '#db/embedded/embedded.ts';
import { today } from '#domain/calendar/clock.ts';
import { addAdministrator } from '#server/records/institutions.ts';
import { encodeForm } from '#wire/form.ts';
import { bookBeside } from './booking.ts';
import { addReservations, buildBookingGround, HOSPITAL } from './booking-ground.ts';
import { cpuSeconds, memoryOf, type Rate, report, startService } from './kit.ts';

const PATTERN = '001';
const COLUMNS = 60;
const MOST_MEGABYTES = 150;
/** Bookings make reservations of their own, with smaller numbers. */
const FIRST_NUMBER = 200_000_000;
const LOG_IN = { userId: 'bench001', password: 'Biyori#2026' };

async function addPattern(db: Db): Promise<void> {
  const own = { institution_code: HOSPITAL, pattern_code: PATTERN };
  await db
    .insertInto('csv_patterns')
    .values({ ...own, name: '計測用' })
    .execute();
  const options = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(4, '0'));
  const attributes = Object.keys(ATTRIBUTES).slice(0, COLUMNS - options.length);
  const items = [
    ...attributes.map((attribute) => ({ attribute, group_code: null, option_code: null })),
    ...options.map((option_code) => ({ attribute: null, group_code: '0001', option_code })),
  ];
  await db
    .insertInto('csv_pattern_items')
    .values(items.map((item, index) => ({ ...own, ...item, position: index + 1 })))
    .execute();
}

interface Downloaded {
  bytes: number;
  lines: string[];
}

/** As the browser's worker does it: each piece is encoded as it comes. */
async function download(base: string, token: string, rows: number, keep: boolean): Promise<Downloaded> {
  const numbers = Array.from({ length: rows }, (_, index) => FIRST_NUMBER + index);
  const response = await fetch(`${base}${downloadCsv.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: encodeForm(downloadCsv.request.encode({ patternCode: PATTERN, numbers })),
  });
  if (!response.ok || !response.body) throw new Error(`the download answered ${response.status}`);
  let bytes = 0;
  let count = 0;
  let rest = '';
  const kept: string[] = [];
  const take = (line: string) => {
    const piece: string[] =
      line.startsWith(',') || line.startsWith('"') ? JSON.parse(`[${line.replace(/^,/, '')}]`) : [];
    bytes += encodeLines(piece).bytes.length;
    count += piece.length;
    if (keep) kept.push(...piece);
  };
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(take);
  }
  if (count !== rows || rest !== ']}') throw new Error(`${count} of ${rows} rows, ended by ${rest}`);
  return { bytes, lines: kept };
}

/** Megabytes of files a second; the loop is repeated until it has run for long enough to be believed. */
function bareLoop(lines: readonly string[], encode: (lines: readonly string[]) => Uint8Array): Rate {
  const cpu = cpuSeconds(process.pid);
  const began = performance.now();
  let bytes = 0;
  for (let round = 0; round < 3; round++) {
    for (let from = 0; from < lines.length; from += 200) bytes += encode(lines.slice(from, from + 200)).length;
  }
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: bytes / 1e6 / seconds, cpuMicros: ((cpuSeconds(process.pid) - cpu) * 1e6) / (bytes / 1e6) };
}

/**
 * The least that reads as much from the database and makes bytes of it: all of the table's columns and the options, joined by
 * commas as they come, nothing written for people, checked, sent over HTTP or recorded.
 */
async function bareExport(dataDir: string, rows: number): Promise<Rate> {
  const client = new pg.Client({ ...connectRunning(dataDir)!, types: { getTypeParser: () => String } });
  await client.connect();
  const cpu = cpuSeconds(process.pid);
  const began = performance.now();
  let bytes = 0;
  for (let from = 0; from < rows; from += 500) {
    const numbers = Array.from({ length: Math.min(500, rows - from) }, (_, index) => FIRST_NUMBER + from + index);
    const read = await client.query<unknown[]>({
      name: 'export',
      rowMode: 'array',
      text: `
        select r.*, (select string_agg(o.option_code || ' ' || o.amount, ',' order by o.position) from reservation_options o
                      where o.institution_code = r.institution_code and o.reservation_number = r.reservation_number)
          from reservations r where r.institution_code = $1 and r.reservation_number = any($2::integer[])`,
      values: [HOSPITAL, numbers],
    });
    bytes += iconv.encode(`${read.rows.map((row) => row.join(',')).join('\r\n')}\r\n`, 'cp932').length;
  }
  const seconds = (performance.now() - began) / 1000;
  await client.end();
  return { perSecond: bytes / 1e6 / seconds, cpuMicros: ((cpuSeconds(process.pid) - cpu) * 1e6) / (bytes / 1e6) };
}

export async function benchCsv(rows = 100_000): Promise<boolean> {
  const service = await startService(18_087, { GUEST_RESERVATIONS_PER_MINUTE: '0' });
  const db = openDatabase(connectRunning(service.dataDir)!, 4);
  try {
    const ground = await buildBookingGround(db, today(new Date()));
    for (let from = 0; from < rows; from += 50_000) {
      await addReservations(db, from, Math.min(from + 50_000, rows), today(new Date()));
    }
    await addPattern(db);
    await addAdministrator(db, { institutionCode: HOSPITAL, displayName: '計測', ...LOG_IN });
    const form = new URLSearchParams({ grant_type: 'password', username: LOG_IN.userId, password: LOG_IN.password });
    const signed = await fetch(`${service.base}/Token`, { method: 'POST', body: form });
    const { access_token: token } = (await signed.json()) as { access_token: string };

    const { lines } = await download(service.base, token, Math.min(rows, 20_000), true);
    const bare = bareLoop(lines, (some) => iconv.encode(`${some.join('\r\n')}\r\n`, 'cp932'));
    const own = bareLoop(lines, (some) => encodeLines(some).bytes);

    const least = await bareExport(service.dataDir, rows);

    const idle = memoryOf(service.pid).now;
    let most = idle;
    const watching = setInterval(() => {
      most = Math.max(most, memoryOf(service.pid).now);
    }, 20);
    const cpu = cpuSeconds(service.pid);
    const began = performance.now();
    const { bytes } = await download(service.base, token, rows, false).finally(() => clearInterval(watching));
    const seconds = (performance.now() - began) / 1000;
    const whole: Rate = {
      perSecond: bytes / 1e6 / seconds,
      cpuMicros: ((cpuSeconds(service.pid) - cpu) * 1e6) / (bytes / 1e6),
    };

    const { alone, beside, rounds } = await bookBeside(service, ground, () =>
      download(service.base, token, rows, false),
    );

    const more = most - idle;
    const isSmall = more < MOST_MEGABYTES;
    console.log(
      `${rows.toLocaleString('en')} rows of ${COLUMNS} columns: ${(bytes / 1e6).toFixed(1)} MB of CP932, MB a second:`,
    );
    console.log(`${more.toFixed(0)} MB above idle  (wanted less than ${MOST_MEGABYTES}${isSmall ? '' : ', MISSED'})`);
    const isFast = report([
      { name: "the worker's encoder of a bare iconv-lite loop", of: own, to: bare, wanted: 0.5 },
      { name: 'the whole download, of a bare export by pg and iconv-lite', of: whole, to: least, wanted: 0.5 },
      {
        name: 'the whole download, database to CP932, of a bare iconv-lite loop over lines in memory',
        of: whole,
        to: bare,
      },
      { name: `guest bookings beside ${rounds} downloads of those alone`, of: beside, to: alone, wanted: 0.5 },
    ]);
    return isFast && isSmall;
  } finally {
    await db.destroy();
    await service.stop();
  }
}
