// What a tab remembers, and what goes when a store is emptied.
import { expect, test, vi } from 'vitest';
import { openTab } from '#tests/kit/tab.ts';
import { createStore } from './store.ts';

const tab = openTab();

test('what is set is kept in the tab, and found there by the page that is loaded next', () => {
  createStore('errand', { a: 1, b: 2 }).set({ b: 3 });
  expect(createStore('errand', { a: 1, b: 2 }).get()).toEqual({ a: 1, b: 3 });
});

test('emptying a store empties what stands below it, also where its code has not been loaded', () => {
  const side = createStore('side', { who: '' });
  const errand = createStore('side/errand', { what: '' });
  const other = createStore('side-by-side', { what: '' });
  side.set({ who: 'A' });
  errand.set({ what: 'B' });
  other.set({ what: 'C' });
  tab.memory().setItem('side/not-loaded', '{"what":"D"}');
  side.clear();
  expect([side.get(), errand.get(), other.get()]).toEqual([{ who: '' }, { what: '' }, { what: 'C' }]);
  expect(createStore('side/not-loaded', { what: '' }).get()).toEqual({ what: '' });
});

test('what another page of the tab has written since makes this one outdated, which it is not by its own', async () => {
  // A page of its own, without the stores of the tests above.
  vi.resetModules();
  const { createStore, isOutdated } = await import('./store.ts');
  const store = createStore('put-aside', { who: '', where: '' });
  expect(isOutdated()).toBe(false);
  store.set({ who: 'A' });
  expect(isOutdated()).toBe(false);
  tab.memory().setItem('put-aside', '{"who":"B","where":""}');
  expect(isOutdated()).toBe(true);
  tab.memory().removeItem('put-aside');
  expect(isOutdated()).toBe(true);
  store.clear();
  expect(isOutdated()).toBe(false);
});

test('what holds a person lies nowhere in clear: where nothing can be sealed it is in memory alone', async () => {
  const store = createStore('person', { name: '' }, { holdsPerson: true });
  store.set({ name: '健診' });
  await vi.waitFor(() => expect(tab.memory().getItem('person')).toBeNull());
  expect(store.get()).toEqual({ name: '健診' });
  // As a tab of 1.0.0 has kept it, which goes on where it was.
  tab.memory().setItem('person/old', '{"name":"花子"}');
  expect(createStore('person/old', { name: '' }, { holdsPerson: true }).get()).toEqual({ name: '花子' });
  await vi.waitFor(() => expect(tab.memory().getItem('person/old')).toBeNull());
  store.clear();
  expect(store.get()).toEqual({ name: '' });
});
