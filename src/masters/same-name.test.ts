// When a record would be taken for another one of its master.
import { expect, test } from 'vitest';
import { hasTwin } from '#web/master-screens/master.ts';
import { master as frameMaster } from './frames/master.tsx';
import { master as mailTemplateMaster } from './mail-templates/master.tsx';
import { master as optionItemMaster } from './option-items/master.tsx';

const named = (name: string, groupCode = '0001') => ({ name, groupCode });

test.each([
  ['the name of another, in other widths', frameMaster, [named('胃 ｶﾒﾗ')], named('胃カメラ'), null, true],
  ['a name of its own', frameMaster, [named('胃カメラ')], named('胃'), null, false],
  ['a name that it shared before', frameMaster, [named('胃'), named('胃')], named('胃'), named('胃'), false],
  ['a name that it takes now', frameMaster, [named('胃'), named('腸')], named('胃'), named('腸'), true],
  ['an option of the same category', optionItemMaster, [named('なし')], named('なし'), null, true],
  ['an option of another category', optionItemMaster, [named('なし', '0002')], named('なし'), null, false],
  ['what has no name', mailTemplateMaster, [{ title: 'x' }], { title: 'x' }, null, false],
])('%s', (_, master, rows, value, before, isTwice) => {
  expect(hasTwin(master, rows, value, before)).toBe(isTwice);
});
