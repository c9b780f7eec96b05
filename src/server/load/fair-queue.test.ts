// The queue in which everybody's line moves alike, and the slow hashes that stand in it.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { hashPassword } from '#server/access/passwords.ts';
import { FairQueue } from './fair-queue.ts';

/** Work that goes on until it is told to end. */
function openWork() {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    order.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const endOne = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { order, work, endOne };
}

test('takes turns among owners, however long the line of one of them is', async () => {
  const queue = new FairQueue({ atOnce: 1, longest: 20 });
  const { order, work, endOne } = openWork();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) queue.run(name.charAt(0), work(name));
  expect(order).toEqual(['a1']);
  for (let n = 0; n < 7; n++) await endOne();
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('runs so many at once, and the next when one ends, also when that failed', async () => {
  const queue = new FairQueue({ atOnce: 2, longest: 20 });
  const { order, work, endOne } = openWork();
  const failing = queue.run('a', async () => {
    throw new Error('no');
  });
  for (const name of ['1', '2', '3']) queue.run('a', work(name));
  await expect(failing).rejects.toThrow('no');
  expect(order).toEqual(['1', '2']);
  await endOne();
  await endOne();
  await endOne();
  expect(order).toEqual(['1', '2', '3']);
});

test('refuses beyond its length, and one owner beyond half of it', async () => {
  const queue = new FairQueue({ atOnce: 1, longest: 4 });
  const { work, endOne } = openWork();
  const full = { name: 'TooMany' };
  for (const owner of ['a', 'a', 'a']) queue.run(owner, work(owner));
  await expect(queue.run('a', work('a'))).rejects.toMatchObject(full);
  for (const owner of ['b', 'c']) queue.run(owner, work(owner));
  await expect(queue.run('d', work('d'))).rejects.toMatchObject(full);
  await endOne();
  queue.run('d', work('d'));
  await expect(queue.run('e', work('e'))).rejects.toMatchObject(full);
});

test('slow hashes leave threads for what else needs them', async () => {
  let hashed = 0;
  const hashes = Array.from({ length: 16 }, async () => {
    await hashPassword('x');
    hashed++;
  });
  await promisify(gzip)(Buffer.alloc(5000, '健診'));
  // In the same line as the hashes it would come after most of them.
  expect(hashed).toBeLessThan(10);
  await Promise.all(hashes);
});

test('whom the signal calls off leaves the line, and the others move up', async () => {
  const queue = new FairQueue({ atOnce: 1, longest: 4 });
  const { order, work, endOne } = openWork();
  const gone = new AbortController();
  queue.run('a', work('1'));
  const left = [queue.run('a', work('2'), gone.signal), queue.run('b', work('3'), gone.signal)];
  queue.run('a', work('4'));
  gone.abort();
  for (const each of left) await expect(each).rejects.toMatchObject({ name: 'TooMany' });
  // Their places in the line are free again.
  queue.run('a', work('5'));
  for (let n = 0; n < 3; n++) await endOne();
  expect(order).toEqual(['1', '4', '5']);
});
