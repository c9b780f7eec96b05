// How mail templates are taken apart at their variables.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasStrayBraces, MAIL_VARIABLES, templateParts, unknownVariables } from './mail-variables.ts';

test('a template is its plain texts and its variables, in order', () => {
  expect(templateParts('{{氏名}} 様\n{{予約番号}}{{}}')).toEqual([
    { text: '{{氏名}}', variable: '氏名' },
    { text: ' 様\n', variable: null },
    { text: '{{予約番号}}', variable: '予約番号' },
    { text: '{{}}', variable: '' },
  ]);
  expect(templateParts('')).toEqual([]);
});

test('put together again, the parts are the template, whatever it is', () => {
  const unit = fc.constantFrom('{', '}', '{{', '}}', '氏名', 'x', '\n');
  fc.assert(
    fc.property(fc.string({ unit }), (template) => {
      const parts = templateParts(template);
      expect(parts.map(({ text }) => text).join('')).toBe(template);
    }),
  );
});

test.each([
  [MAIL_VARIABLES.map((name) => `{{${name}}}`).join(''), []],
  ['{{患者名}} {{氏名}} {{患者名}}', ['患者名']],
  ['{{ 氏名 }}{{}}{{constructor}}', [' 氏名 ', '', 'constructor']],
  ['{氏名} 予約番号', []],
])('unknown in %s', (template, names) => {
  expect(unknownVariables(template)).toEqual(names);
});

test.each([
  ['{{氏名}} { 1 } }{', false],
  ['{{氏名} 様', true],
  ['{氏名}} 様', true],
  ['{{{氏名}}}', false],
  ['{{ {{氏名}}', true],
])('stray braces in %s', (template, stray) => {
  expect(hasStrayBraces(template)).toBe(stray);
});
