// A day of the reception as desks see it: everybody who is booked, by time and name, and how each is marked.
import type { ReceptionDay, ReceptionRow, Tally } from '#backoffice/shared/contract-reception.ts';
import { toListedRow } from '#backoffice/shared/server-rows.ts';
import type { Db } from '#db/database.ts';
import { calendarYears } from '#domain/calendar/calendar-range.ts';
import { formatTime, japanTimeOf, localTime, today } from '#domain/calendar/clock.ts';
import { dateParts, type PlainDate } from '#domain/calendar/plain-date.ts';
import { LruCache } from '#domain/lru-cache.ts';
import type { Reception } from '#domain/reservation/reservation-status.ts';
import type { Administrator } from '#server/service.ts';
import { share } from '#wire/shared.ts';
import { type DayState, type Mark, readRowsOf, readState, type StoredRow } from './server-stored.ts';

/** 8:51 */
export const timeOf = (at: Date) => formatTime(japanTimeOf(at).minute);

const UNMARKED: Mark = { reception: 'none', receivedAt: null };

export type MarkedRow = StoredRow & Mark;

interface CachedDay {
  readAt: number;
  rows: ReadonlyMap<number, StoredRow>;
  shown: ReturnType<typeof toShownDay> | null;
}

/** So long a row stays as it was read, beside its own version: what other reservations and the masters say of it. */
const CACHE_MS = 60_000;
const MOST_DAYS = 100;

/**
 * The days that desks look at, as they were last read. The database is asked every time who is booked, in which version, and how
 * each is marked; a row that it reports in the version that is known here is not read again, and a day that it reports in the
 * version that was last sent is reported as it is, up to its encoded form.
 */
export class ReceptionDays {
  readonly #days = new LruCache<string, CachedDay>(MOST_DAYS);

  /** Null where nothing has moved since that version. Who comes again, without one, gets everything as it is now. */
  async read(db: Db, who: Administrator, date: PlainDate, version: string | null): Promise<ReceptionDay | null> {
    const state = await readState(db, who.institutionCode, date);
    if (state.version === version) return null;
    const cached = await this.#readRows(db, who, date, state, version !== null);
    if (cached.shown?.version !== state.version) cached.shown = toShownDay(cached.rows, state);
    return { ...state.head, ...cached.shown, date, now: localTime(who.now), years: yearsOf(who.now, date) };
  }

  /** After what somebody did to it. */
  async readAfter(db: Db, who: Administrator, date: PlainDate): Promise<ReceptionDay> {
    const day = await this.read(db, who, date, '');
    if (!day) throw new Error('no day has an empty version');
    return day;
  }

  /** The same as the database has it, for what is not shown. */
  async readMarked(db: Db, who: Administrator, date: PlainDate) {
    const state = await readState(db, who.institutionCode, date);
    const { rows } = await this.#readRows(db, who, date, state, false);
    return { ...state.head, rows: markRows(rows, state) };
  }

  async #readRows(
    db: Db,
    { institutionCode, now }: Administrator,
    date: PlainDate,
    state: DayState,
    isWatching: boolean,
  ): Promise<CachedDay> {
    const key = `${institutionCode}/${date}`;
    const last = isWatching ? this.#days.get(key) : undefined;
    const before = last && now.getTime() - last.readAt < CACHE_MS ? last : undefined;
    const moved = [...state.booked].filter(([number, each]) => before?.rows.get(number)?.version !== each);
    const numbers = moved.map(([number]) => number);
    let cached: CachedDay = before ?? { readAt: now.getTime(), rows: new Map(), shown: null };
    if (numbers.length > 0) {
      const read = await readRowsOf(db, institutionCode, date, before ? numbers : null);
      const known = [...cached.rows].filter(([number]) => state.booked.has(number));
      cached = { ...cached, rows: new Map([...known, ...read.map((row) => [row.number, row] as const)]) };
    }
    this.#days.set(key, cached);
    return cached;
  }
}

function markRows(rows: CachedDay['rows'], { booked, marks }: DayState): MarkedRow[] {
  return [...booked.keys()]
    .flatMap((number) => rows.get(number) ?? [])
    .map((row) => ({ ...row, ...(marks.get(row.number) ?? UNMARKED) }))
    .sort(byTimeAndName);
}

const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

/** Those without a time first. */
const byTimeAndName = (a: StoredRow, b: StoredRow) =>
  compare(a.startMinute ?? -1, b.startMinute ?? -1) ||
  compare(a.slotCode, b.slotCode) ||
  compare(a.foldedKana, b.foldedKana) ||
  compare(a.number, b.number);

function toShownDay(stored: CachedDay['rows'], state: DayState) {
  const rows = markRows(stored, state).map(toReceptionRow);
  return { version: state.version, rows: share(rows), tally: tally(rows) };
}

const toReceptionRow = (row: MarkedRow): ReceptionRow => ({
  ...row,
  ...toListedRow({ ...row, hasNote: row.personNote !== '' }),
  receivedTime: row.receivedAt ? timeOf(row.receivedAt) : '',
});

/** In the order of the rows, which stand by time. */
function tally(rows: readonly ReceptionRow[]): Tally[] {
  const slots = Map.groupBy(rows, ({ startTime, slotCode }) => `${startTime}/${slotCode}`);
  const count = (some: readonly ReceptionRow[], state: Reception) =>
    some.filter(({ reception }) => reception === state).length;
  return [...slots.values()].map((some) => {
    const [{ slotCode, startTime } = { slotCode: '', startTime: '' }] = some;
    const [arrived, noShow] = [count(some, 'arrived'), count(some, 'no_show')];
    return { slotCode, startTime, booked: some.length, arrived, noShow };
  });
}

function yearsOf(now: Date, date: PlainDate): number[] {
  return [...new Set([...calendarYears(today(now)), dateParts(date).year])].sort((a, b) => a - b);
}
