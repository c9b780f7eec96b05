// What the information form starts with: what the server knows, what an earlier step has settled, what was typed before.
import { today } from '#domain/calendar/clock.ts';
import { INDIVIDUAL, isInsurerNumber, NO_INSURER_NUMBER } from '#domain/offer/sentinels.ts';
import { entryRows } from '#domain/reservation/entry-form.ts';
import { CARD_FIELDS, isNameField } from '#domain/reservation/person.ts';
import type { Reply } from '#wire/call.ts';
import type { Draft, Value } from '#wire/record.ts';
import { entryForm, type openEntry } from './contract-reserve.ts';
import { type ChosenPerson, type Flow, kindOf, personOf } from './flow.ts';

export type EntryDraft = Draft<typeof entryForm>;
export type EntryValue = Value<typeof entryForm>;
export type EntryStart = Reply<typeof openEntry>;

const { fields } = entryForm;

function booking(flow: Flow): Partial<EntryDraft> {
  const { birthDate, sex, categoryCode } = personOf(flow);
  const person = birthDate && sex ? { birthDate: fields.birthDate.draft(birthDate), sex: fields.sex.draft(sex) } : {};
  if (kindOf(flow).payer === 'individual') return { ...person, insurerNumber: INDIVIDUAL, categoryCode: '' };
  return {
    ...person,
    insurerNumber: flow.insurance.insurerNumber || NO_INSURER_NUMBER,
    categoryCode: fields.categoryCode.draft(categoryCode),
  };
}

/** Whether the booking is for another person than the one the server knows: the account's, or that of the reservation being changed. */
export function isOtherPerson(known: Pick<EntryStart, 'birthDate' | 'sex'>, person: ChosenPerson | null): boolean {
  if (!person || !known.birthDate) return false;
  return person.birthDate !== known.birthDate || (known.sex !== null && person.sex !== known.sex);
}

export function knownEntry(flow: Flow, served: EntryStart): EntryDraft {
  const drafts: Readonly<Record<string, unknown>> = entryForm.draft({ ...served, mailAgain: '' });
  const before = booking(flow);
  // Whoever comes in somebody's place has another name.
  const isOther = isOtherPerson(served, personIn(before));
  const fromServer = entryRows(kindOf(flow)).filter(
    ({ name, source }) => source === 'server' && name in drafts && !(isOther && isNameField(name)),
  );
  return {
    ...entryForm.blank,
    acceptsMail: true,
    ...Object.fromEntries(fromServer.map(({ name }) => [name, drafts[name]])),
    ...before,
  };
}

/** Which fields the person has changed, so that they outrank what is known; what was only left empty does not. */
export function editedIn(draft: EntryDraft, known: EntryDraft): (keyof EntryDraft)[] {
  const names = Object.keys(known) as (keyof EntryDraft)[];
  return names.filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(known[name]));
}

export function startEntry({ entry }: Flow, known: EntryDraft): EntryDraft {
  const typed = Object.entries(entry?.values ?? {}).filter(([name]) => entry?.edited.includes(name));
  // Nobody is asked for symbol and number where the client has no insurer number; what is known of them stays.
  const card = isInsurerNumber(known.insurerNumber) ? [] : CARD_FIELDS.map((name) => [name, known[name]]);
  // The confirmation is written again each time.
  return { ...known, ...Object.fromEntries([...typed, ...card]), mailAgain: '' };
}

/** Birth date and sex, once both are there: from then on every step goes by them. */
export function personIn({ birthDate, sex }: Partial<EntryDraft>): ChosenPerson | null {
  const born = birthDate && fields.birthDate.parse(birthDate, () => {});
  return born && sex && born <= today(new Date()) ? { birthDate: born, sex } : null;
}
