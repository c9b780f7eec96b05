// Months, windows, deadlines and ages at their borders.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageDay, ageOn } from '#domain/offer/age.ts';
import { bookableWindow, isInWindow } from '#domain/offer/bookable-window.ts';
import { fiscalYearOf, fiscalYearRange } from './fiscal-year.ts';
import { addMonths, layOutMonth, monthOf, monthsBetween, monthWeeks } from './month.ts';
import { addDays, dayOfWeek, makeDate } from './plain-date.ts';

const anyDate = fc.record({ days: fc.integer({ min: 0, max: 40_000 }) }).map(({ days }) => addDays('1990-01-01', days));

describe('a month', () => {
  test('February 2026 fills four weeks exactly', () => {
    expect(layOutMonth({ year: 2026, month: 2 })).toMatchObject({
      lastDay: 28,
      firstDayOfWeek: 1,
      lastDayOfWeek: 7,
      before: [],
      after: [],
    });
  });

  test('November 2026 begins on a Sunday and ends on a Monday', () => {
    const layout = layOutMonth({ year: 2026, month: 11 });
    expect(layout.before).toEqual([]);
    expect(layout.after).toEqual(['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05']);
  });

  test('is whole weeks from Sunday to Saturday, without a gap', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const month = monthOf(date);
        const { before, days, after } = layOutMonth(month);
        const all = [...before, ...days, ...after];
        expect(all.length % 7).toBe(0);
        expect(dayOfWeek(all[0]!)).toBe(1);
        expect(all.every((day, index) => day === addDays(all[0]!, index))).toBe(true);
        expect(days).toContain(date);
        expect(monthWeeks(month.year, month.month).flat().filter(Boolean)).toEqual(days);
      }),
    );
  });

  test('counting months goes there and back', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -30, max: 30 }), (date, months) => {
        const there = addMonths(monthOf(date), months);
        expect(there.month >= 1 && there.month <= 12).toBe(true);
        expect(monthsBetween(monthOf(date), there)).toBe(months);
      }),
    );
  });
});

describe('the bookable window', () => {
  test.each([
    ['inside one year', '2026-11-15', 14, 30, 2026, '2026-11-29', '2026-12-15'],
    ['ends with the fiscal year', '2027-02-20', 14, 180, 2026, '2027-03-06', '2027-03-31'],
    ['begins with the next one', '2027-02-20', 14, 180, 2027, '2027-04-01', '2027-08-19'],
    ['is empty when the year is over', '2027-03-25', 14, 180, 2026, '2027-04-08', '2027-03-31'],
  ])('%s', (_, today, from, to, year, first, last) =>
    expect(bookableWindow(today, from, to, year)).toEqual({ from: first, to: last }),
  );

  test('every day in it lies in that fiscal year', () => {
    fc.assert(
      fc.property(anyDate, anyDate, fc.nat(400), fc.nat(400), (today, day, from, length) => {
        const year = fiscalYearOf(day);
        if (isInWindow(bookableWindow(today, from, from + length, year), day)) {
          expect(day >= addDays(today, from) && day <= addDays(today, from + length)).toBe(true);
          expect(day >= fiscalYearRange(year).from && day <= fiscalYearRange(year).to).toBe(true);
        }
      }),
    );
  });
});

describe('age', () => {
  test.each([
    ['the day before the birthday', '1986-11-16', '2026-11-15', 39],
    ['on the birthday', '1986-11-15', '2026-11-15', 40],
    ['born on a leap day, February 28 of a common year', '2000-02-29', '2026-02-28', 25],
    ['and March 1', '2000-02-29', '2026-03-01', 26],
    ['and February 29 of a leap year', '2000-02-29', '2028-02-29', 28],
  ])('%s', (_, birth, day, age) => expect(ageOn(birth, day)).toBe(age));

  test.each([
    ['this year', { basis: 'this_year', month: 4, day: 1 }, '2026-04-01'],
    ['next year, the end of the fiscal year', { basis: 'next_year', month: 3, day: 31 }, '2027-03-31'],
    ['a day the month lacks', { basis: 'next_year', month: 2, day: 30 }, '2027-02-28'],
    ['the visit itself', { basis: 'visit_day', month: 0, day: 0 }, '2026-12-01'],
  ] as const)('is counted at %s', (_, basis, day) => expect(ageDay(basis, 2026, '2026-12-01')).toBe(day));

  test('grows by one on one day of the year', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (birth, day) => {
        const grown = ageOn(birth, addDays(day, 1)) - ageOn(birth, day);
        const next = addDays(day, 1);
        const { year } = monthOf(next);
        const birthday = makeDate(year, Number(birth.slice(5, 7)), Number(birth.slice(8))) ?? `${year}-03-01`;
        expect(grown).toBe(next === birthday ? 1 : 0);
      }),
    );
  });
});
