// What is sent again goes under its own id.
import { expect, test } from 'vitest';
import { makeRequestIds, NOT_SENT } from './request-ids.ts';

const count = () => {
  let made = 0;
  return () => `id-${++made}`;
};

test('the same content goes under the same id, another under another', () => {
  const idFor = makeRequestIds(count());
  expect([idFor({ a: 1 }), idFor({ a: 1 }), idFor({ a: 2 })]).toEqual(['id-1', 'id-1', 'id-2']);
});

test('what was kept is known to the next page, too', () => {
  let last = NOT_SENT;
  const kept = {
    get: () => last,
    set(next: typeof last) {
      last = next;
    },
  };
  const make = count();
  const first = makeRequestIds(make, kept)({ a: 1 });
  expect(makeRequestIds(make, kept)({ a: 1 })).toBe(first);
});
