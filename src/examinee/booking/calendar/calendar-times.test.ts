// What stays of a chosen day when what can be chosen on it has changed.
import { expect, test } from 'vitest';
import { chooseOn, hasTimes, writeSlot } from './calendar-times.tsx';

const wholeDay = [{ slotCode: 'ZZ', startTime: '' }];
const times = [
  { slotCode: '01', startTime: '9:00' },
  { slotCode: '02', startTime: '10:00' },
];

test.each([
  ['its time, where that is still free', times, '02', '02'],
  ['the day alone, where no time is to be chosen any more', wholeDay, '02', 'ZZ'],
  ['the day, for a time to be chosen, where it had none', times, 'ZZ', null],
  ['the day, for another time to be chosen, where its own is gone', times, '03', null],
  ['the day alone, chosen for the first time', wholeDay, null, 'ZZ'],
])('keeps %s', (_, slots, wanted, slotCode) => {
  expect(chooseOn('2026-12-01', slots, wanted)).toEqual({ date: '2026-12-01', slots, slotCode });
});

test('keeps no day on which nothing can be chosen', () => expect(chooseOn('2026-12-01', [], '01')).toBeNull());

test('a day without times says so beside others', () => {
  expect([...times, ...wholeDay].map(writeSlot)).toEqual(['9:00', '10:00', '時間指定なし']);
  expect([hasTimes(times), hasTimes(wholeDay)]).toEqual([true, false]);
});
