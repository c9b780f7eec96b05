// Readings that are shared by those who ask in one turn.
import { expect, test } from 'vitest';
import { SharedReading } from '#booking/availability/month-cache.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('who asks in one turn shares a reading; who asks later gets a new one, even while the first still runs', async () => {
  const shared = new SharedReading<number>();
  let begun = 0;
  const read = async () => {
    const mine = ++begun;
    await turn();
    await turn();
    return mine;
  };
  const first = [shared.ask('a', read), shared.ask('a', read), shared.ask('b', read)];
  await turn();
  const later = shared.ask('a', read);
  expect(await Promise.all(first)).toEqual([1, 1, 2]);
  expect(await later).toBe(3);
});

test('a reading that fails fails for those who shared it, and nobody else', async () => {
  const shared = new SharedReading<number>();
  const broken = shared.ask('a', () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(await shared.ask('a', async () => 1)).toBe(1);
});

test('a reading that fails before it has begun to wait is reported in the same way', async () => {
  const shared = new SharedReading<number>();
  const broken = shared.ask('a', () => {
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
});
