// Big reads: the extraction, from its first row to its last, and the CSV file, through the HTTP server and into CP932.
import iconv from 'iconv-lite';
import { encodeLines } from '#backoffice/files/cp932.ts';
import { downloadCsv } from '#backoffice/files/csv-patterns/contract-download.ts';
import { planLines } from '#backoffice/files/csv-patterns/server-cells.ts';
import { readPatternItems } from '#backoffice/files/csv-patterns/server-items.ts';
import { type Conditions, conditions, searchReservations } from '#backoffice/reservations/search/contract.ts';
import { selectNumbers } from '#backoffice/reservations/search/server.ts';
import { readPiece } from '#backoffice/shared/server-rows.ts';
import { layOutMonth, monthOf } from '#domain/calendar/month.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { encodeForm } from '#wire/form.ts';
import { HOSPITAL } from '../booking-ground.ts';
import { exportBare } from '../frame/bare-export.ts';
import { FIRST_NUMBER, visitsOn } from '../frame/loader.ts';
import type { Act, Row } from '../frame/row.ts';
import { addMonth, addPattern, farDay, PATTERN, withNotes } from '../frame/specimens.ts';
import { growing, spend, type World, type Worlds } from '../frame/world.ts';
import { guestsBook } from './booking.ts';

/** Visits of the month that is asked for, however many others there are. */
const IN_MONTH = 2000;
const MOST_ROWS = 100_000;
/** People about whom staff have written something. */
const NOTED = 2000;

const between = (visitFrom: PlainDate, visitTo: PlainDate): Conditions => {
  const blank = conditions.read(conditions.blank);
  if (!blank.ok) throw new Error('blank conditions are conditions');
  return { ...blank.value, visitFrom, visitTo };
};

async function ask({ service, token }: World, path: string, form: Record<string, unknown>) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(service.base + path, { method: 'POST', headers, body: encodeForm(form) });
  if (!response.ok || !response.body) throw new Error(`${path} answered ${response.status}`);
  return response.body;
}

interface Extracted {
  firstSeconds: number;
  seconds: number;
}

/** As a browser does it: compressed, and looked at as it arrives. */
export async function extract(world: World, given: Conditions): Promise<Extracted> {
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  let [bytes, firstSeconds] = [0, 0];
  for await (const chunk of await ask(world, searchReservations.path, conditions.encode(given))) {
    bytes += chunk.length;
    if (firstSeconds === 0 && bytes > 10_000) firstSeconds = since();
  }
  if (bytes < 1000) throw new Error(`the extraction gave ${bytes} bytes`);
  return { firstSeconds: firstSeconds || since(), seconds: since() };
}

/** Past visits that are so many, as near as whole days allow. */
export function visitsOf(world: World, rows: number): { given: Conditions; rows: number } {
  const each = Math.max(1, visitsOn(world.institutions[0]?.reservations ?? 1));
  const days = Math.max(1, Math.min(200, Math.floor(rows / each)));
  return { given: between(addDays(world.today, -days), addDays(world.today, -1)), rows: Math.round(days * each) };
}

/** Each call is one extraction; what is waited for is its first rows or its last. */
const extracting =
  (world: World, given: Conditions, until: keyof Extracted): Act =>
  (calls) =>
    spend(world, async () => {
      let seconds = 0;
      for (let call = 0; call < calls; call++) seconds += (await extract(world, given))[until];
      return seconds;
    });

/** Two statements and nothing made of their rows, past the service. */
const readingBare =
  ({ loader }: World, given: Conditions): Act =>
  async (calls) => {
    const began = performance.now();
    for (let call = 0; call < calls; call++) {
      const found = await selectNumbers(loader, HOSPITAL, given, MOST_ROWS).execute();
      await readPiece(
        loader,
        HOSPITAL,
        found.map(({ number }) => number),
      );
    }
    return { seconds: (performance.now() - began) / 1000, service: 0, database: 0 };
  };

