// More slips than one call gives.
import { expect, test } from 'vitest';
import { CallFailed } from '#web/send.ts';
import type { FailureName } from '#wire/failure.ts';
import { gather } from './use-slips.ts';

type Asked = Parameters<typeof gather>[1];

const numbers = Array.from({ length: 1_234 }, (_, n) => 100_000_001 + n);
const answer = (printed: readonly number[], skipCount = 0) =>
  ({ slips: printed.map((number) => ({ number })), skipCount, printedAt: 'now' }) as Awaited<ReturnType<Asked>>;
const failed = (name: FailureName) => new CallFailed(200, { names: [name], sentences: ['x'], details: [] });

test('a day of more than 500 is asked for in portions of 500, and all of it is printed in its order', async () => {
  const asked: number[] = [];
  const { slips, skipCount } = await gather(numbers, async (some) => {
    asked.push(some.length);
    return answer(some.slice(1), 1);
  });
  expect(asked).toEqual([500, 500, 234]);
  expect(slips).toHaveLength(1_231);
  expect(slips.map(({ number }) => number)).toEqual(numbers.filter((number) => (number - 100_000_001) % 500 !== 0));
  expect(skipCount).toBe(3);
});

test('a portion of which nothing is printed is counted as left out; if that is all, it is reported', async () => {
  const some: Asked = async (portion) => {
    if (portion.length === 500) throw failed('Refused');
    return answer(portion);
  };
  expect(await gather(numbers, some)).toMatchObject({ skipCount: 1_000 });
  await expect(gather(numbers.slice(0, 500), some)).rejects.toThrow('Refused');
});

test('whatever else fails ends it', async () => {
  await expect(gather(numbers, () => Promise.reject(failed('NoSession')))).rejects.toThrow('NoSession');
});
