// Counts from a spreadsheet in the form that fills many days at once.
import { expect, test } from 'vitest';
import { spreadCounts } from './capacity-rows.ts';

test.each([
  ['a line', [['8', '6']], 1, ['0', '8', '6', '0']],
  ['a column, in full width', [['８'], ['6']], 0, ['8', '6', '0', '0']],
  ['more than there are fields left', [['8', '6']], 3, null],
  [
    'lines and columns',
    [
      ['1', '2'],
      ['3', '4'],
    ],
    0,
    null,
  ],
  ['where no slot has its field', [['8', '6']], -1, null],
])('%s', (_, block, from, counts) => {
  expect(spreadCounts(['0', '0', '0', '0'], block, from)).toEqual(counts);
});
