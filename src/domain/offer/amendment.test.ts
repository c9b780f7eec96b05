// Places after options were added and dropped: by difference, whatever the masters have become since the booking.
import { expect, test } from 'vitest';
import { type AmendedParts, amendPlaces, type Frame } from './places.ts';

const persons = (frameCode: string): Frame => ({ frameCode, managedBy: 'day', countedAs: 'persons' });
const parts = (frameCode: string): Frame => ({ frameCode, managedBy: 'day', countedAs: 'parts' });
const [course, a, b, women] = [persons('0001'), persons('0002'), persons('0003'), parts('0004')];
const NONE: AmendedParts = { course: [course], kept: [], dropped: [], added: [] };

const CASES: [string, Record<string, number>, Partial<AmendedParts>, Record<string, number>][] = [
  ['an added one takes a place', { '0001': 1 }, { added: [a] }, { '0002': 1 }],
  ['a dropped one gives it back', { '0001': 1, '0002': 1 }, { dropped: [a] }, { '0002': 0 }],
  ['persons count once, with the course too', { '0001': 1, '0002': 1 }, { kept: [a], added: [a, course] }, {}],
  ['one for another in the same frame: none turns', { '0001': 1, '0004': 1 }, { dropped: [women], added: [women] }, {}],
  ['parts count each', { '0001': 1, '0004': 1 }, { kept: [women], added: [women, women] }, { '0004': 3 }],
  ['of parts one is dropped', { '0001': 1, '0004': 2 }, { kept: [women], dropped: [women] }, { '0004': 1 }],
  // Booked in 0002; its item is in 0003 by now.
  ['moved since, dropped: what nothing needs is released', { '0001': 1, '0002': 1 }, { dropped: [b] }, { '0002': 0 }],
  ['moved since, kept: stays where it was booked', { '0001': 1, '0002': 1 }, { kept: [b], dropped: [women] }, {}],
  [
    'moved since, kept, and another one there: that takes its place',
    { '0001': 1, '0002': 1 },
    { kept: [b], added: [b] },
    { '0003': 1 },
  ],
  [
    'moved since, for another one there',
    { '0001': 1, '0002': 1 },
    { dropped: [b], added: [b] },
    { '0002': 0, '0003': 1 },
  ],
  ['nothing of the course is known: nothing else is released', { '0009': 1 }, { course: [], dropped: [a] }, {}],
];
test.each(CASES)('%s', (_, held, change, turned) => {
  const after = amendPlaces(new Map(Object.entries(held)), { ...NONE, ...change });
  expect(Object.fromEntries(after)).toEqual(turned);
});
