// Fills the blanks 【 】 of the model terms with what the institution tells of itself.
import type { Draft } from '#wire/record.ts';
import type { institutionValues } from './contract.ts';

type Told = Draft<typeof institutionValues>;

/** The model's blanks, and that it is a model. */
export const hasBlanks = (terms: string) => /【|（ひな形）/.test(terms);

export function fillTerms(told: Told): string {
  const side = told.contractAddress1 ? 'contract' : 'exam';
  const { first, second } = told[`${side}PostalCode`];
  const known: Readonly<Record<string, string>> = {
    医療機関名: told.name,
    郵便番号: first && `〒${first}-${second}`,
    住所: [told[`${side}Address1`], told[`${side}Address2`]].filter(Boolean).join('　'),
    電話番号: told.contractPhone || told.examPhone,
    受付時間: told.phoneHours.trim().replaceAll(/\s*\n\s*/g, '、'),
  };
  const filled = told.termsText.replaceAll(/【([^】\n]*)】/g, (blank, word: string) =>
    /^\d+$/.test(word) ? told.changeDeadlineDays || blank : known[word] || blank,
  );
  // While something is left to be written, it is still the model.
  return filled.includes('【') ? filled : filled.replace('（ひな形）', '');
}
