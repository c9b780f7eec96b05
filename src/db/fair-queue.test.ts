// The queue in which everybody's line moves alike.
import { expect, test, vi } from 'vitest';
import { FairQueue, type OnGone } from './fair-queue.ts';

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

test('takes turns among keys, however long the line of one of them is', async () => {
  const queue = new FairQueue('x', { atOnce: 1 });
  const { order, work, endOne } = openWork();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) queue.run(name.charAt(0), work(name));
  expect(order).toEqual(['a1']);
  for (let n = 0; n < 7; n++) await endOne();
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('runs so many at once, and the next when one ends, also when that failed', async () => {
  const queue = new FairQueue('x', { atOnce: 2 });
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

test('refuses beyond its length, and each key beyond its own', async () => {
  const queue = new FairQueue('x', { atOnce: 1, waiting: 4, waitingEach: 2 });
  const { work, endOne } = openWork();
  const full = { name: 'Overloaded' };
  for (const owner of ['a', 'a', 'a']) queue.run(owner, work(owner));
  await expect(queue.run('a', work('a'))).rejects.toMatchObject(full);
  for (const owner of ['b', 'c']) queue.run(owner, work(owner));
  await expect(queue.run('d', work('d'))).rejects.toMatchObject(full);
  await endOne();
  queue.run('d', work('d'));
  await expect(queue.run('e', work('e'))).rejects.toMatchObject(full);
});

test('whoever goes leaves the line, and the others move up', async () => {
  const queue = new FairQueue('x', { atOnce: 1, waiting: 4, waitingEach: 2 });
  const { order, work, endOne } = openWork();
  const watching = new Set<() => void>();
  const onGone: OnGone = (leave) => {
    watching.add(leave);
    return () => watching.delete(leave);
  };
  queue.run('a', work('1'), { onGone });
  const left = [queue.run('a', work('2'), { onGone }), queue.run('b', work('3'), { onGone })];
  queue.run('a', work('4'));
  for (const leave of watching) leave();
  for (const each of left) await expect(each).rejects.toMatchObject({ name: 'Overloaded' });
  // Their places in the line are free again.
  queue.run('a', work('5'));
  for (let n = 0; n < 3; n++) await endOne();
  expect(order).toEqual(['1', '4', '5']);
});

test('whoever has gone before the wait begins does not wait', async () => {
  const queue = new FairQueue('x', { atOnce: 1 });
  const { order, work, endOne } = openWork();
  queue.run('a', work('1'));
  const onGone: OnGone = (leave) => {
    leave();
    return () => {};
  };
  await expect(queue.run('a', work('2'), { onGone })).rejects.toMatchObject({ name: 'Overloaded' });
  await endOne();
  expect(order).toEqual(['1']);
});

test('a key that has its number in work holds up no other', async () => {
  const queue = new FairQueue('x', { atOnce: 3, atOnceEach: 2 });
  const { order, work, endOne } = openWork();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) queue.run(name.charAt(0), work(name));
  expect(order).toEqual(['a1', 'a2', 'b1']);
  await endOne();
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  await endOne();
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('whoever has been admitted waits in turn beyond all bounds', async () => {
  const queue = new FairQueue('x', { atOnce: 1, waiting: 1, waitingEach: 1 });
  const { order, work, endOne } = openWork();
  for (const name of ['1', '2']) queue.run('a', work(name));
  queue.run('a', work('3'), { isAdmitted: true });
  queue.run('b', work('4'), { isAdmitted: true });
  await expect(queue.run('c', work('5'))).rejects.toMatchObject({ name: 'Overloaded' });
  for (let n = 0; n < 4; n++) await endOne();
  expect(order).toEqual(['1', '2', '4', '3']);
});

test('whoever has waited for too long is refused, and those behind them move up', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const queue = new FairQueue('x', { atOnceEach: 1, waitMs: 20 });
    const { order, work, endOne } = openWork();
    queue.run('a', work('1'));
    const late = expect(queue.run('a', work('2'))).rejects.toMatchObject({ name: 'Overloaded' });
    vi.advanceTimersByTime(15);
    queue.run('a', work('3'));
    vi.advanceTimersByTime(10);
    await endOne();
    await late;
    expect(order).toEqual(['1', '3']);
  } finally {
    vi.useRealTimers();
  }
});

test('whoever takes a break gives the place to the next, and waits in turn to have it again', async () => {
  const queue = new FairQueue('x', { atOnce: 1, waiting: 1 });
  const { order, work, endOne } = openWork();
  let goOn = () => {};
  const first = queue.runWithBreaks('a', async (takeBreak) => {
    order.push('begun');
    await takeBreak(() => new Promise<void>((resolve) => (goOn = resolve)));
    order.push('back');
  });
  await new Promise((resolve) => setImmediate(resolve));
  const second = queue.run('a', work('other'));
  expect(order).toEqual(['begun', 'other']);
  goOn();
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(['begun', 'other']);
  await endOne();
  await Promise.all([first, second]);
  expect(order).toEqual(['begun', 'other', 'back']);
  // Its place is free again, also of one whose break has failed.
  const broken = queue.runWithBreaks('a', (takeBreak) => takeBreak(() => Promise.reject(new Error('gone'))));
  await expect(broken).rejects.toThrow('gone');
  await queue.run('a', async () => order.push('last'));
  expect(order.at(-1)).toBe('last');
});