/** The lines of a file, each piece encoded as it comes, as the browser's worker does it. */
export async function download(world: World, rows: number, keep?: (lines: string[]) => void): Promise<void> {
  const numbers = Array.from({ length: rows }, (_, index) => FIRST_NUMBER + index);
  const body = await ask(
    world,
    downloadCsv.path,
    downloadCsv.request.encode({ patternCode: PATTERN, numbers, downloadId: null }),
  );
  let [count, rest] = [0, ''];
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((one) => /^,?"/.test(one))) {
      const piece: string[] = JSON.parse(`[${line.replace(/^,/, '')}]`);
      count += encodeLines(piece).bytes.length > 0 ? piece.length : 0;
      keep?.(piece);
    }
  }
  if (count !== rows || rest !== ']}') throw new Error(`${count} of ${rows} rows, ended by ${rest}`);
}

/** Each call is a line of a file of so many. */
const downloading =
  (world: World): Act =>
  (calls) =>
    spend(world, async () => {
      const began = performance.now();
      await download(world, calls);
      return (performance.now() - began) / 1000;
    });

/** Lines in memory, some hundreds at a time. */
function encoding(lines: readonly string[], encode: (lines: readonly string[]) => Uint8Array): Act {
  return async (calls) => {
    const began = performance.now();
    for (let done = 0; done < calls; done += 200) {
      const from = done % Math.max(1, lines.length - 200);
      encode(lines.slice(from, from + Math.min(200, calls - done)));
    }
    return { seconds: (performance.now() - began) / 1000, service: 0, database: 0 };
  };
}

/** Guests who book while other work is done over and over. */
function besides(world: World, name: string, work: () => Promise<unknown>): Row {
  const book = guestsBook(world);
  return {
    name: `bookings beside ${name}`,
    calls: 300,
    async act(calls) {
      let isOver = false;
      const working = (async () => {
        while (!isOver) await work();
      })();
      const taken = await book(calls).finally(() => {
        isOver = true;
      });
      await working;
      return taken;
    },
    references: [{ name: 'bookings alone', act: book, least: 0.5 }],
  };
}

export async function bigReadRows(worlds: Worlds): Promise<Row[]> {
  const { many } = worlds;
  const month = layOutMonth(monthOf(farDay(many.today)));
  for (const world of [many, worlds.few]) await addMonth(world, month.first, IN_MONTH);
  await addPattern(many);
  const { select } = planLines(await readPatternItems(many.db, HOSPITAL, PATTERN), [], new Map());
  const far = between(month.first, month.last);
  const months = await growing(worlds, (world) => extracting(world, far, 'seconds'));
  const { given, rows } = visitsOf(many, 20_000);
  const lastRow = extracting(many, given, 'seconds');
  const ofBare = (least: number) => ({ name: 'its bare statements', act: readingBare(many, given), least });
  const lines: string[] = [];
  const inFile = Math.min(20_000, many.institutions[0]?.reservations ?? 0);
  await download(many, Math.min(2000, inFile), (some) => lines.push(...some));
  const what = rows.toLocaleString('en');
  return [
    { name: `extraction of a month, ${IN_MONTH} rows`, calls: 3, act: months.act, references: [months.ofFew] },
    {
      name: `extraction of ${what} rows, first rows`,
      calls: 1,
      act: extracting(many, given, 'firstSeconds'),
      references: [ofBare(1 / 3)],
    },
    {
      name: `extraction of ${what} rows, the last row`,
      calls: 1,
      act: lastRow,
      references: [ofBare(1 / 10)],
    },
    {
      name: `extraction of ${what} rows, with notes about ${NOTED} people`,
      calls: 1,
      act: withNotes(many, NOTED, lastRow),
      references: [{ name: 'the same without notes', act: withNotes(many, 0, lastRow), least: 1 / 1.1 }],
    },
    {
      name: 'CSV file of 60 columns, by the row',
      calls: inFile,
      act: downloading(many),
      references: [
        { name: 'its bare statements and iconv-lite', act: exportBare(many.connection, select), least: 0.5 },
      ],
    },
    {
      name: 'CP932 in the browser, by the row',
      calls: 20_000,
      act: encoding(lines, (some) => encodeLines(some).bytes),
      references: [
        {
          name: 'bare iconv-lite',
          act: encoding(lines, (some) => iconv.encode(`${some.join('\r\n')}\r\n`, 'cp932')),
          least: 0.5,
        },
      ],
    },
    besides(many, 'extractions', () => extract(many, given)),
    besides(many, 'CSV files', () => download(many, inFile)),
  ];
}
