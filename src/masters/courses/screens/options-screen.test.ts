// What deleting a row of options leaves behind on the screen.
import { expect, test } from 'vitest';
import { type RowDraftOf, Rows } from '#web/ui/rows.ts';
import { optionSet } from '../contract-sets.ts';
import { takeAway } from './options-screen.tsx';

type Draft = RowDraftOf<typeof optionSet.grid>;
const OPTION = { groupCode: '0001', optionCode: '0002' };
const SAVED: Draft = {
  ...OPTION,
  conditionCode: '01',
  sex: 'male',
  ageFrom: '40',
  ageTo: '49',
  amount: '100',
  status: 'saved',
};
const BLANK = { ...OPTION, conditionCode: '00', sex: '', ageFrom: '0', ageTo: '999', amount: '0', status: 'off' };

test('a duplicate that was edited becomes a blank one, and goes when it is deleted again; the last one stays', () => {
  const rows = new Rows(optionSet.grid, [SAVED]);
  const [copy = ''] = rows.add([{ ...SAVED, conditionCode: '00', status: 'off' }], '1');
  rows.edit(copy, { sex: 'female' });
  const remove = (id: string) => {
    const row = rows.get(id);
    if (row) takeAway(rows, row);
    return rows.all().map(({ draft }) => draft);
  };
  expect(remove(copy)).toEqual([SAVED, BLANK]);
  expect(remove(copy)).toEqual([SAVED]);
  expect(remove('1')).toEqual([BLANK]);
});
