// The person on the telephone as a form: what is asked for, and what stands in it when the page opens.
import { caller } from '#backoffice/shared/contract-person.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { requiredRows } from '#domain/reservation/entry-form.ts';
import { LINE_FIELDS, type PersonData } from '#domain/reservation/person.ts';
import { inHalves } from '#domain/text/address.ts';
import type { Bound, Form } from '#web/ui/form.ts';
import { requireEntries } from '#wire/booking.ts';
import type { Reply } from '#wire/call.ts';
import { type Draft, record, type Value, type ValueOf } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import type { openPhoneBooking } from './contract.ts';

export type Opening = Reply<typeof openPhoneBooking>;

/** The same is asked for whoever pays; that a category is missing is said where it is chosen. */
const required: Rule<ValueOf<typeof caller>>[] = requireEntries(caller, 'desk').map(
  (rule) => (value, report) => rule({ ...value, clientCode: INDIVIDUAL }, report),
);

export const callerForm = record(caller, required);
export type Caller = Value<typeof callerForm>;
export type CallerDraft = Draft<typeof callerForm>;
export type CallerForm = Form<(typeof callerForm)['fields'], Caller, CallerDraft>;
export type CallerName = keyof CallerDraft & string;

const REQUIRED: ReadonlySet<string> = new Set(
  requiredRows({ origin: 'desk', payer: 'individual' }).map(({ field }) => field),
);

/** As the page names them: shorter than where there is more room. The sentences stay those of the input step. */
const LABELS: Readonly<Partial<Record<CallerName, string>>> = {
  familyKana: 'カナ セイ',
  givenKana: 'メイ',
  familyName: '姓',
  givenName: '名',
};

/** Of a page that holds nothing saved yet, nothing is marked as edited. */
export function bindTo<K extends CallerName>(form: CallerForm, name: K): Bound<CallerDraft[K]> {
  const field = form.bind(name);
  return { ...field, label: LABELS[name] ?? field.label, required: REQUIRED.has(name), edited: false };
}

export const FOLDED: readonly CallerName[] = [
  'postalCode1',
  'postalCode2',
  'prefecture',
  'city',
  'street',
  ...LINE_FIELDS,
  'acceptsMail',
  'remarks',
];

function typedAs({ postalCode, birthDate, sex, ...typed }: Partial<PersonData>): Partial<Caller> {
  return {
    ...(typed as Partial<Caller>),
    ...(postalCode === undefined ? {} : inHalves(postalCode)),
    ...(birthDate === undefined ? {} : { birthDate }),
    ...(sex === undefined ? {} : { sex }),
  };
}

/** Over what the server knows, what was typed before. A wish for invitations is asked for again each time. */
export function startOf(opening: Opening, typed: Partial<PersonData>): CallerDraft {
  return callerForm.draft({ ...opening, ...typedAs(typed), acceptsMail: false });
}
