// A cache of months. The database is asked every time, once for all who ask for the same at once; where it says what it said the
// last time, what was made of that still holds, up to its encoded form.

import type { Db } from '#db/database.ts';
import type { MonthLayout } from '#domain/calendar/month.ts';
import { LruCache } from '#domain/lru-cache.ts';
import { share } from '#wire/shared.ts';
import {
  type AvailabilityQuery,
  findAvailability,
  listDays,
  type MonthRow,
  monthValues,
  parseMonth,
  readMonth,
} from './availability.ts';
import { type AgePhase, type Day, type DayRoom, layOutDays, type Removable } from './month-days.ts';

/**
 * Answers those who ask the same in one turn of the event loop with one reading. It begins when all of them have asked, so nobody learns
 * what was true before they did.
 */
export class SharedReading<R> {
  readonly #asked = new Map<string, Promise<R>>();

  ask(key: string, read: () => Promise<R>): Promise<R> {
    let answer = this.#asked.get(key);
    if (!answer) {
      answer = new Promise((resolve) => {
        setImmediate(() => {
          this.#asked.delete(key);
          // Whatever it throws, even before it waits for anything, is the callers' to know.
          resolve((async () => read())());
        });
      });
      this.#asked.set(key, answer);
    }
    return answer;
  }
}

const MOST_READINGS = 200;
const MOST_LISTS = 10;

interface Reading extends DayRoom {
  row: MonthRow;
  /** What was made of it already, for those who ask the same of it. */
  lists: LruCache<string, MonthLists>;
}

export class MonthCache {
  readonly #readings = new LruCache<string, Reading>(MOST_READINGS);
  readonly #shared = new SharedReading<Reading>();

  /** The month, or null where the masters have changed since the question was put together. */
  async find(db: Db, question: AvailabilityQuery & { layout: MonthLayout }): Promise<MonthLists | null> {
    // What a reservation holds counts as free for its owner alone, and a snapshot is nobody else's.
    if (question.own || db.isTransaction) {
      const found = await findAvailability(db, question, readMonth);
      return found && toLists(question.layout, found.days);
    }
    // On the day that bookings open, everybody looks at the same month.
    const key = monthValues(question).join();
    const reading = await this.#shared.ask(key, () => this.#read(db, key, question));
    if (reading.row.version !== question.version) return null;
    const circumstances = keyOf(question);
    return reading.lists.getOrMake(circumstances, () => toLists(question.layout, layOutDays(question, reading)));
  }

  async #read(db: Db, key: string, question: AvailabilityQuery): Promise<Reading> {
    const row = (await readMonth(db, ...monthValues(question)))[0]!;
    const last = this.#readings.get(key);
    if (last && last.row.places === row.places && last.row.closed === row.closed && last.row.version === row.version) {
      return last;
    }
    const reading = { row, ...parseMonth(row, question), lists: new LruCache<string, MonthLists>(MOST_LISTS) };
    this.#readings.set(key, reading);
    return reading;
  }
}

function keyOf({ phases, desired, window, today, minute, layout }: AvailabilityQuery): string {
  // The minute matters today only.
  const isThisMonth = layout.first <= today && today <= layout.last;
  return [...phases.map(keyOfPhase), desired, window.from, window.to, today, isThisMonth ? minute : 0].join(' ');
}

/** By codes alone: what they stand for is the masters', whose version is compared. */
function keyOfPhase({ from, needs, courseFrames, removables, unfit }: AgePhase): string {
  const needed = needs?.map(({ frameCode, quantity }) => `${frameCode}*${quantity}`).join();
  const frames = courseFrames?.map(({ frameCode }) => frameCode).join();
  return `${from} ${needed} ${frames} ${removables?.map(keyOfRemovable).join()} ${unfit?.map(keyOfRemovable).join()}`;
}

const keyOfRemovable = ({ groupCode, optionCode, frame, instead }: Removable) =>
  `${groupCode}/${optionCode}/${frame?.frameCode}/${instead?.optionCode}/${instead?.conditionCode}/${instead?.frame?.frameCode}`;

type MonthLists = ReturnType<typeof toLists>;

function toLists(layout: MonthLayout, days: readonly Day[]) {
  const sets = days.flatMap(({ date, takeOffs }) => takeOffs.map((options) => ({ date, options })));
  const keyOf = ({ groupCode, optionCode, instead }: Removable) => `${groupCode}/${optionCode}/${instead?.optionCode}`;
  const bySet = Map.groupBy(sets, ({ options }) => options.map(keyOf).join());
  const lists = listDays(layout, days);
  return {
    /** There is no place at all in the month, not even one that is taken, or that chosen options keep. */
    isBare: sets.length === 0 && !days.some(({ state }) => state === 'open' || state === 'full'),
    takeOffs: [...bySet.values()].map((same) => ({
      options: same[0]!.options.map(takeOffAnswer),
      isByAge: same.some(({ options }) => options.some((one) => one.isByAge)),
      dates: same.map(({ date }) => date),
    })),
    places: share(lists.places),
    rooms: share(days.filter(({ room }) => room > 0).map(({ date, room }) => ({ date, room }))),
    days: share(lists.days),
  };
}

const takeOffAnswer = ({ groupCode, optionCode, name, instead }: Removable) => ({
  groupCode,
  optionCode,
  name,
  insteadCode: instead?.optionCode ?? '',
  insteadConditionCode: instead?.conditionCode ?? '',
  insteadName: instead?.name ?? '',
});
