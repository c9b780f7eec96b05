// Names in the shapes that their kanji have.
import { expect, test } from 'vitest';
import { spellingsOf } from './kanji-variants.ts';

test('a name comes as it was typed first, then in every other shape; without such kanji it stands alone', () => {
  expect(spellingsOf('渡邊').sort()).toEqual(['渡辺', '渡邉', '渡邊']);
  expect(spellingsOf('渡邊')[0]).toBe('渡邊');
  expect(spellingsOf('𠮷田')).toEqual(['𠮷田', '吉田']);
  expect(spellingsOf('佐藤')).toEqual(['佐藤']);
});

test('a name of many such kanji has 24 spellings, no two the same', () => {
  const spellings = spellingsOf('斎斎斎斎');
  expect(spellings[0]).toBe('斎斎斎斎');
  expect(new Set(spellings).size).toBe(24);
});
