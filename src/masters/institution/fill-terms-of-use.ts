// Fills the blanks 【 】 of the model terms with what the institution states of itself.
import type { Draft } from '#wire/record.ts';
import type { institutionValues } from './contract.ts';

type InstitutionDraft = Draft<typeof institutionValues>;

/** The model's blanks, and that it is a model. */
export const hasBlanks = (terms: string) => /【|（ひな形）/.test(terms);

export function fillTermsOfUse(draft: InstitutionDraft): string {
  const side = draft.contractAddress1 ? 'contract' : 'exam';
  const { first, second } = draft[`${side}PostalCode`];
  const known: Readonly<Record<string, string>> = {
    医療機関名: draft.name,
    郵便番号: first && `〒${first}-${second}`,
    住所: [draft[`${side}Address1`], draft[`${side}Address2`]].filter(Boolean).join('　'),
    電話番号: draft.contractPhone || draft.examPhone,
    受付時間: draft.phoneHours.trim().replaceAll(/\s*\n\s*/g, '、'),
  };
  const filled = draft.termsText.replaceAll(/【([^】\n]*)】/g, (blank, word: string) =>
    /^\d+$/.test(word) ? draft.changeDeadlineDays || blank : known[word] || blank,
  );
  // While something is left to be written, it is still the model.
  return filled.includes('【') ? filled : filled.replace('（ひな形）', '');
}
