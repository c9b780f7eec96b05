import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTime, writeTime } from './time-of-day.ts';

test('a time is read as it was written, and none as none', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 0, max: 1439 })), (minute) => {
      expect(readTime(writeTime(minute))).toBe(minute);
    }),
  );
  expect(readTime('9:05')).toBe(545);
});
