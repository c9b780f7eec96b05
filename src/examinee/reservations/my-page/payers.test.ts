import { expect, test } from 'vitest';
import { payersOf } from './payers.ts';

test.each([
  ['both', true, ['individual', 'insurance']],
  ['individual', true, ['individual']],
  ['insurance', true, ['insurance']],
  ['both', false, ['insurance']],
  ['individual', false, []],
  ['insurance', false, ['insurance']],
] as const)('a house that takes %s, individuals welcome: %s', (bookingKinds, individualsWelcome, offered) => {
  expect(payersOf({ bookingKinds, individualsWelcome })).toEqual(offered);
});
