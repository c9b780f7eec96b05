// What the insurance entry starts with, after a log-in on the way too.
import { expect, test } from 'vitest';
import { NO_BOOKING } from '#examinee/booking-session.ts';
import { insuranceEntry } from '../contract.ts';
import { NO_DRAFT } from '../draft-session.ts';
import { startInsurance } from './insurance-values.ts';

const account = {
  ...NO_BOOKING.insurance,
  inUse: true,
  clientCode: '00000001',
  insurerNumber: '06990014',
  categoryCode: '01',
  birthDate: '1974-06-12',
  sex: 'female' as const,
};
const born = { year: '1974', month: '6', day: '12' };
const own = { clientCode: '00000001', insurerNumber: '06990014', categoryCode: '01', birthDate: born, sex: 'female' };
const typed = (entry: Partial<typeof insuranceEntry.blank>) => ({
  ...NO_DRAFT.prefill,
  insurance: { ...insuranceEntry.blank, ...entry },
});
const isOffered = (clientCode: string) => ['00000001', '00000002'].includes(clientCode);
const start = (prefill: typeof NO_DRAFT.prefill, insurance: typeof NO_BOOKING.insurance = account) =>
  startInsurance({ insurance, prefill }, isOffered);

test('an empty form is filled from the account', () => {
  expect(start(NO_DRAFT.prefill)).toMatchObject(own);
  expect(start(typed({}))).toMatchObject(own);
});

test('what was typed is kept beside it', () => {
  const half = { year: '1980', month: '', day: '' };
  expect(start(typed({ insurerNumber: '0699', birthDate: half }))).toMatchObject({
    ...own,
    insurerNumber: '0699',
    birthDate: half,
  });
});

test('at another society number and category of the account’s say nothing', () => {
  expect(start(typed({ clientCode: '00000002', fiscalYear: '2026' }))).toEqual({
    clientCode: '00000002',
    insurerNumber: '',
    fiscalYear: '2026',
    categoryCode: '',
    birthDate: born,
    sex: 'female',
  });
});

test('nothing is taken from a society that is not offered', () => {
  const elsewhere = { ...account, clientCode: '00000000', insurerNumber: '00000000' };
  expect(start(NO_DRAFT.prefill, elsewhere)).toMatchObject({
    clientCode: '',
    insurerNumber: '',
    categoryCode: '',
    birthDate: born,
  });
  const withdrawn = typed({ clientCode: '00000003', insurerNumber: '12345678', fiscalYear: '2026' });
  expect(start(withdrawn)).toMatchObject({ clientCode: '', insurerNumber: '12345678', fiscalYear: '' });
});
