// What a booking forgets: on the way back its choices, after a refusal their drafts too, at a log-in everything.
import { beforeEach, expect, test } from 'vitest';
import { beginNewBooking, bookingSession, NO_BOOKING } from '#examinee/booking-session.ts';
import { myPageSession } from '#examinee/reservations/my-page-session.ts';
import { openTab } from '#tests/kit/tab.ts';
import { CallFailed } from '#web/send.ts';
import { examineeSession } from '#web/session.ts';
import { readFailure } from '#wire/call.ts';
import { preview } from './contract-reserve.ts';
import { draftSession, NO_DRAFT } from './draft-session.ts';
import {
  chooseCourse,
  choosePerson,
  chooseVisit,
  currentFlow,
  finishBooking,
  forgetFrom,
  forgetRefused,
  openStep,
  reaching,
  requestIdFor,
} from './flow.ts';
import { redoWord } from './refusal-panel.tsx';

const tab = openTab();

const visit = { date: '2026-12-01', slotCode: '01', startTime: '8:00' };
const values = { familyName: '健診', birthDate: { year: '1980', month: '1', day: '1' }, sex: 'male' as const };

/** A booking that has come to the confirmation. */
beforeEach(() => {
  examineeSession.clear();
  bookingSession.set({ ...NO_BOOKING, fiscalYear: 2027 });
  chooseCourse({ fiscalYear: 2027, courseCode: '0001', conditionCode: '01' });
  const { prefill } = draftSession.get();
  draftSession.set({ options: [], prefill: { ...prefill, options: ['01/0001'] } });
  chooseVisit(visit);
  draftSession.set({ entry: { values, edited: ['familyName', 'sex'], consent: true, age: 46 } });
});

const change = { number: 5, courseCode: '0001', isConfirmedRequest: false };
const failed = (status: number, errorCode: number, redoStep: string) => {
  const body = { errorCode, errorMessagesList: ['満員です。'], redoStep };
  return new CallFailed(status, readFailure(preview, status, body) ?? undefined);
};
function refuse(redoStep: string): CallFailed {
  const refusal = failed(200, 13, redoStep);
  forgetRefused(refusal);
  return refusal;
}

test('going back forgets the choice, and keeps its draft to prefill', () => {
  forgetFrom('calendar');
  const { visit: chosen, prefill, entry } = draftSession.get();
  expect([chosen, prefill.visit, entry]).toEqual([null, visit, expect.objectContaining({ values, age: null })]);
});

test.each([
  ['calendar', { courseCode: '0001', options: ['01/0001'], visit: null }, 2027],
  ['option', { courseCode: '0001', options: null, visit: null }, 2027],
  ['course', { courseCode: '', options: null, visit: null }, null],
])('a refusal that sends back to %s forgets the drafts from there on', (redo, prefill, fiscalYear) => {
  expect(refuse(redo)).toMatchObject({ sentences: ['満員です。'], mending: redo });
  const booking = currentFlow();
  expect(reaching.confirm(booking).missing).toBe(redo);
  expect(booking.prefill).toMatchObject(prefill);
  expect(booking.fiscalYear).toBe(fiscalYear);
  // What was typed is mended by the person.
  expect(booking.entry).toMatchObject({ values, age: null });
});

test('a refusal that a society’s category or year is gone forgets these wherever they are kept, and what was typed not', () => {
  const insurance = { clientCode: '00000001', insurerNumber: '06990014', fiscalYear: '2027', categoryCode: '01' };
  const begun = { ...NO_BOOKING.insurance, ...insurance, inUse: true, fiscalYear: 2027, age: 46 };
  bookingSession.set({ insurance: begun });
  draftSession.set({ prefill: { ...draftSession.get().prefill, insurance } });
  refuse('insurance');
  const booking = currentFlow();
  expect(reaching.confirm(booking).missing).toBe('insurance');
  expect(booking.insurance).toEqual({ ...begun, fiscalYear: null, categoryCode: null, age: null });
  expect(booking.prefill.insurance).toEqual({ ...insurance, fiscalYear: '', categoryCode: '' });
});

