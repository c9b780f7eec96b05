// What the bench makes of its rounds: whom it believes, whom it measures again, and what it says of a limit.
import { expect, test } from 'vitest';
import { rowTable, textsOf } from '../../bench/frame/documents.ts';
import { judge, median } from '../../bench/frame/judge.ts';
import { describeRun, isMet, type Results } from '../../bench/frame/results.ts';
import { type Act, measureRow, type Row } from '../../bench/frame/row.ts';
import { ASSUMED, BYTES, scale } from '../../bench/frame/scaling.ts';
import { fillIn } from '../../scripts/fill-in.ts';

const even = [100, 100, 100, 100, 100, 100, 100];

test.each([
  ['as fast as wanted', [60, 60, 60, 60, 60, 60, 60], even, 0.6, { ratio: 0.6, low: 0.6, high: 0.6, verdict: 'met' }],
  ['too slow', [59, 59, 59, 59, 59, 59, 59], even, 0.6, { ratio: 0.59, verdict: 'missed' }],
  ['one slow round of seven', [60, 10, 60, 60, 60, 60, 60], even, 0.6, { ratio: 0.6, low: 0.1, verdict: 'met' }],
  [
    'both slower in the same minute: the ratio stays',
    [60, 54, 60, 54, 60, 54, 60],
    [100, 90, 100, 90, 100, 90, 100],
    0.6,
    { ratio: 0.6, moved: 0.1, verdict: 'met' },
  ],
  [
    'a reference that moved a quarter',
    [60, 60, 60, 60, 60, 60, 60],
    [100, 100, 100, 100, 100, 100, 125],
    0.5,
    { moved: 0.25, verdict: 'met' },
  ],
  [
    'a reference that moved more tells nothing, good as the ratio is',
    [60, 60, 60, 60, 60, 60, 60],
    [100, 100, 100, 100, 100, 100, 126],
    0.5,
    { verdict: 'unsettled' },
  ],
  ['nor where it is bad', [10, 10, 10], [100, 100, 140], 0.5, { ratio: 0.1, verdict: 'unsettled' }],
] as const)('%s', (_, act, reference, least, wanted) => {
  const judged = judge({ act, reference }, least);
  for (const [key, value] of Object.entries(wanted)) {
    if (typeof value === 'number') expect(judged[key as 'ratio'], key).toBeCloseTo(value, 10);
    else expect(judged[key as 'verdict'], key).toBe(value);
  }
});

test('a round without its reference is none', () => {
  expect(() => judge({ act: [1, 2], reference: [1] }, 1)).toThrow();
  expect(() => judge({ act: [], reference: [] }, 1)).toThrow();
});

test('the median of an even number lies between', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

/** Takes what is told, by turns: seconds of each call. */
function acting(order: string[], name: string, seconds: readonly number[]): Act {
  let turn = 0;
  return async (calls) => {
    order.push(name);
    return { seconds: calls * (seconds[turn++] ?? 1), service: calls * 2e-6, database: calls * 1e-6 };
  };
}

const rowOf = (order: string[], reference: readonly number[]): Row => ({
  name: 'an act',
  calls: 10,
  act: acting(order, 'A', []),
  references: [{ name: 'another', act: acting(order, 'B', reference), least: 0.5 }],
});

test('rounds take turns, and the first is for the compiler', async () => {
  const order: string[] = [];
  const measured = await measureRow(rowOf(order, [9, 1, 1, 1]), { rounds: 3, share: 1, again: 2 });
  expect(order.join('')).toBe('ABABABAB');
  expect(measured).toMatchObject({ calls: 10, rounds: 3, ratios: [{ to: 'another', ratio: 1, verdict: 'met' }] });
  expect(measured.serviceMicros).toBeCloseTo(2, 10);
  expect(measured.databaseMicros).toBeCloseTo(1, 10);
});

test('a row whose reference moved is measured again', async () => {
  const order: string[] = [];
  const measured = await measureRow(rowOf(order, [1, 1, 2, 1]), { rounds: 3, share: 1, again: 2 });
  expect(order).toHaveLength(16);
  expect(measured.ratios[0]?.verdict).toBe('met');
});

test('but not for ever: then it is not checked', async () => {
  const order: string[] = [];
  const restless = [1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1];
  const measured = await measureRow(rowOf(order, restless), { rounds: 3, share: 1, again: 2 });
  expect(order).toHaveLength(24);
  expect(measured.ratios[0]?.verdict).toBe('unsettled');
  expect(isMet({ rows: [measured], figures: [] })).toBe(true);
});

const ratio = { to: 'another', least: 0.5, ratio: 0.4, low: 0.3, high: 0.5, moved: 0.1, verdict: 'missed' as const };
const rowCalled = (name: string) => ({
  name,
  rounds: 7,
  calls: 10,
  perSecond: 100,
  serviceMicros: 1000,
  databaseMicros: 500,
  ratios: [ratio],
});

const results = (rows: Results['rows']): Results => ({
  ...describeRun(),
  reservations: { many: 1_000_000, few: 10_000 },
  minutes: 20,
  rows,
  figures: [{ name: BYTES, value: 2000, unit: 'bytes' }],
});

test('what was missed is reported where it stands', () => {
  expect(isMet({ rows: [rowCalled('an act')], figures: [] })).toBe(false);
  expect(isMet({ rows: [], figures: [{ name: 'memory', value: 201, unit: 'MB', most: 200 }] })).toBe(false);
  expect(rowTable(results([rowCalled('an act')]))).toContain(
    '| an act | another | 0.40 | 0.30 to 0.50 | 0.50 **missed** | 1,000 µs | 500 µs |',
  );
});

test('a document holds what was measured, between its marks', () => {
  const filled = fillIn('a\n<!-- rows -->\nold\n<!-- /rows -->\nb', { rows: 'one' });
  expect(filled).toBe('a\n<!-- rows -->\n\none\n\n<!-- /rows -->\nb');
  expect(fillIn(filled, { rows: 'one' })).toBe(filled);
  expect(() => fillIn(filled, { nothing: 'one' })).toThrow('nothing');
  expect(textsOf(new Map()).rows).toBe('Not measured yet.');
});

test('the arithmetic: twice as much takes twice as much, and a rush counts at nine only', () => {
  const names = [
    'top page, drawn',
    'course list',
    'month, each another one',
    'booking of a guest',
    'booking of somebody logged in',
    'change of a booking',
    'log-in of a clerk',
    'my page of 30 reservations',
    'detail of a reservation',
    'daily run, by the mail',
    'status page',
    'finding by kana and birth date',
    'reception list of 300 visitors',
    'extraction of a month, 2000 rows',
  ];
  const measured = results(names.map(rowCalled));
  const once = scale(measured);
  // Top page, three steps, four months and the booking, of a millisecond each.
  expect(once.way.service).toBeCloseTo(0.009, 10);
  expect(once.way.database).toBeCloseTo(0.0045, 10);
  const { reservations, institutions, openings } = ASSUMED;
  const twice = scale(measured, { reservations: 2 * reservations.value, institutions: 2 * institutions.value });
  expect(twice.mean.service).toBeCloseTo(2 * once.mean.service, 10);
  expect(twice.gigabytes).toBeCloseTo(2 * once.gigabytes, 10);
  const quiet = scale(measured, { openings: 0 });
  expect(quiet.opening).toEqual(once.hour);
  const rush = (openings.value * 2000 * 0.009) / 300;
  expect(once.opening.service - once.hour.service).toBeCloseTo(rush, 10);
  expect(once.gigabytes).toBe(50);
  expect(() => scale(results([]))).toThrow('top page');
});
