// The input form per kind of user.
import { describe, expect, test } from 'vitest';
import { PREFECTURES } from '#domain/text/prefectures.ts';
import { entryRows, findMissing } from './entry-form.ts';
import { isLive, occupiesPlaces, type ReservationStatus } from './reservation-status.ts';
import type { UserKind } from './user-kind.ts';

const guest: UserKind = { origin: 'guest', payer: 'individual' };
const insured: UserKind = { origin: 'guest', payer: 'insurance' };

describe('the form', () => {
  const names = (kind: UserKind, has: (row: ReturnType<typeof entryRows>[number]) => boolean) =>
    entryRows(kind)
      .filter(has)
      .map(({ name }) => name);

  test('hides what a kind of user has nothing to do with', () => {
    expect(names(guest, (row) => !row.shown)).toEqual([
      'clientName',
      'insurerNumber',
      'cardSymbol',
      'cardNumber',
      'categoryCode',
      'employeeNumber',
    ]);
    expect(names(insured, (row) => !row.shown)).toEqual(['acceptsMail']);
  });

  test('leaves to the insurance entry what was settled there', () => {
    const booking = ['clientName', 'insurerNumber', 'categoryCode', 'birthDate', 'age', 'sex'];
    expect(names(insured, (row) => !row.enabled)).toEqual(booking);
    expect(names(insured, (row) => row.source === 'stored')).toEqual(booking);
    expect(names(guest, (row) => row.shown && !row.enabled)).toEqual(['age']);
  });

  test('prefills for those who are known, but never the second mail', () => {
    const blank = names({ origin: 'my-page', payer: 'individual' }, (row) => row.source === 'constant');
    expect(blank).toEqual(['mailAgain']);
    expect(names(guest, (row) => row.source !== 'constant')).toEqual([]);
  });

  test('requires the street of guests only where they live on', () => {
    const isRequired = (kind: UserKind) => names(kind, (row) => row.required).includes('street');
    expect(isRequired(guest)).toBe(true);
    expect(isRequired({ origin: 'en-route', payer: 'insurance' })).toBe(false);
  });

  test('tells what is missing, in its words', () => {
    expect(findMissing(guest, { familyName: ' ', sex: null, categoryCode: null, phone: '045-000-0123' })).toEqual([
      { field: 'familyName', sentence: '氏名（姓）は必須入力です。' },
      { field: 'sex', sentence: '性別を選択してください。' },
    ]);
  });
});

test.each<[ReservationStatus, boolean, boolean, boolean]>([
  ['new', true, true, false],
  ['changed', true, true, false],
  ['confirmed', true, true, true],
  ['replaced_unconfirmed', false, false, false],
  ['replaced_confirmed', false, false, false],
  ['cancelled', false, false, false],
  ['cancel_confirmed', false, false, false],
  ['deleted', false, false, false],
])('%s: live %s, holds places %s, as a desired one %s', (status, live, holds, desiredHolds) => {
  expect(isLive(status)).toBe(live);
  expect(occupiesPlaces(status, false)).toBe(holds);
  expect(occupiesPlaces(status, true)).toBe(desiredHolds);
});

test('47 different prefectures', () => expect(new Set(PREFECTURES).size).toBe(47));
