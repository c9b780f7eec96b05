// Every row of the bench still does what it measures, with a few calls each; how fast it is, no test asks.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from '#server/verify/verify.ts';
import { measureRow } from '../../bench/frame/row.ts';
import { openWorlds } from '../../bench/frame/world.ts';
import { SUBJECTS } from '../../bench/whole.ts';

const A_FEW = { rounds: 1, share: 0.004, again: 0 };
let opened: Awaited<ReturnType<typeof openWorlds>>;

beforeAll(async () => {
  opened = await openWorlds({ few: 1_000, many: 11_000, people: 64 });
});
afterAll(() => opened?.close());

test.each(Object.entries(SUBJECTS))('%s', async (_, make) => {
  const rows = await make(opened.worlds);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const { ratios, serviceMicros, databaseMicros } = await measureRow(row, A_FEW);
    expect(ratios.length, row.name).toBe(row.references.length);
    for (const { ratio } of ratios) expect(ratio, row.name).toBeGreaterThan(0);
    expect(serviceMicros + databaseMicros, row.name).toBeGreaterThanOrEqual(0);
  }
});

test('what was loaded and booked meanwhile is as it must be', async () => {
  const { many, few } = opened.worlds;
  expect(many.institutions.length).toBe(11);
  expect(many.institutions[0]?.reservations).toBeGreaterThan(3 * (many.institutions[3]?.reservations ?? 0));
  for (const { connection } of [many, few]) {
    const violations = await violationsOf(connection);
    // The bare driver gives out numbers of its own.
    expect(violations.filter(({ name }) => name !== 'numbers')).toEqual([]);
  }
});
