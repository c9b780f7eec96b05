// Choosing several rows: what a click and a key do.
import { expect, test } from 'vitest';
import { EMPTY_SELECTION, type ModifierKeys, press, type Selection, type } from './item-list.tsx';

const KEYS = [10, 20, 30, 40, 50];
const none: ModifierKeys = { shift: false, ctrl: false };
const shift: ModifierKeys = { shift: true, ctrl: false };
const ctrl: ModifierKeys = { shift: false, ctrl: true };

/** c20 clicks, ^c with Ctrl, +c with Shift; the same with names of keys. */
function play(script: string): string {
  let state: Selection = EMPTY_SELECTION;
  for (const act of script.split(' ')) {
    const held = act.startsWith('^') ? ctrl : act.startsWith('+') ? shift : none;
    const what = act.replace(/^[\^+]/, '').replace('Space', ' ');
    const clicked = /^c(\d+)$/.exec(what);
    state = clicked ? press(KEYS, state, Number(clicked[1]), held) : (type(KEYS, state, what, held) ?? state);
  }
  return `${[...state.selected].sort().join(',')} at ${state.active}`;
}

test.each([
  ['c20', '20 at 20'],
  ['c20 c40', '40 at 40'],
  ['c20 ^c40', '20,40 at 40'],
  ['c20 ^c40 ^c20', '40 at 20'],
  ['c20 +c40', '20,30,40 at 40'],
  ['c20 +c40 +c10', '10,20 at 10'],
  ['c40 +c20', '20,30,40 at 20'],
  ['+c30', '30 at 30'],
  ['ArrowDown', '10 at 10'],
  ['ArrowDown ArrowDown', '20 at 20'],
  ['c10 ArrowUp', '10 at 10'],
  ['c50 ArrowDown', '50 at 50'],
  ['c20 +ArrowDown +ArrowDown', '20,30,40 at 40'],
  ['c20 +ArrowDown +ArrowDown +ArrowUp', '20,30 at 30'],
  ['c20 ^ArrowDown ^ArrowDown ^Space', '20,40 at 40'],
  ['c20 ^ArrowDown Space', '20,30 at 30'],
  ['c20 ^ArrowDown ^ArrowDown +Space', '20,30,40 at 40'],
  ['c30 Home', '10 at 10'],
  ['c30 +End', '30,40,50 at 50'],
  ['c30 PageDown', '50 at 50'],
  ['c30 PageUp', '10 at 10'],
  ['^a', '10,20,30,40,50 at null'],
  ['c20 x', '20 at 20'],
])('%s: %s', (script, after) => {
  expect(play(script)).toBe(after);
});

test('nothing can be chosen in an empty list', () => {
  expect(type([], EMPTY_SELECTION, 'ArrowDown', none)).toBeNull();
});

test('a range begins at the click where what it began at is gone', () => {
  const gone: Selection = { selected: new Set(), active: 99, anchor: 99 };
  expect([...press(KEYS, gone, 30, shift).selected]).toEqual([30]);
});
