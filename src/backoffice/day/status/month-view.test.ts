// What the status page's calendar shows for each frame and kind of count.
import { expect, test } from 'vitest';
import { layOutMonth } from '#domain/calendar/month.ts';
import { type Aggregation, aggregationsFor, type StatusMonth, viewMonth } from './month-view.ts';

const DAY = '2026-12-08';
const row = (
  frameCode: string,
  slotCode: string,
  startTime: string,
  count: number,
  capacity: number | null = null,
) => ({
  date: DAY,
  frameCode,
  slotCode,
  startTime,
  count,
  capacity,
});

const layout = layOutMonth({ year: 2026, month: 12 });
const month: StatusMonth = {
  years: [2026],
  now: { year: '2026', month: '12', day: '09', hour: '09', minute: '00' },
  year: 2026,
  month: 12,
  layout,
  reach: { first: '2025-01-01', last: '2028-12-31' },
  days: layout.days.map((date) => ({ date, kind: date === '2026-12-31' ? 'closed' : 'business', holidayName: '' })),
  frames: [
    { frameCode: '0001', name: '受付', managedBy: 'time', countedAs: 'persons' },
    { frameCode: '0002', name: '女性', managedBy: 'day', countedAs: 'parts' },
    { frameCode: '0003', name: '休止', managedBy: 'day', countedAs: 'persons' },
  ],
  // Two have booked at ten, one of whom only wishes to come.
  heads: [
    row('0000', '', '', 3),
    row('0001', '10', '10:00', 2, 4),
    row('0001', '09', '9:00', 1, 1),
    row('0002', 'ZZ', '', 1, 4),
  ],
  places: [row('0001', '10', '10:00', 1, 4), row('0001', '09', '9:00', 1, 1), row('0002', 'ZZ', '', 2, 4)],
};
const view = (frameCode: string, aggregation: Aggregation) => viewMonth(month, { frameCode, aggregation });
const dayOf = (frameCode: string, aggregation: Aggregation) => view(frameCode, aggregation).days.get(DAY);

test('all frames: people only, each frame’s fullness by itself and in its place, also where one takes nobody', () => {
  expect(aggregationsFor('0000')).toEqual(['heads']);
  expect(view('0000', 'heads')).toMatchObject({ total: { count: 3 }, unit: '名', hasCapacity: false, slots: [] });
  expect(dayOf('0000', 'heads')).toMatchObject({
    count: 3,
    capacity: 0,
    frames: [
      { name: '受付', taken: 2, capacity: 5 },
      { name: '女性', taken: 2, capacity: 4 },
      { name: '休止', taken: 0, capacity: 0 },
    ],
  });
});

test('a frame by time: its slots in the order of the day; how full it is does not depend on what is counted', () => {
  expect(aggregationsFor('0001')).toEqual(['heads', 'places']);
  const slots = [
    { slotCode: '09', startTime: '9:00' },
    { slotCode: '10', startTime: '10:00' },
  ];
  expect(view('0001', 'heads')).toMatchObject({
    slots,
    total: { count: 3, capacity: 5 },
    unit: '名',
    hasCapacity: true,
  });
  expect(view('0001', 'places')).toMatchObject({
    slots,
    total: { count: 2, capacity: 5 },
    unit: '枠',
    hasCapacity: true,
  });
  expect(dayOf('0001', 'heads')?.slots.get('10')).toEqual({ count: 2, taken: 1, capacity: 4 });
  expect(dayOf('0001', 'places')?.slots.get('10')).toEqual({ count: 1, taken: 1, capacity: 4 });
  expect(dayOf('0001', 'heads')?.frames).toEqual([]);
});

test('a frame that counts parts: its people are not held against its places', () => {
  expect(view('0002', 'heads')).toMatchObject({ slots: [], total: { count: 1 }, hasCapacity: false });
  expect(view('0002', 'places')).toMatchObject({ total: { count: 2, capacity: 4 }, hasCapacity: true });
});

test('past, today and closed days', () => {
  const { days } = view('0000', 'heads');
  expect([...days.keys()]).toEqual(layout.days);
  expect(days.get('2026-12-08')).toMatchObject({ isPast: true, isToday: false, isClosed: false });
  expect(days.get('2026-12-09')).toMatchObject({ isPast: false, isToday: true });
  expect(days.get('2026-12-31')).toMatchObject({ isPast: false, isClosed: true, count: 0, frames: [] });
});