test.each([
  ['calendar', [], null],
  ['option', null, null],
  ['course', null, null],
])(
  'in a change, a refusal that sends back to %s also forgets what it was begun with, but not its year',
  (redo, options, day) => {
    bookingSession.set({ changes: { ...change, options: [], visit } });
    refuse(redo);
    const { changes, fiscalYear } = bookingSession.get();
    expect([changes, fiscalYear]).toEqual([{ ...change, options, visit: day }, 2027]);
  },
);

test.each(['confirm', 'login', 'my-page', ''])(
  'a refusal that sends to no earlier step (%s) forgets nothing',
  (redo) => {
    const before = currentFlow();
    refuse(redo);
    expect(currentFlow()).toEqual(before);
  },
);

test('where there is no entry to go back to, the way starts over: from my page for who is logged in', () => {
  expect(redoWord(refuse('insurance'))).toBe('トップへ戻る');
  examineeSession.set({ auth: { ...examineeSession.get().auth, examineeId: 1, token: 'x' } });
  expect(redoWord(refuse('insurance'))).toBe('マイページへ');
  bookingSession.set({ enRoute: { inUse: true } });
  expect(redoWord(refuse('insurance'))).toBe('マイページへ');
});

test('what is no refusal is none', () => {
  const fault = failed(500, 11, 'course');
  forgetRefused(fault);
  expect([fault.isRefusal, fault.mending]).toEqual([false, null]);
  expect(reaching.confirm(currentFlow()).missing).toBeNull();
});

test('a person said again outranks what the information form holds, and nothing else of it', () => {
  choosePerson({ birthDate: '1974-06-12', sex: 'female' });
  expect(draftSession.get().entry).toEqual({ values, edited: ['familyName'], consent: true, age: 46 });
});

test('a finished booking leaves its result alone', () => {
  const result = { number: 1, visit, courseName: 'ドック', desired: true, replaced: null, account: null };
  finishBooking(result);
  expect([bookingSession.get(), draftSession.get()]).toEqual([{ ...NO_BOOKING, result }, NO_DRAFT]);
});

test('the steps of a finished booking lead to its result, until another one begins', () => {
  for (const guard of Object.values(reaching)) expect(openStep(guard, currentFlow()).missing).not.toBe('result');
  finishBooking({ number: 1, visit, courseName: 'ドック', desired: false, replaced: 5, account: null });
  for (const guard of Object.values(reaching)) expect(openStep(guard, currentFlow()).missing).toBe('result');
  beginNewBooking('insurance', null);
  expect(openStep(reaching.insurance, currentFlow()).missing).toBeNull();
});

test('a copy of the tab sends the same content under the same id; other content, and the next booking, under another', () => {
  const copied = JSON.parse(String(tab.memory().getItem('examinee/booking/draft')));
  const id = requestIdFor('内容');
  expect(id).toMatch(/^[A-Za-z0-9_-]{22,64}$/);
  draftSession.set(copied);
  expect([requestIdFor('内容'), requestIdFor('内容')]).toEqual([id, id]);
  const other = requestIdFor('ほかの内容');
  expect(other).not.toBe(id);
  // Chosen again after an answer was lost, it is still the same booking.
  chooseCourse({ fiscalYear: 2027, courseCode: '0001', conditionCode: '01' });
  expect(requestIdFor('内容')).toBe(id);
  bookingSession.clear();
  chooseCourse({ fiscalYear: 2027, courseCode: '0001', conditionCode: '01' });
  expect([id, other]).not.toContain(requestIdFor('内容'));
});

test('whoever leaves takes everything along', () => {
  myPageSession.set({ cancelNumber: 5 });
  examineeSession.clear();
  expect([bookingSession.get(), draftSession.get()]).toEqual([NO_BOOKING, NO_DRAFT]);
  expect(myPageSession.get().cancelNumber).toBeNull();
});
