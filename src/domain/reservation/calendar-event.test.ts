import { expect, test } from 'vitest';
import { formatCalendarEvent } from './calendar-event.ts';

const visit = {
  uid: '100000001@example.jp',
  date: '2026-11-18',
  startMinute: 9 * 60,
  title: '一日人間ドック',
  place: '汐見の丘健診センター, 横浜市; 中区',
  notes: '予約番号 100000001\n受付時間 9:00',
  now: new Date('2026-11-01T03:04:05.678Z'),
};
const unfold = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

test('a visit at nine in Tokyo is at midnight UTC, in the words of the calendar format', () => {
  expect(unfold(formatCalendarEvent(visit))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//kenshin-biyori//reservation//JA',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:100000001@example.jp',
    'DTSTAMP:20261101T030405Z',
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    'DTSTART:20261118T000000Z',
    'DURATION:PT1H',
    'SUMMARY:一日人間ドック',
    'LOCATION:汐見の丘健診センター\\, 横浜市\\; 中区',
    'DESCRIPTION:予約番号 100000001\\n受付時間 9:00',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test.each([
  [45, 'PT0H45M'],
  [90, 'PT1H30M'],
  [210, 'PT3H30M'],
  [240, 'PT4H'],
])('%i minutes are %s', (minutes, duration) => {
  expect(unfold(formatCalendarEvent({ ...visit, minutes }))).toContain(`DURATION:${duration}`);
});

test('what is called off takes the entry out', () => {
  const lines = unfold(formatCalendarEvent({ ...visit, status: 'cancelled', sequence: 4 }));
  expect(lines).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'SEQUENCE:4', 'STATUS:CANCELLED']));
});

test('before nine it is the day before in UTC', () => {
  expect(unfold(formatCalendarEvent({ ...visit, startMinute: 8 * 60 }))).toContain('DTSTART:20261117T230000Z');
});

test('a visit without a time takes the whole day, also the last of a year', () => {
  const lines = unfold(formatCalendarEvent({ ...visit, date: '2026-12-31', startMinute: null }));
  expect(lines).toContain('DTSTART;VALUE=DATE:20261231');
  expect(lines).toContain('DTEND;VALUE=DATE:20270101');
});

test('no line is longer than 75 octets, and nothing typed can start a line of its own', () => {
  const file = formatCalendarEvent({ ...visit, title: '健'.repeat(100), notes: 'END:VEVENT\r\nX-BAD:1' });
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(unfold(file)).toContain(`SUMMARY:${'健'.repeat(100)}`);
  expect(unfold(file)).not.toContain('X-BAD:1');
});
