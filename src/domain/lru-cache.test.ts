import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('what has not been used for the longest goes first', () => {
  const cache = new LruCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
});

test('it holds as much as it may, by the size of each; what is larger than that is not kept', () => {
  const cache = new LruCache<string, string>(10, (text) => text.length);
  cache.set('a', 'xxxxxx');
  cache.set('b', 'yyyy');
  expect(cache.get('a')).toBe('xxxxxx');
  cache.set('a', 'x');
  cache.set('c', 'zzzzz');
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['x', 'yyyy', 'zzzzz']);
  cache.set('d', 'far too long');
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([undefined, undefined, undefined, undefined]);
});

test('what is there is not made again', () => {
  const cache = new LruCache<number, string>(5);
  let made = 0;
  const ask = (key: number) => cache.getOrMake(key, () => `${key}: ${++made}`);
  expect([ask(1), ask(2), ask(1)]).toEqual(['1: 1', '2: 2', '1: 1']);
});

test('it never holds more than it may, and what was set last is there', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 4 }))), (steps) => {
      const cache = new LruCache<number, number>(8, (size) => size);
      for (const [key, size] of steps) {
        cache.set(key, size);
        expect(cache.get(key)).toBe(size);
        const held = Array.from({ length: 21 }, (_, one) => one).filter((one) => one !== key);
        const sum = held.reduce((all, one) => all + (cache.get(one) ?? 0), size);
        expect(sum).toBeLessThanOrEqual(8);
      }
    }),
  );
});
