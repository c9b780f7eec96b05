// The way through a booking: the user kinds, what each step needs, and how input is put in order.
import { describe, expect, test } from 'vitest';
import type { BookingStep } from '#domain/reservation/booking-steps.ts';
import type { UserKind } from '#domain/reservation/user-kind.ts';
import { writeBirthYear } from '#examinee/parts/entry-form.tsx';
import { writeAddition, writeAmount } from '#examinee/parts/words.ts';
import { conditionsOf, currentFlow, exitOf, type Flow, kindOf, type Progress, reaching } from './flow.ts';
import { isTotalFrom, totalOf, totalWithTax } from './summary.tsx';

const blank = currentFlow();
const insured = {
  ...blank.insurance,
  inUse: true,
  clientCode: '00000001',
  birthDate: '1980-02-29',
  sex: 'male' as const,
  categoryCode: '01',
  age: 46,
};
const flow = (changes: Partial<Flow>): Flow => ({ ...blank, ...changes });
const auth = { ...blank.auth, examineeId: 7 };
const changes = { number: 100_000_001, courseCode: '0001', options: [], visit: null, isConfirmedRequest: false };

const enRoute = { inUse: true };

test.each<[number, UserKind, Partial<Flow>]>([
  [0, { origin: 'my-page', payer: 'individual' }, { auth }],
  [1, { origin: 'my-page', payer: 'insurance' }, { auth, insurance: insured }],
  [2, { origin: 'my-page', payer: 'individual', changes: changes.number }, { auth, changes }],
  [3, { origin: 'my-page', payer: 'insurance', changes: changes.number }, { auth, changes, insurance: insured }],
  [4, { origin: 'guest', payer: 'individual' }, {}],
  [5, { origin: 'guest', payer: 'insurance' }, { insurance: insured }],
  [6, { origin: 'en-route', payer: 'individual' }, { auth, enRoute }],
  [7, { origin: 'en-route', payer: 'insurance' }, { auth, enRoute, insurance: insured }],
])('user type %i', (_, kind, session) => {
  expect(kindOf(flow(session))).toEqual(kind);
});

test('the first step leads whoever is logged in back to my page, and guests to the top page', () => {
  const kinds = [{}, { auth }, { auth, enRoute: { inUse: true } }, { auth, changes }];
  expect(kinds.map((kind) => exitOf(flow(kind)))).toEqual([
    '/CommonTop/',
    '/CommonMyPage',
    '/CommonMyPage',
    '/CommonMyPage',
  ]);
});

describe('what a step needs', () => {
  const course = { fiscalYear: 2026, courseCode: '0001', conditionCode: '01' };
  const visit = { date: '2026-12-01', slotCode: '01', startTime: '8:00' };
  const entry = { values: {}, edited: [], consent: true, age: null };
  test.each<[BookingStep, BookingStep | null, Partial<Progress>]>([
    ['insurance', null, {}],
    ['insurance', 'course', { changes }],
    ['course', null, {}],
    ['course', 'insurance', { insurance: { ...insured, age: null } }],
    ['course', null, { insurance: insured }],
    ['course', null, { insurance: { ...insured, age: null }, changes }],
    ['confirm', 'course', { options: [], visit, entry: { ...entry, age: 46 } }],
    ['calendar', 'option', { course }],
    ['calendar', null, { course, options: [] }],
    ['input', 'calendar', { course, options: [] }],
    ['confirm', 'input', { course, options: [], visit, entry }],
    ['confirm', null, { course, options: [], visit, entry: { ...entry, age: 46 } }],
  ])('%s: %s is missing', (wanted, missing, changes) => {
    expect(reaching[wanted](flow(changes)).missing).toBe(missing);
  });
});

test('every step carries the person once known, and the spec’s defaults before', () => {
  const unknown = { clientCode: '00000000', sex: null, categoryCode: null, age: 40, birthDate: null, ownNumber: 0 };
  expect(conditionsOf(blank)).toMatchObject(unknown);
  const person = { birthDate: '1974-06-12', sex: 'female' as const };
  expect(conditionsOf(flow({ person }))).toMatchObject({ ...unknown, ...person });
  expect(conditionsOf(flow({ person, insurance: insured }))).toMatchObject({
    clientCode: '00000001',
    sex: 'male',
    categoryCode: '01',
    age: 46,
    birthDate: '1980-02-29',
  });
});

test('bills', () => {
  const display = { pricesShown: true, taxDisplay: 'excluded', taxRounding: 'down', taxRate: 10 } as const;
  const bill = { ...display, course: { name: 'A', amount: 9999, isFrom: true }, options: [{ name: 'B', amount: 500 }] };
  expect([totalOf(bill), totalWithTax(bill), totalWithTax({ ...bill, taxDisplay: 'included' })]).toEqual([
    10_499,
    11_548,
    null,
  ]);
  expect([writeAmount(44_000, true), writeAddition(5500), writeAddition(0), writeAddition(5500, true)]).toEqual([
    '44,000円〜',
    '＋5,500円',
    '0円',
    '＋5,500円〜',
  ]);
  const exact = { ...bill, course: { ...bill.course, isFrom: false } };
  const from = { ...exact, options: [{ name: 'B', amount: 500, isFrom: true }] };
  expect([isTotalFrom(bill), isTotalFrom(exact), isTotalFrom(from)]).toEqual([true, false, true]);
});

test('birth years in both calendars', () => {
  expect([1974, 1989, 2019, 2026, 1912].map(writeBirthYear)).toEqual([
    '1974年（昭和49年）',
    '1989年（平成元年）',
    '2019年（令和元年）',
    '2026年（令和8年）',
    '1912年（大正元年）',
  ]);
});
