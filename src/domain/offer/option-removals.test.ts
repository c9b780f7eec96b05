// Which of several chosen things have to go.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findOptionRemovals } from './option-groups.ts';

/** Fine as long as none of these sets is all there. */
const fineUnless =
  (...bad: number[][]) =>
  (off: ReadonlySet<number>) =>
    !bad.some((set) => set.every((one) => !off.has(one)));

test.each([
  ['one by itself', 3, [[1]], [[1]]],
  ['each of two by itself', 3, [[0], [2]], [[0, 2]]],
  ['two only together: either', 3, [[0, 2]], [[0], [2]]],
  [
    'one by itself, two others together',
    3,
    [[0], [1, 2]],
    [
      [0, 1],
      [0, 2],
    ],
  ],
  [
    'all pairs: nothing short of all is looked for',
    4,
    [
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
      [2, 3],
    ],
    [[0, 1, 2, 3]],
  ],
  ['nothing chosen', 0, [], []],
])('%s', (_, count, bad, expected) => expect(findOptionRemovals(count, fineUnless(...bad))).toEqual(expected));

test('it would not help', () => expect(findOptionRemovals(2, () => false)).toEqual([]));

test('what is found is fine, and takes off nothing of one that is in no one’s way', () => {
  const sets = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 2 }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(sets, (bad) => {
      const isFine = fineUnless(...bad);
      for (const off of findOptionRemovals(5, isFine)) {
        expect(isFine(new Set(off))).toBe(true);
        if (off.length < 5) for (const one of off) expect(bad.flat()).toContain(one);
      }
    }),
  );
});
