// An entry that nothing shows is a line of the check.
import { expect, test } from 'vitest';
import { frameCalls } from '#masters/frames/contract.ts';
import { findGaps } from './coverage.ts';
import type { Entry } from './list.ts';

const HERE = 'tests/spec/coverage.test.ts > an entry is shown by a test that holds it';
const section = '1';
const gapsOf = (...entries: Entry[]) =>
  findGaps([{ title: 'Part', entries }], [frameCalls.register]).map((gap) => gap.split(': ').at(-1));

test('an entry is shown by a test that holds it', () => {
  const register = frameCalls.register.path;
  expect(
    gapsOf(
      { section, kind: 'text', value: 'この{N}文は、ここに立っています。', test: HERE },
      { section, kind: 'text', value: '語', test: HERE },
      { section, kind: 'route', value: '/SomeScreen', test: HERE },
      { section, kind: 'call', value: register, sends: ['wknm'], unheeded: ['trsq'], test: HERE },
      { section, kind: 'limit', value: 'at most 120 characters', call: register, field: 'wknm', way: 'sends' },
      { section, kind: 'limit', value: '1, 2', call: register, field: 'krkb', way: 'sends' },
    ),
  ).toEqual([]);
  expect('この2文は、ここに立っています。').not.toBe('この文は、ここにありません。');
  expect(['語', '/SomeScreen']).toHaveLength(2);
});

test('a race shows no answer', async () => {
  const [one, other] = await Promise.all([1, 2]);
  const race = 'tests/spec/coverage.test.ts > a race shows no answer';
  const call = frameCalls.register.path;
  const entries: Entry[] = [
    { section, kind: 'code', value: 13, call, test: race },
    { section, kind: 'call', value: call, test: race },
  ];
  const gap = `"${race}" has no certain answer (Promise.all).`;
  expect(gapsOf(...entries)).toEqual([gap, gap]);
  expect(one).not.toBe(other);
});

test.each<[string, Entry]>([
  ['no test shows it.', { section, kind: 'text', value: '文。' }],
  [`"${HERE}" does not hold this text.`, { section, kind: 'text', value: 'この文は、ここにありません。', test: HERE }],
  [`"${HERE}" does not go there.`, { section, kind: 'route', value: '/Some', test: HERE }],
  [`there is no test "${HERE}x" that runs.`, { section, kind: 'route', value: '/SomeScreen', test: `${HERE}x` }],
  ['there is no such call.', { section, kind: 'call', value: '/api/No/Call', test: HERE }],
  ['does not send trsq.', { section, kind: 'call', value: frameCalls.register.path, sends: ['trsq'], test: HERE }],
  ['heeds wknm.', { section, kind: 'call', value: frameCalls.register.path, unheeded: ['wknm'], test: HERE }],
  [
    'its contract does not say so.',
    { section, kind: 'limit', value: '1, 3', call: frameCalls.register.path, field: 'krkb', way: 'sends' },
  ],
])('%s', (gap, entry) => {
  expect(gapsOf(entry)).toEqual([gap]);
});
