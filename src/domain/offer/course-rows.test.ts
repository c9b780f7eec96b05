// Rows of a course side by side: conflicts, codes, and what a person would get.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Condition, rowFits } from './conditions.ts';
import { findConflicts, freeRowCodes, MAX_ROWS, previewOffer } from './course-rows.ts';
import { type CourseRows, offerOptions, offerPrice } from './offer.ts';

type Row = Condition & { scope: string };
type Short = [category: string | null, sex: 'male' | 'female' | null, ageFrom: number, ageTo: number, scope?: string];
const row = ([categoryCode, sex, ageFrom, ageTo, scope = '']: Short): Row => ({
  conditionCode: '00',
  categoryCode,
  sex,
  ageFrom,
  ageTo,
  scope,
});
const conflicts = (written: Short[], kept: Short[] = []) =>
  findConflicts(written.map(row), kept.map(row), ({ scope }) => scope);

describe('rows are in each other’s way', () => {
  test.each<[string, Short[], Short[], number[]]>([
    [
      'when somebody fits both',
      [
        [null, null, 0, 39],
        [null, null, 39, 74],
      ],
      [],
      [0, 1],
    ],
    [
      'not when one begins where the other has ended',
      [
        [null, null, 0, 39],
        [null, null, 40, 74],
      ],
      [],
      [],
    ],
    [
      'not when they are for different sexes',
      [
        [null, 'male', 0, 99],
        [null, 'female', 0, 99],
      ],
      [],
      [],
    ],
    [
      'when one is for both sexes',
      [
        [null, null, 0, 99],
        [null, 'female', 0, 99],
      ],
      [],
      [0, 1],
    ],
    [
      'not when they are for different categories',
      [
        ['01', null, 0, 99],
        ['02', null, 0, 99],
      ],
      [],
      [],
    ],
    ['when one is for all categories', [['01', null, 0, 99]], [[null, null, 40, 40]], [0]],
    [
      'when they are the same',
      [
        [null, null, 0, 999],
        [null, null, 0, 999],
        [null, null, 0, 999],
      ],
      [],
      [0, 1, 2],
    ],
    [
      'not when they have nothing in common',
      [
        [null, null, 0, 99, 'a'],
        [null, null, 0, 99, 'b'],
      ],
      [],
      [],
    ],
    [
      'named only where they are written',
      [
        ['01', null, 0, 9],
        ['01', null, 10, 19],
      ],
      [['01', null, 5, 8]],
      [0],
    ],
    [
      'kept ones among themselves are nobody’s business',
      [],
      [
        [null, null, 0, 9],
        [null, null, 0, 9],
      ],
      [],
    ],
  ])('%s', (_, written, kept, expected) => expect(conflicts(written, kept)).toEqual(expected));

  test('exactly where two rows of one scope fit the same person', () => {
    const short = fc.tuple(
      fc.constantFrom(null, '01', '02'),
      fc.constantFrom(null, 'male' as const, 'female' as const),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom('a', 'b'),
    );
    const rows = fc.array(
      short.map(([category, sex, from, length, scope]) => row([category, sex, from, from + length, scope])),
      { maxLength: 5 },
    );
    const people = ['01', '02', '03'].flatMap((categoryCode) =>
      (['male', 'female'] as const).flatMap((sex) =>
        Array.from({ length: 13 }, (_, age) => ({ categoryCode, sex, age })),
      ),
    );
    fc.assert(
      fc.property(rows, rows, (written, kept) => {
        const all = [...written, ...kept];
        const isCrowded = (one: Row) =>
          people.some((person) => {
            const fitting = all.filter((other) => other.scope === one.scope && rowFits(other, person));
            return fitting.includes(one) && fitting.length > 1;
          });
        const expected = written.flatMap((one, place) => (isCrowded(one) ? [place] : []));
        expect(findConflicts(written, kept, ({ scope }) => scope)).toEqual(expected);
      }),
    );
  });
});

