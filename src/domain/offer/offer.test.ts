// What a booking consists of: price, options and the places it takes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CourseRows, compose, type FrameRow, type OptionRow, offerOptions, offerPrice } from './offer.ts';
import { countOnDay, type Frame, type Need, neededPlaces, needsTime } from './places.ts';
import { payable, sumAmounts, taxRateOn, withTax } from './price.ts';

const any = { categoryCode: null, sex: null, ageFrom: 0, ageTo: 999 } as const;
const reception: Frame = { frameCode: '0001', managedBy: 'time', countedAs: 'persons' };
const women: Frame = { frameCode: '0004', managedBy: 'day', countedAs: 'parts' };
const frameRow = (conditionCode: string, frame: Frame): FrameRow => ({ ...any, conditionCode, ...frame });
const option = (groupCode: string, optionCode: string, amount: number, more: Partial<OptionRow> = {}): OptionRow => ({
  ...any,
  conditionCode: '01',
  groupCode,
  optionCode,
  amount,
  name: optionCode,
  groupName: '',
  groupDescription: '',
  selection: 'multiple',
  isInitial: false,
  frame: null,
  ...more,
});

const rows: CourseRows = {
  prices: [
    { ...any, conditionCode: '01', sex: 'male', amount: 8800 },
    { ...any, conditionCode: '02', sex: 'female', amount: 9900 },
  ],
  frames: [frameRow('01', reception)],
  options: [
    option('0001', '0001', 0, { selection: 'single' }),
    option('0001', '0002', 5500, { selection: 'single', frame: reception }),
    option('0002', '0003', 4400, { frame: women, sex: 'female' }),
    option('0002', '0004', 4000, { frame: women, sex: 'female' }),
  ],
};
const woman = { sex: 'female', age: 45, categoryCode: null } as const;
const choose = (...codes: string[]) =>
  codes.map((code) => ({ groupCode: code.slice(0, 4), optionCode: code.slice(4) }));

describe('a booking', () => {
  test('sums up and counts frames by persons or by parts', () => {
    const booking = compose(rows, woman, choose('00010002', '00020003', '00020004'));
    // The reception twice counts one person; the women's examinations count two parts.
    expect(booking).toMatchObject({
      total: 9900 + 5500 + 4400 + 4000,
      needs: [
        { frameCode: '0001', quantity: 1 },
        { frameCode: '0004', quantity: 2 },
      ],
    });
  });

  test.each([
    ['two of a single-choice group', choose('00010001', '00010002'), 'several of a single-choice group'],
    ['one twice', choose('00020003', '00020003'), 'option twice'],
    ['one that was not offered', choose('00020009'), 'option'],
  ])('refuses %s', (_, choices, why) => expect(compose(rows, woman, choices)).toBe(why));

  test('refuses what is for others', () => {
    const man = { ...woman, sex: 'male' } as const;
    expect(compose(rows, man, choose('00020003'))).toBe('option');
    expect(compose({ ...rows, prices: rows.prices.slice(1) }, man, [])).toBe('course');
    expect(compose({ ...rows, frames: [] }, woman, [])).toBe('course');
  });
});

test('somebody unknown sees a price "from", and every option once', () => {
  const unknown = { sex: null, age: null, categoryCode: null };
  expect(offerPrice(rows, unknown)).toMatchObject({ row: { amount: 8800 }, isFrom: true });
  expect(offerPrice(rows, woman)).toMatchObject({ row: { amount: 9900 }, isFrom: false });
  expect(offerOptions(rows, unknown).map((group) => group.options.length)).toEqual([2, 2]);
});

test('the lowest price that somebody unknown could pay, at the row of the assumed age; the same for options', () => {
  const unknown = { sex: null, age: null, categoryCode: null };
  const byAge: CourseRows = {
    ...rows,
    prices: [
      { ...any, conditionCode: '01', ageTo: 39, amount: 30_000 },
      { ...any, conditionCode: '02', ageFrom: 40, amount: 44_000 },
      { ...any, conditionCode: '03', categoryCode: '01', amount: 100 },
    ],
    options: [
      option('0002', '0003', 4400, { ageTo: 39 }),
      option('0002', '0003', 5500, { conditionCode: '02', ageFrom: 40 }),
    ],
  };
  const individual = { ...unknown, categoryCode: '' };
  expect(offerPrice(byAge, individual)).toMatchObject({
    row: { conditionCode: '02', amount: 44_000 },
    lowest: 30_000,
    isFrom: true,
  });
  expect(offerPrice(byAge, { ...individual, age: 45 })).toMatchObject({ lowest: 44_000, isFrom: false });
  expect(offerOptions(byAge, individual)[0]?.options).toMatchObject([
    { conditionCode: '02', amount: 5500, lowest: 4400, isFrom: true },
  ]);
  expect(compose(byAge, individual, choose('00020003'))).toMatchObject({ total: 49_500 });
});

