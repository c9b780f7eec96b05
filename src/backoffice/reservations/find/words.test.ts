// What the screen of the search says it was searched for, and what of a name it tints.
import { expect, test } from 'vitest';
import { parseSearch } from '#domain/reservation/parse-search.ts';
import { describeInside, describeNobody, describeSearch, placeInResults, typedText } from './words.ts';

const understand = (text: string) => {
  const understood = parseSearch(text, '2026-11-17');
  if (!understood) throw new Error('nothing was typed');
  return understood;
};

test.each([
  ['さとう', 'カナ氏名または氏名が「サトウ」で始まる方'],
  ['佐藤　亜希子', '氏名が「佐藤亜希子」で始まる方'],
  ['100048251', '予約番号 100048251'],
  ['K-204118', '患者番号 K-204118'],
  ['2617', '患者番号が2617、または電話番号の下4桁が2617の方'],
  ['sato1974', '患者番号がsato1974、またはメールアドレスの先頭がsato1974の方'],
  ['akiko', '氏名またはメールアドレスが「akiko」で始まる方'],
  ['090-0000-4821', '電話番号が090-0000-4821の方'],
  ['090-000', '電話番号が090-000で始まる方'],
  ['S55.1.2', '生年月日が1980/01/02の方'],
  ['akiko@example.jp', 'メールアドレスがakiko@example.jpの方'],
  ['さとう S49.3.8', 'カナ氏名または氏名が「サトウ」で始まり、生年月日が1974/03/08の方'],
])('%s: %s', (text, sentence) => {
  expect(describeSearch(understand(text))).toBe(sentence);
});

test('where nobody is found, it says how the text was read', () => {
  expect(describeNobody(understand('19800230'))).toBe('探した内容：患者番号 19800230');
  expect(describeNobody(understand('ぬぬ'))).toBe(
    '探した内容：カナ氏名または氏名が「ヌヌ」で始まる方（途中に含む方も探しました）',
  );
});

test('what is inside', () => {
  expect(describeInside(understand('はなこ'), '表示して')).toBe(
    '「ハナコ」で始まる方はいません。氏名の途中に含む方を表示しています。',
  );
  expect(describeInside(understand('はなこ'), '探して')).toBe(
    '「ハナコ」で始まる方はいません。氏名の途中に含む方を探しています。',
  );
});

test.each<[string, string[], boolean, string | null]>([
  ['サトウ　アキコ', ['サトウ'], false, 'サトウ'],
  ['サトウ　アキコ', ['サトウアキ'], false, 'サトウ　アキ'],
  ['サトウ　アキコ', ['アキコ'], false, null],
  ['サトウ　アキコ', ['アキコ'], true, 'アキコ'],
  ['ｻﾄｳ　ｱｷｺ', ['サトウ'], false, 'ｻﾄｳ'],
  ['𠮷田　花子', ['𠮷田花'], false, '𠮷田　花'],
  ['Garcia Maria', ['garciam'], false, 'Garcia M'],
])('in %s, %j is found', (text, parts, isInside, tinted) => {
  const place = placeInResults(text, parts, isInside);
  expect(place && text.slice(...place)).toBe(tinted);
});

test('kana, birth date and telephone go along to a booking for somebody new', () => {
  expect(typedText(understand('さとう あきこ S49.3.8 ０９０-0000-4821'))).toEqual({
    familyKana: 'サトウ',
    givenKana: 'アキコ',
    birthDate: '1974-03-08',
    phone: '090-0000-4821',
  });
  expect(typedText(understand('佐藤'))).toEqual({});
  expect(typedText(null)).toEqual({});
});
