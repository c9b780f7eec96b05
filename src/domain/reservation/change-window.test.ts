// The window for changes and cancellations, by the clock on the wall in Tokyo wherever the server stands.
import { afterAll, expect, test, vi } from 'vitest';
import { today } from '#domain/calendar/clock.ts';
import { changeDeadline, isChangeOpen } from './reservation-status.ts';

afterAll(() => void vi.unstubAllEnvs());

// The last second of the deadline in Tokyo, and the first one after it, as UTC has them.
const CASES = [
  ['a week before', '2026-11-18', 7, '2026-11-11', '2026-11-11T14:59:59Z', '2026-11-11T15:00:00Z'],
  [
    'no days: up to the end of the day itself',
    '2026-11-18',
    0,
    '2026-11-18',
    '2026-11-18T14:59:59Z',
    '2026-11-18T15:00:00Z',
  ],
  ['one day before', '2026-11-18', 1, '2026-11-17', '2026-11-17T14:59:59Z', '2026-11-17T15:00:00Z'],
  ['99 days before', '2026-11-18', 99, '2026-08-11', '2026-08-11T14:59:59Z', '2026-08-11T15:00:00Z'],
  ['over the end of a month', '2026-12-01', 1, '2026-11-30', '2026-11-30T14:59:59Z', '2026-11-30T15:00:00Z'],
  ['over the end of February', '2027-03-01', 1, '2027-02-28', '2027-02-28T14:59:59Z', '2027-02-28T15:00:00Z'],
  ['over a leap day', '2028-03-01', 1, '2028-02-29', '2028-02-29T14:59:59Z', '2028-02-29T15:00:00Z'],
  ['over the end of a year', '2027-01-01', 1, '2026-12-31', '2026-12-31T14:59:59Z', '2026-12-31T15:00:00Z'],
  ['over the end of a fiscal year', '2027-04-01', 1, '2027-03-31', '2027-03-31T14:59:59Z', '2027-03-31T15:00:00Z'],
  ['the last day of a fiscal year', '2027-03-31', 0, '2027-03-31', '2027-03-31T14:59:59Z', '2027-03-31T15:00:00Z'],
  ['99 days, over a year and its end', '2027-04-05', 99, '2026-12-27', '2026-12-27T14:59:59Z', '2026-12-27T15:00:00Z'],
] as const;

for (const TZ of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
  test.each(CASES)(`%s, with the server in ${TZ}`, (_, visitDate, days, deadline, last, first) => {
    vi.stubEnv('TZ', TZ);
    expect(changeDeadline(visitDate, days)).toBe(deadline);
    expect(isChangeOpen(today(new Date(last)), visitDate, days)).toBe(true);
    expect(isChangeOpen(today(new Date(first)), visitDate, days)).toBe(false);
  });
}
