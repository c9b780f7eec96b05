// How a booking begins: with what is known, and with nothing of what was begun before.
import { beforeEach, expect, test } from 'vitest';
import { openTab } from '#tests/kit/tab.ts';
import { draftSession, NO_DRAFT } from './booking/draft-session.ts';
import {
  beginNewBooking,
  beginReservationChange,
  bookingSession,
  continueBookingAs,
  NO_BOOKING,
} from './booking-session.ts';

openTab();

const member = {
  clientCode: '30000001',
  insurerNumber: '06990014',
  categoryCode: '02',
  sex: 'female' as const,
  birthDate: '1974-06-12',
};
const individual = { ...member, clientCode: '00000000', insurerNumber: '', categoryCode: null };
const options = [{ groupCode: '0001', optionCode: '0002', conditionCode: '01' }];
const chosen = { courseCode: '0001', options };
const visit = { date: '2026-12-01', slotCode: '09', startTime: '9:00' };
const changes = { number: 100_000_001, ...chosen, visit, isConfirmedRequest: false };
const changed = {
  number: 100_000_001,
  fiscalYear: 2026,
  age: 52,
  ...chosen,
  visitDate: '2026-12-01',
  slotCode: '09',
  startTime: '9:00',
  method: 'confirmed' as const,
  status: 'confirmed' as const,
};
const { sex, birthDate } = member;

/** Somebody has come to the confirmation of another booking in this tab. */
beforeEach(() => {
  bookingSession.set({
    insurance: { ...member, inUse: true, fiscalYear: 2027, age: 30, clientCode: '39999999' },
    person: { birthDate: '2001-01-01', sex: 'male' },
    fiscalYear: 2027,
    changes: { ...changes, number: 999_999_999 },
    enRoute: { inUse: true },
  });
  const course = { fiscalYear: 2027, courseCode: '0009', conditionCode: '01' };
  draftSession.set({
    course,
    entry: { values: { familyName: '別人' }, edited: ['familyName'], consent: true, age: 30 },
  });
});

test('a new one for an individual knows who it is', () => {
  expect(beginNewBooking('individual', member)).toBe('course');
  expect(bookingSession.get()).toEqual({ ...NO_BOOKING, person: { birthDate, sex } });
  expect(draftSession.get()).toEqual(NO_DRAFT);
});

test('a new one through a society is prefilled with the last one, for who had one', () => {
  expect(beginNewBooking('insurance', member)).toBe('insurance');
  const { insurance } = bookingSession.get();
  expect(insurance).toEqual({ ...NO_BOOKING.insurance, ...member, inUse: true });
  beginNewBooking('insurance', { ...individual, insurerNumber: '00000000' });
  expect(bookingSession.get().insurance).toEqual({ ...NO_BOOKING.insurance, birthDate, sex, inUse: true });
  expect(draftSession.get()).toEqual(NO_DRAFT);
});

test('a guest is nobody yet', () => {
  expect([beginNewBooking('insurance', null), beginNewBooking('individual', null)]).toEqual(['insurance', 'course']);
  expect(bookingSession.get()).toEqual(NO_BOOKING);
});

test('a change keeps person, society and year, and begins with the course', () => {
  expect(beginReservationChange({ ...individual, ...changed })).toBe('course');
  const own = { changes, fiscalYear: 2026, person: { birthDate, sex } };
  expect(bookingSession.get()).toEqual({ ...NO_BOOKING, ...own });
  expect(beginReservationChange({ ...member, ...changed })).toBe('course');
  const insurance = { ...member, inUse: true, fiscalYear: 2026, age: 52 };
  expect(bookingSession.get()).toEqual({ ...NO_BOOKING, changes, insurance });
  expect(draftSession.get()).toEqual(NO_DRAFT);
});

test.each([
  ['desired', 'confirmed', true],
  ['desired', 'changed', false],
  ['confirmed', 'confirmed', false],
] as const)(
  'a change of a %s booking that is %s: a confirmed day becomes a request: %j',
  (method, status, expected) => {
    beginReservationChange({ ...individual, ...changed, method, status });
    expect(bookingSession.get().changes?.isConfirmedRequest).toBe(expected);
  },
);

test('logged in on the way, an individual is known from then on, unless somebody else was said to be booked for', () => {
  beginNewBooking('individual', null);
  expect(continueBookingAs(member, 'course')).toBe('course');
  expect(bookingSession.get()).toEqual({ ...NO_BOOKING, person: { birthDate, sex } });
  const child = { birthDate: '2001-01-01', sex: 'male' as const };
  bookingSession.set({ person: child });
  expect(continueBookingAs(member, 'option')).toBe('option');
  expect(bookingSession.get().person).toEqual(child);
});

test('logged in at the insurance entry, what the account says is filled in; further on, what was entered stays', () => {
  beginNewBooking('insurance', null);
  expect(continueBookingAs(member, 'insurance')).toBe('insurance');
  expect(bookingSession.get().insurance).toEqual({ ...NO_BOOKING.insurance, ...member, inUse: true });
  const checkedCourse = { ...bookingSession.get().insurance, clientCode: '39999999', age: 30 };
  bookingSession.set({ insurance: checkedCourse });
  expect(continueBookingAs(member, 'course')).toBe('course');
  expect(bookingSession.get()).toEqual({ ...NO_BOOKING, insurance: checkedCourse });
});
