import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTime, parseTime } from './clock.ts';

test('a time is read as it was written, and none as none', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 0, max: 1439 })), (minute) => {
      expect(parseTime(formatTime(minute))).toBe(minute);
    }),
  );
  expect(parseTime('9:05')).toBe(545);
});