const anyFrame = fc
  .integer({ min: 1, max: 4 })
  .map(
    (n): Frame => ({ frameCode: `000${n}`, managedBy: n % 2 ? 'day' : 'time', countedAs: n > 2 ? 'parts' : 'persons' }),
  );

test('needs: sorted, each frame once, the quantity as it is counted', () => {
  fc.assert(
    fc.property(fc.array(anyFrame, { maxLength: 8 }), (parts) => {
      const needs = neededPlaces(parts);
      const codes = needs.map(({ frameCode }) => frameCode);
      expect(codes).toEqual([...new Set(parts.map(({ frameCode }) => frameCode))].sort());
      for (const need of needs) {
        const uses = parts.filter(({ frameCode }) => frameCode === need.frameCode).length;
        expect(need.quantity).toBe(need.countedAs === 'parts' ? uses : 1);
      }
      expect(needsTime(parts)).toBe(parts.some(({ managedBy }) => managedBy === 'time'));
    }),
  );
});

describe('tax', () => {
  const rates = [
    { from: '2019-10-01', percent: 10 },
    { from: '2027-04-01', percent: 12 },
  ];
  test.each([
    ['2019-09-30', 10],
    ['2019-10-01', 10],
    ['2027-03-31', 10],
    ['2027-04-01', 12],
    ['2030-01-01', 12],
  ])('a visit on %s is taxed by %i percent', (day, percent) => expect(taxRateOn(rates, day)).toBe(percent));

  test.each([
    [1000, 'down', 1100],
    [1005, 'down', 1105],
    [1005, 'half', 1106],
    [1004, 'half', 1104],
    [1001, 'up', 1102],
    [0, 'up', 0],
    [58_300, 'half', 64_130],
  ] as const)('%i rounded %s is %i', (total, rounding, expected) =>
    expect(withTax(total, rounding, 10)).toBe(expected),
  );

  test('down <= half <= up, at most one yen apart, exact for whole tens', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), (total) => {
        const [down, half, up] = [withTax(total, 'down', 10), withTax(total, 'half', 10), withTax(total, 'up', 10)];
        expect(down <= half && half <= up && up - down <= 1).toBe(true);
        expect(up - down).toBe(total % 10 === 0 ? 0 : 1);
      }),
    );
  });

  test('amounts that contain it are left alone', () => {
    const terms = { taxRounding: 'up', taxRate: 8 } as const;
    expect(payable(1000, { ...terms, taxDisplay: 'included' })).toBe(1000);
    expect(payable(1000, { ...terms, taxDisplay: 'excluded' })).toBe(1080);
    expect(sumAmounts([{ amount: 1 }, { amount: 2 }])).toBe(3);
  });
});

test('what a day can still take is the sum over its slots, and no more than its frames by day', () => {
  const need = (frameCode: string, managedBy: Need['managedBy'], quantity = 1): Need => ({
    frameCode,
    managedBy,
    countedAs: 'parts',
    quantity,
  });
  const left: Record<string, number> = {
    'dock 09': 5,
    'dock 10': 5,
    'scope 09': 2,
    'scope 10': -1,
    'mri ZZ': 4,
    'women ZZ': 7,
  };
  const count = (...needs: Need[]) =>
    countOnDay(needs, ['09', '10', '11'], ({ frameCode }, slotCode) => left[`${frameCode} ${slotCode}`] ?? 0);
  const [dock, mri] = [need('dock', 'time'), need('mri', 'day')];
  expect(count(dock)).toBe(10);
  expect(count(dock, mri)).toBe(4);
  expect(count(dock, need('scope', 'time'))).toBe(2);
  expect(count(need('dock', 'time', 2))).toBe(4);
  expect(count(mri)).toBe(4);
  expect(count(dock, mri, need('women', 'day', 2))).toBe(3);
  expect(count(dock, need('none', 'day'))).toBe(0);
});
