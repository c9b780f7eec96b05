// Which calls of the back office leave an entry in the access log: all that change something, and all that read much.
import { expect, test } from 'vitest';
import { handlers } from '#app/calls.ts';

/** Each with the reason why nothing of it has to be told. */
const UNLOGGED: Readonly<Record<string, string>> = {
  '/api/StaffMe/Confirm': 'shows again who is logged in already, and changes nothing else',
  '/api/Desk/ReceptionWatch': 'tells whether a day has moved, and nothing of anybody',
};

const office = handlers.map(({ call }) => call).filter(({ who }) => who === 'administrator');

test('whatever writes, or reads much, states its entry or stands in the list of those that need none', () => {
  const silent = office.filter(({ effect, log }) => effect !== 'read' && !log).map(({ path }) => path);
  expect(silent.sort()).toEqual(Object.keys(UNLOGGED).sort());
});

test('a call that commits step by step takes its entry along itself: the door has no transaction to put it into', () => {
  const wrong = office.filter(({ effect, log }) => ['steps', 'tries'].includes(effect) && log && !log.isOwn);
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('what shows a reservation is logged as such', () => {
  const logged = office.filter(({ effect, log }) => effect === 'read' && log).map(({ path, log }) => [path, log?.act]);
  expect(logged).toContainEqual(['/api/MasterWIGA1Detail/FirstDisplay', 'look']);
});
