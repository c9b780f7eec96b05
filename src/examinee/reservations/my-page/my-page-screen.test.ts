import { expect, test } from 'vitest';
import { entrancesOf } from './my-page-screen.tsx';

const OPEN = { isIndividualOpen: true, individualOpenDate: null, isInsuranceOpen: true, insuranceOpenDate: null };
const offered = (offer: Parameters<typeof entrancesOf>[0]) => entrancesOf(offer).map(({ payer }) => payer);

test.each([
  ['both', true, ['individual', 'insurance']],
  ['individual', true, ['individual']],
  ['insurance', true, ['insurance']],
  ['both', false, ['insurance']],
  ['individual', false, []],
  ['insurance', false, ['insurance']],
] as const)('a house that takes %s, individuals welcome: %s', (bookingKinds, individualsWelcome, payers) => {
  expect(offered({ ...OPEN, bookingKinds, individualsWelcome })).toEqual(payers);
});

test('an entrance that is shut is not offered, unless it says when it opens', () => {
  const house = { ...OPEN, bookingKinds: 'both', individualsWelcome: true } as const;
  expect(offered({ ...house, isInsuranceOpen: false })).toEqual(['individual']);
  expect(offered({ ...house, isIndividualOpen: false, isInsuranceOpen: false })).toEqual([]);
  expect(entrancesOf({ ...house, isInsuranceOpen: false, insuranceOpenDate: '2027-01-10' })).toEqual([
    { payer: 'individual', isOpen: true, openDate: null },
    { payer: 'insurance', isOpen: false, openDate: '2027-01-10' },
  ]);
  const later = { isIndividualOpen: false, individualOpenDate: '2027-01-10' };
  expect(offered({ ...house, ...later, individualsWelcome: false })).toEqual(['insurance']);
});
