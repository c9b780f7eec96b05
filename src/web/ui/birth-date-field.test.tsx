// What stands below a birth date that is being typed.
import { expect, test } from 'vitest';
import { markupOf } from '#tests/kit/markup-of.ts';
import { BirthDateField } from './birth-date-field.tsx';
import { unbound } from './form.ts';

const shown = (typed: string) =>
  markupOf(<BirthDateField field={unbound('born', '生年月日', typed)} today="2026-11-17" />);

test.each(['1974/3/8', 'S49.3.8', '19740308', '昭和49年3月8日'])(
  'what was understood of %s stands below it, in both calendars, with the age of today',
  (typed) => {
    expect(shown(typed)).toContain('1974/03/08（昭和49年）　今日 52歳');
  },
);

test.each(['', 'S49.', '1974/2/30', '2026/11/18'])('nothing is claimed about %s', (typed) => {
  expect(shown(typed)).not.toContain('今日');
});
