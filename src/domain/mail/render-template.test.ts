// What is previewed of a template: the text that is sent, with what was filled in told apart.
import { expect, test } from 'vitest';
import { joinParts, parseTemplate, renderLines, renderTitle } from './render-template.ts';

test('what a variable gave is distinguished from what was typed, also where something is left out', () => {
  const lines = renderLines(parseTemplate('{{氏名}} 様\n電話 {{電話番号}}（{{電話受付時間}}）\n{{変更期限}}\nb'), {
    氏名: '健診　花子',
    電話番号: '045-000-0123',
  });
  expect(lines).toEqual([
    [
      { text: '健診　花子', variable: '氏名' },
      { text: ' 様', variable: null },
    ],
    [
      { text: '電話 ', variable: null },
      { text: '045-000-0123', variable: '電話番号' },
    ],
    [{ text: 'b', variable: null }],
  ]);
});

test('brackets and blanks that a person has in their own name stay', () => {
  const [line = []] = renderLines(parseTemplate('{{氏名}}（{{変更期限}}）'), { 氏名: '健診（）花子' });
  expect(joinParts(line)).toBe('健診（）花子');
});

test('a template that is filled in again and again is the same each time', () => {
  const template = parseTemplate('a（{{氏名}}）（{{変更期限}}）');
  const texts = ['x', 'y'].map((name) => renderLines(template, { 氏名: name }).map(joinParts));
  expect(texts).toEqual([['a（x）'], ['a（y）']]);
});

test('a title keeps what it has', () => {
  expect(joinParts(renderTitle(parseTemplate('【{{医療機関名}}】ご予約'), {}))).toBe('【】ご予約');
});
