// Who stands on a list by examination, and which options make somebody stand on it.
import { expect, test } from 'vitest';
import type { RoomDay } from './contract.ts';
import { sheetsOf } from './rooms-paper.tsx';

const rows = (['arrived', 'none', 'no_show'] as const).map((reception, at) => ({ number: 1 + at, reception }));
const room = (kind: string, code: string, name: string, numbers = [3, 1, 2]) => ({ kind, code, name, numbers });
const day = {
  rows,
  rooms: [
    room('frame', '0001', '胃内視鏡'),
    room('group', '0002', '胃の検査'),
    room('option', '00020001', '経鼻', [2]),
    room('option', '00020002', '経口', [1]),
    room('option', '00030001', '骨密度', [3]),
    room('item', '0002', '心電図'),
  ],
} as unknown as RoomDay;

const numbersOf = (onlyArrived: boolean) =>
  sheetsOf(day, onlyArrived).map((sheet) => sheet.rows.map(({ number }) => number));

test('whoever did not come stands on no list, and with 来院した方だけ only who is there, in the order of the list', () => {
  expect(numbersOf(false)).toEqual([[1, 2], [1, 2], [2], [1], [], [1, 2]]);
  expect(numbersOf(true)).toEqual([[1], [1], [], [1], [], [1]]);
});

test('a group’s list is about all of its options, an option’s about itself, others about none', () => {
  const own = sheetsOf(day, false).map(({ ownOptions }) => [...ownOptions]);
  expect(own).toEqual([[], ['経鼻', '経口'], ['経鼻'], ['経口'], ['骨密度'], []]);
});
