// The model terms, once a clinic has told of itself.
import { expect, test } from 'vitest';
import { writeTermsOfUse } from '#app/template/write-template.ts';
import { institutionValues } from './contract.ts';
import { fillTermsOfUse, hasBlanks } from './institution-fields.tsx';

const values = {
  ...institutionValues.blank,
  name: '港健診クリニック',
  contractPostalCode: { first: '231', second: '0001' },
  contractAddress1: '神奈川県横浜市中区新港1-1',
  contractAddress2: '港ビル2階',
  contractPhone: '045-000-0123',
  phoneHours: '平日 8:30〜16:30\n土曜 8:30〜12:00',
  changeDeadlineDays: '5',
};

test('every blank of the model is filled in, and it is no model any more', () => {
  const terms = fillTermsOfUse({ ...values, termsText: writeTermsOfUse() });
  expect(hasBlanks(terms)).toBe(false);
  expect(terms).toContain('港健診クリニック（以下「当院」といいます）');
  expect(terms).toContain('受診日の5日前まで');
  expect(terms).toMatch(
    /港健診クリニック\n〒231-0001　神奈川県横浜市中区新港1-1　港ビル2階\n電話　045-000-0123（平日 8:30〜16:30、土曜 8:30〜12:00）$/,
  );
});

test.each([
  ['what is not entered', { termsText: '（ひな形）電話【電話番号】', contractPhone: '' }, '（ひな形）電話【電話番号】'],
  [
    'what nobody is asked for',
    { termsText: '（ひな形）【担当部署】【医療機関名】' },
    '（ひな形）【担当部署】港健診クリニック',
  ],
])('%s stays a blank, and the text a model', (_what, change, terms) => {
  expect(fillTermsOfUse({ ...values, ...change })).toBe(terms);
});

test('without an office for contracts, the place of the examination is reported', () => {
  const only = { ...values, contractAddress1: '', contractPhone: '', examAddress1: '横浜市', examPhone: '045-1' };
  expect(fillTermsOfUse({ ...only, termsText: '【住所】【電話番号】' })).toBe('横浜市045-1');
});