describe('codes', () => {
  test.each<[string, string[], number, string[] | null]>([
    ['count from 01', [], 2, ['01', '02']],
    ['go on after the last one, over gaps', ['01', '05'], 1, ['06']],
    ['have letters after 9', ['09'], 2, ['0A', '0B']],
    ['and a second digit after Z', ['0Z'], 1, ['10']],
    ['end with ZZ', ['ZY'], 1, ['ZZ']],
    ['fill the gaps when ZZ is given', ['01', '03', 'ZZ'], 3, ['02', '04', '05']],
    ['none are asked for', ['01'], 0, []],
  ])('%s', (_, used, count, expected) => expect(freeRowCodes(used, count)).toEqual(expected));

  test('there are 1,295 of them', () => {
    const all = freeRowCodes([], MAX_ROWS);
    expect(all).toHaveLength(1295);
    expect(all?.at(-1)).toBe('ZZ');
    expect(freeRowCodes([], MAX_ROWS + 1)).toBeNull();
    expect(freeRowCodes(all ?? [], 1)).toBeNull();
  });

  test('are never one that is used, and never the same twice', () => {
    const used = fc.uniqueArray(fc.integer({ min: 1, max: MAX_ROWS }), { maxLength: 60 });
    fc.assert(
      fc.property(used, fc.nat(60), (numbers, count) => {
        const codes = numbers.map((number) => number.toString(36).toUpperCase().padStart(2, '0'));
        const free = freeRowCodes(codes, count) ?? [];
        expect(free).toHaveLength(count);
        expect(new Set([...free, ...codes]).size).toBe(count + codes.length);
        expect(free.every((code) => /^[0-9A-Z]{2}$/.test(code) && code !== '00')).toBe(true);
      }),
    );
  });
});

describe('a preview', () => {
  const condition = (conditionCode: string, short: Short) => ({ ...row(short), conditionCode });
  const frame = { managedBy: 'day', countedAs: 'persons' } as const;
  const rows: CourseRows = {
    prices: [
      { ...condition('01', ['01', null, 0, 39]), amount: 5500 },
      { ...condition('02', [null, 'female', 40, 74]), amount: 7700 },
    ],
    frames: [
      { ...condition('01', [null, null, 20, 74]), frameCode: '0001', ...frame },
      { ...condition('02', [null, 'female', 0, 999]), frameCode: '0002', ...frame },
    ],
    options: [],
  };
  test.each([
    ['01', 'male', 30, 'nothing', 5500, ['0001']],
    ['02', 'female', 40, 'nothing', 7700, ['0001', '0002']],
    ['02', 'male', 40, 'prices', null, ['0001']],
    ['01', 'male', 10, 'frames', 5500, []],
    ['02', 'male', 80, 'both', null, []],
  ] as const)('for %s, %s, %i: %s is missing', (categoryCode, sex, age, missing, amount, frames) => {
    const preview = previewOffer(rows, { categoryCode, sex, age });
    expect([preview.missing, preview.price?.amount ?? null]).toEqual([missing, amount]);
    expect(preview.frames.map(({ frameCode }) => frameCode)).toEqual(frames);
  });

  test('misses something exactly where the booking offers nothing, and tells its price and options', () => {
    const any = fc.tuple(
      fc.constantFrom(null, '01', '02'),
      fc.constantFrom(null, 'male' as const, 'female' as const),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 5, max: 9 }),
    );
    const conditions = fc.array(
      any.map((short) => condition('01', short)),
      { maxLength: 3 },
    );
    const person = fc.record({
      categoryCode: fc.constantFrom('01', '02', ''),
      sex: fc.constantFrom('male' as const, 'female' as const),
      age: fc.integer({ min: 0, max: 10 }),
    });
    fc.assert(
      fc.property(conditions, conditions, conditions, person, (prices, frames, options, who) => {
        const option = {
          groupName: '',
          groupDescription: '',
          selection: 'single',
          name: '',
          isInitial: false,
        } as const;
        const course: CourseRows = {
          prices: prices.map((one, amount) => ({ ...one, amount })),
          frames: frames.map((one) => ({ ...one, frameCode: '0001', ...frame })),
          options: options.map((one, index) => ({
            ...one,
            ...option,
            groupCode: '0001',
            optionCode: `000${index}`,
            amount: index,
            frame: null,
          })),
        };
        const preview = previewOffer(course, who);
        const offered = offerPrice(course, who);
        expect(preview.missing === 'nothing').toBe(offered !== null);
        if (offered) expect(preview.price).toEqual(offered.row);
        expect(preview.options).toEqual(offerOptions(course, who).flatMap((group) => group.options));
      }),
    );
  });
});
