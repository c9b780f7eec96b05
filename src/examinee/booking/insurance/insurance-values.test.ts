// What the insurance entry starts with, after a log-in on the way too.
import { expect, test } from 'vitest';
import { NO_BOOKING } from '#examinee/booking-session.ts';
import { examineeSession } from '#web/session.ts';
import { insuranceEntry } from '../contract.ts';
import { NO_DRAFT } from '../draft-session.ts';
import { type Offered, settleInsurance, startInsurance } from './insurance-values.ts';

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
  insuranceBy: 1,
});
const SOCIETY = '00000001';
const COMPANY = '00000002';
const offered: Offered = {
  clients: [
    { clientCode: SOCIETY, name: '健保', hasInsurerNumber: true, url: '' },
    { clientCode: '00000003', name: '組合', hasInsurerNumber: true, url: '' },
    { clientCode: COMPANY, name: '会社', hasInsurerNumber: false, url: '' },
  ],
  years: [
    { clientCode: SOCIETY, fiscalYear: 2026 },
    { clientCode: SOCIETY, fiscalYear: 2027 },
    { clientCode: '00000003', fiscalYear: 2026 },
    { clientCode: '00000003', fiscalYear: 2027 },
    { clientCode: COMPANY, fiscalYear: 2026 },
  ],
  categories: [
    { clientCode: SOCIETY, categoryCode: '01', name: '本人' },
    { clientCode: COMPANY, categoryCode: '01', name: '社員' },
  ],
};
const auth = { ...examineeSession.get().auth, examineeId: 1 };
const start = (prefill: typeof NO_DRAFT.prefill, insurance: typeof NO_BOOKING.insurance = account) =>
  startInsurance({ auth, insurance, prefill }, offered);

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

test('whoever logs in over a half-typed form is who the account says, as a whole; what it does not know stays', () => {
  const half = {
    birthDate: { year: '1980', month: '', day: '' },
    sex: 'male' as const,
    insurerNumber: '0699',
  };
  const before = (draft: object) => ({ ...typed({ ...half, ...draft }), insuranceBy: null });
  expect(start(before({ clientCode: '00000003', fiscalYear: '2026' }))).toMatchObject({ ...own, fiscalYear: '' });
  expect(start(before({ clientCode: SOCIETY, fiscalYear: '2027' }))).toMatchObject({ ...own, fiscalYear: '2027' });
  const individual = { ...account, clientCode: '', insurerNumber: '', categoryCode: null };
  expect(start(before({ clientCode: SOCIETY, fiscalYear: '2027' }), individual)).toMatchObject({
    clientCode: SOCIETY,
    insurerNumber: '0699',
    fiscalYear: '2027',
    birthDate: born,
    sex: 'female',
  });
});

test('at another society number and category of the account’s say nothing', () => {
  expect(start(typed({ clientCode: '00000003', fiscalYear: '2026' }))).toEqual({
    clientCode: '00000003',
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
  const withdrawn = typed({ clientCode: '00000009', insurerNumber: '12345678', fiscalYear: '2026' });
  expect(start(withdrawn)).toMatchObject({ clientCode: '', insurerNumber: '12345678', fiscalYear: '' });
});

test('a year or a category that is gone is not chosen any more, wherever it was kept', () => {
  const known = { ...account, fiscalYear: 2027 };
  const chosen = typed({ clientCode: SOCIETY, fiscalYear: '2027', categoryCode: '01' });
  expect(start(chosen, known)).toMatchObject({ fiscalYear: '2027', categoryCode: '01' });
  const left: Offered = { ...offered, years: offered.years.slice(0, 1), categories: [] };
  expect(startInsurance({ auth, insurance: known, prefill: chosen }, left)).toMatchObject({
    insurerNumber: '06990014',
    // The only one that is left.
    fiscalYear: '2026',
    categoryCode: '',
  });
  expect(settleInsurance(start(chosen, known), { ...left, years: [] })).toMatchObject({
    clientCode: SOCIETY,
    fiscalYear: '',
  });
});

test('a company has no number to ask for; zeros are nobody’s where there is one', () => {
  const company = settleInsurance({ ...start(NO_DRAFT.prefill), clientCode: COMPANY }, offered);
  expect(company).toMatchObject({ insurerNumber: '00000000', fiscalYear: '2026', categoryCode: '01' });
  expect(settleInsurance({ ...company, clientCode: SOCIETY }, offered)).toMatchObject({ insurerNumber: '' });
  expect(settleInsurance({ ...company, clientCode: '' }, offered)).toMatchObject({ insurerNumber: '', fiscalYear: '' });
});
