// What arrives together is written together, and nobody is refused for what somebody else asked.
import { expect, test } from 'vitest';
import { Overloaded } from '#db/errors.ts';
import { BatchWriter, BOUNDS } from './batch-writer.ts';

interface Item {
  group: string;
  person: string;
  bad?: boolean;
}

function openWriter({ isRefusal = true, bounds = BOUNDS } = {}) {
  const batches: string[][] = [];
  const gates: (() => void)[] = [];
  let isGated = false;
  const writer = new BatchWriter<Item, string>(
    {
      groupOf: ({ group }) => group,
      apart: ({ person }) => person,
      isRefusal: () => isRefusal,
      async write(items) {
        batches.push(items.map(({ person }) => person));
        if (isGated) await new Promise<void>((resolve) => gates.push(resolve));
        if (items.some(({ bad }) => bad)) throw new Error('no');
        return items.map(({ person }) => `${person} done`);
      },
    },
    bounds,
  );
  return {
    batches,
    hold: () => {
      isGated = true;
    },
    release: () => {
      isGated = false;
      for (const open of gates.splice(0)) open();
    },
    add: (person: string, more: Partial<Item> = {}) => writer.add({ group: 'a', person, ...more }),
  };
}

test('the first batches at once and alone; those that come meanwhile go together', async () => {
  const { add, batches, hold, release } = openWriter();
  hold();
  const all = ['1', '2', '3'].map((person) => add(person));
  expect(batches).toEqual([['1']]);
  release();
  expect(await Promise.all(all)).toEqual(['1 done', '2 done', '3 done']);
  expect(batches).toEqual([['1'], ['2', '3']]);
});

test('two of one person never go together, nor do two groups', async () => {
  const { add, batches, hold, release } = openWriter();
  hold();
  const all = [add('1'), add('2'), add('2'), add('3'), add('4', { group: 'b' })];
  expect(batches).toEqual([['1'], ['4']]);
  release();
  await Promise.all(all);
  expect(batches).toEqual([['1'], ['4'], ['2', '3'], ['2']]);
});

test('when enough wait they are sent behind the first; no more than sixteen go together', async () => {
  const { add, batches, hold, release } = openWriter();
  hold();
  const all = Array.from({ length: 40 }, (_, index) => add(String(index)));
  expect(batches.map((batch) => batch.length)).toEqual([1, 5]);
  release();
  await Promise.all(all);
  expect(batches.map((batch) => batch.length)).toEqual([1, 5, 16, 16, 2]);
});

test('when several are refused each is tried by itself', async () => {
  const { add, batches, hold, release } = openWriter();
  hold();
  const all = [add('1'), add('2'), add('3', { bad: true }), add('4')];
  release();
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([['1'], ['2', '3', '4'], ['2'], ['3'], ['4']]);
});

test('what may have been written is not written again', async () => {
  const { add, batches, hold, release } = openWriter({ isRefusal: false });
  hold();
  const all = [add('1'), add('2'), add('3', { bad: true })];
  release();
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(batches).toEqual([['1'], ['2', '3']]);
});

test('a batch that is held up does not hold up the others for long', async () => {
  const { add, batches, hold, release } = openWriter();
  hold();
  const first = add('1');
  const second = add('2');
  await expect.poll(() => batches).toEqual([['1'], ['2']]);
  release();
  await Promise.all([first, second]);
});

test('more than a bounded number may not wait', async () => {
  const { add, batches, hold, release } = openWriter({ bounds: { waiting: 4, waitMs: 10_000 } });
  hold();
  // One of each group is sent at once and waits for nobody.
  const all = [
    ...['1', '2', '3', '4'].map((person) => add(person)),
    ...['5', '6', '7'].map((person) => add(person, { group: 'b' })),
  ];
  const outcomes = Promise.allSettled(all);
  release();
  const refused = (await outcomes).flatMap(({ status }, index) => (status === 'rejected' ? [index + 1] : []));
  expect(refused).toEqual([7]);
  await expect(all[6]).rejects.toThrow(Overloaded);
  expect(batches.flat()).toHaveLength(6);
  expect(await add('9')).toBe('9 done');
});

test('nobody waits for ever: who waits too long is refused, and is not written later', async () => {
  const { add, batches, hold, release } = openWriter({ bounds: { ...BOUNDS, waitMs: 1000 } });
  hold();
  // Two are under way and held up, as many as may be; the third waits.
  const first = add('1');
  const second = add('2');
  await expect.poll(() => batches.length).toBe(2);
  await expect(add('3')).rejects.toThrow(Overloaded);
  release();
  await Promise.all([first, second]);
  expect(batches).toEqual([['1'], ['2']]);
});

test('no more than two batches of a group are under way, however long they are held up', async () => {
  const { add, batches, hold, release } = openWriter();
  hold();
  const all = Array.from({ length: 3 }, (_, index) => add(String(index)));
  await expect.poll(() => batches.length).toBe(2);
  const later = add('later');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(batches).toHaveLength(2);
  release();
  await Promise.all([...all, later]);
});
