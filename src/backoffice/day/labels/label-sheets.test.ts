// Where labels stand, and how large their texts are.
import { expect, test } from 'vitest';
import { LABEL_PAPERS, placeLabels, pointsFor } from './label-sheets.tsx';

const { up24, up12 } = LABEL_PAPERS;

test('both papers fill an A4 sheet to the millimetre, the same on both sides', () => {
  for (const { columns, rows, width, height, top, left } of [up24, up12]) {
    expect(2 * left + columns * width).toBeCloseTo(210);
    expect(2 * top + rows * height).toBeCloseTo(297);
  }
});

test('copies stand together from the position on, row by row; what is left begins another sheet at its first place', () => {
  const [first, second] = placeLabels(['a', 'b'], { paper: up24, copies: 2, first: 22 });
  expect(first?.map(({ place, person }) => `${place}${person}`)).toEqual(['22a', '23a', '24b']);
  expect(second?.map(({ place, person, x, y }) => [place, person, x, y])).toEqual([[1, 'b', 0, 12.9]]);
  expect(placeLabels(['a'], { paper: up12, copies: 1, first: 4 })[0]).toEqual([
    { place: 4, x: 105, y: 63.9, person: 'a' },
  ]);
});

test.each([
  ['佐藤 亜希子', 14],
  ['勘解由小路 三九二郎', 12],
  ['あ'.repeat(20), 6],
  // Wraps from there on.
  ['あ'.repeat(40), 6],
])('%s is printed at %i points on 44 mm', (text, points) => {
  expect(pointsFor(text, 44, 14)).toBe(points);
});
