// A failure's name on its way through a call: written as a code by the HTTP server, read as a name by the browser.
import { expect, test } from 'vitest';
import { answerFailure, answerSuccess, type Call, call, failureBody, readFailure } from './call.ts';
import { FAULT, Failure, type FailureName, invalidWith } from './failure.ts';
import type { Wire } from './field.ts';

const plain: Call = call({ path: '/plain', who: 'anyone', effect: 'read' });
const own: Call = call({ path: '/own', who: 'anyone', effect: 'read', failures: { Refused: 14, Invalid: 13 } });
const foreign: Call = call({
  path: '/foreign',
  who: 'anyone',
  effect: 'read',
  bare: true,
  failures: { WrongPair: { status: 400, body: { error: 'invalid_grant' } } },
});

/** As it arrives. */
function answerOf(of: Call, failure: Failure) {
  const { status, body } = answerFailure(of, failure);
  return readFailure(of, status, JSON.parse(JSON.stringify(body)) as Wire);
}
const namesOf = (of: Call, name: FailureName) => answerOf(of, new Failure(name, []))?.names;

const SHARED: readonly FailureName[] = ['InUse', 'NoData', 'Refused', 'Changed', 'WrongPair'];

test.each<[FailureName, readonly FailureName[]]>([
  ['Invalid', ['Invalid']],
  ['Stale', ['Stale']],
  ['NotFound', ['NotFound']],
  ['NoSession', ['NoSession']],
  ['TooMany', ['TooMany']],
  ['NoData', SHARED],
  ['Full', [...SHARED, 'DayClosed', 'Full']],
  ['LoginNeeded', [...SHARED, 'LoginNeeded']],
  ['Registered', [...SHARED, 'LoginNeeded', 'Registered']],
])('%s is known by its code, and by what mends it', (name, names) => {
  expect(namesOf(plain, name)).toEqual(names);
});

test('a code means what its call says', () => {
  expect(namesOf(own, 'Refused')).toEqual(['Refused', 'Stale']);
  expect(namesOf(own, 'Invalid')).toEqual(['Invalid', 'InUse', 'NoData', 'Changed', 'WrongPair']);
});

test('what a newer server calls for, and this browser does not know, is still a refusal', () => {
  expect(readFailure(plain, 200, { ...failureBody(13, ['x']), redoStep: 'later' })?.names).toEqual(SHARED);
});

test('a call of another protocol is known by its own words', () => {
  expect(namesOf(foreign, 'WrongPair')).toEqual(['WrongPair']);
  expect(namesOf(foreign, 'TooMany')).toEqual(['TooMany']);
  expect(readFailure(foreign, 400, { error: 'other' })?.names).toEqual([]);
  expect(readFailure(foreign, 200, {})).toBeNull();
  // What a contract says beside its words arrives with them.
  expect(answerOf(foreign, new Failure('WrongPair', [], { more: 'x' }))?.body).toEqual({
    error: 'invalid_grant',
    more: 'x',
  });
});

test('a fault has no name, though its code is that of a rush', () => {
  expect(readFailure(plain, FAULT.status, failureBody(FAULT.errorCode, ['x']))).toMatchObject({
    names: [],
    sentences: ['x'],
    details: [],
  });
});

test('sentences come with what stands behind them, and a success is no failure', () => {
  expect(answerOf(plain, invalidWith([{ sentence: 'a', detail: 'b' }]))).toMatchObject({
    names: ['Invalid'],
    sentences: ['a'],
    details: ['b'],
  });
  expect(readFailure(plain, 200, answerSuccess(plain, {}) as Wire)).toBeNull();
});
