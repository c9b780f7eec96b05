// A row: an act, what it is held against, and the rounds that measure it. Acts and references take turns, A B A B ..., by a number of
// calls and not by time: however busy the machine is, the compiler has then seen as much of one as of the other.
import { type Judged, judge, type Paces } from './judge.ts';

/** What some calls took: seconds of the clock, and CPU seconds of the service and of its database. */
export interface Taken {
  seconds: number;
  service: number;
  database: number;
}

/** Makes so many calls. */
export type Act = (calls: number) => Promise<Taken>;

export interface Reference {
  /** As the table tells it after "of". */
  name: string;
  act: Act;
  /** As many as the act's unless it is far quicker or slower. */
  calls?: number;
  /** The ratio that is wanted at least. */
  least: number;
}

export interface Row {
  name: string;
  act: Act;
  /** In each round. */
  calls: number;
  references: readonly Reference[];
}

export interface Pace {
  rounds: number;
  /** Of the calls that a row wants in each round; one at least. */
  share: number;
  /** How often a row is measured again whose reference has moved. */
  again: number;
}

export const WHOLE: Pace = { rounds: 7, share: 1, again: 2 };
export const QUICK: Pace = { rounds: 3, share: 0.1, again: 0 };

export interface MeasuredRow {
  name: string;
  rounds: number;
  calls: number;
  perSecond: number;
  /** CPU microseconds of each call. */
  serviceMicros: number;
  databaseMicros: number;
  ratios: (Judged & { to: string; least: number })[];
}

const few = (calls: number, { share }: Pace) => Math.max(1, Math.round(calls * share));

/** One measurement: a round for the compiler, then as many as wanted. */
async function measureOnce(row: Row, pace: Pace): Promise<MeasuredRow> {
  const calls = few(row.calls, pace);
  const sum: Taken = { seconds: 0, service: 0, database: 0 };
  const paces = row.references.map(() => ({ act: [] as number[], reference: [] as number[] }) satisfies Paces);
  for (let round = -1; round < pace.rounds; round++) {
    const own = await row.act(calls);
    for (const [at, reference] of row.references.entries()) {
      const others = few(reference.calls ?? row.calls, pace);
      const { seconds } = await reference.act(others);
      if (round < 0) continue;
      paces[at]?.act.push(calls / own.seconds);
      paces[at]?.reference.push(others / seconds);
    }
    if (round < 0) continue;
    sum.seconds += own.seconds;
    sum.service += own.service;
    sum.database += own.database;
  }
  const all = calls * pace.rounds;
  return {
    name: row.name,
    rounds: pace.rounds,
    calls,
    perSecond: all / sum.seconds,
    serviceMicros: (sum.service / all) * 1e6,
    databaseMicros: (sum.database / all) * 1e6,
    ratios: row.references.map(({ name, least }, at) => ({
      to: name,
      least,
      ...judge(paces[at] ?? { act: [], reference: [] }, least),
    })),
  };
}

/** Measures a row, again where one of its references has moved. */
export async function measureRow(row: Row, pace: Pace): Promise<MeasuredRow> {
  let measured = await measureOnce(row, pace);
  for (let more = pace.again; more > 0 && measured.ratios.some(({ verdict }) => verdict === 'unsettled'); more--) {
    console.log(`        ${row.name}: a reference moved, measured again`);
    measured = await measureOnce(row, pace);
  }
  return measured;
}

const WORDS = { met: 'ok       ', missed: 'MISSED   ', unsettled: 'unsettled' };

export function sayRow({ name, ratios, serviceMicros, databaseMicros, perSecond }: MeasuredRow): void {
  const cpu = `${serviceMicros.toFixed(0)} + ${databaseMicros.toFixed(0)} us CPU of service and database`;
  console.log(`${name}: ${perSecond.toPrecision(3)} a second, ${cpu}`);
  for (const { to, ratio, low, high, least, verdict, moved } of ratios) {
    const spread = `${low.toFixed(3)} to ${high.toFixed(3)}`;
    const limits = `at least ${least.toFixed(3)}, the reference moved ${(moved * 100).toFixed(0)} %`;
    console.log(`  ${WORDS[verdict]} ${ratio.toFixed(3)} of ${to}  (${spread}; ${limits})`);
  }
}
