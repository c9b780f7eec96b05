// What the information form starts with: what an earlier step has settled, what was typed before, what the server knows.
import { entryRows } from '#domain/entry-form.ts';
import { INDIVIDUAL } from '#domain/sentinels.ts';
import type { Reply } from '#wire/call.ts';
import type { Draft, Value } from '#wire/record.ts';
import { entryForm, type openEntry } from './contract-entry.ts';
import { type Flow, kindOf, personOf } from './flow.ts';

export type EntryDraft = Draft<typeof entryForm>;
export type EntryValue = Value<typeof entryForm>;
export type EntryStart = Reply<typeof openEntry>;

/** What the steps before have settled. */
function settled(flow: Flow): Partial<EntryDraft> {
  const { birthDate, sex, categoryCode } = personOf(flow);
  const { fields } = entryForm;
  const person = birthDate && sex ? { birthDate: fields.birthDate.draft(birthDate), sex: fields.sex.draft(sex) } : {};
  if (kindOf(flow).payer === 'individual') return { ...person, insurerNumber: INDIVIDUAL, categoryCode: '' };
  return {
    ...person,
    insurerNumber: flow.insurance.insurerNumber,
    categoryCode: fields.categoryCode.draft(categoryCode),
  };
}

export function startEntry(flow: Flow, served: EntryStart): EntryDraft {
  const drafts: Readonly<Record<string, unknown>> = entryForm.draft({ ...served, mailAgain: '' });
  const fromServer = entryRows(kindOf(flow)).filter(({ name, source }) => source === 'server' && name in drafts);
  return {
    ...entryForm.blank,
    acceptsMail: true,
    ...Object.fromEntries(fromServer.map(({ name }) => [name, drafts[name]])),
    ...flow.entry?.values,
    ...settled(flow),
    // Written anew each time.
    mailAgain: '',
  };
}

/** Half-width digits and signs, whatever the keyboard was set to. */
export const narrow = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[‐-―−ー]/g, '-')
    .trim();
/** Katakana, also from hiragana and from half-width kana. */
export const katakana = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .trim();
