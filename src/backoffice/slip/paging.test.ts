// Which parts of a slip stand on which page.
import { expect, test } from 'vitest';
import { layOut } from './paging.ts';

const room = { first: 100, next: 150 };

test('what fits stands on one page', () => {
  expect(layOut([40, 30, 30], room)).toEqual([[0, 1, 2]]);
});

test('what does not fit goes onto the next page, in its order', () => {
  expect(layOut([60, 50, 40, 60], room)).toEqual([[0], [1, 2, 3]]);
  expect(layOut([60, 50, 100, 10], room)).toEqual([[0], [1, 2], [3]]);
});

test('a part that is higher than a page stands alone', () => {
  expect(layOut([10, 400, 10], room)).toEqual([[0], [1], [2]]);
});

test('the head alone may fill the first page', () => {
  expect(layOut([120], room)).toEqual([[], [0]]);
});
