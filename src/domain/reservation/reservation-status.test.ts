import { expect, test } from 'vitest';
import { endingOf } from './reservation-status.ts';

test.each([
  ['new', 'over'],
  ['changed', 'over'],
  ['confirmed', 'over'],
  ['replaced_unconfirmed', 'changed'],
  ['replaced_confirmed', 'changed'],
  ['cancelled', 'cancelled'],
  ['cancel_confirmed', 'cancelled'],
  ['deleted', 'cancelled'],
] as const)('what is no longer current and was %s is %s', (status, ending) => expect(endingOf(status)).toBe(ending));
