// What the insurance entry holds: what was typed there before, else what the account or the portal says, as far as it is offered.
import { NO_INSURER_NUMBER } from '#domain/offer/sentinels.ts';
import type { Reply } from '#wire/call.ts';
import type { Draft } from '#wire/record.ts';
import { insuranceEntry, type openInsurance } from '../contract.ts';
import type { Flow } from '../flow.ts';

export type InsuranceDraft = Draft<typeof insuranceEntry>;

/** What there is to choose from. */
export type Offered = Pick<Reply<typeof openInsurance>, 'clients' | 'years' | 'categories'>;

const { blank, fields } = insuranceEntry;

const isBlank = (name: string, value: unknown) =>
  JSON.stringify(value) === JSON.stringify(blank[name as keyof InsuranceDraft]);

export const clientIn = ({ clients }: Offered, clientCode: string) =>
  clients.find((client) => client.clientCode === clientCode);
export const yearsOf = ({ years }: Offered, clientCode: string) =>
  years.filter((year) => year.clientCode === clientCode).map(({ fiscalYear }) => String(fiscalYear));
export const categoriesOf = ({ categories }: Offered, clientCode: string) =>
  categories.filter((category) => category.clientCode === clientCode);

/** The draft without what is not, or no longer, offered: it would be refused again and again. What need not be asked is settled. */
export function settle(draft: InsuranceDraft, offered: Offered): InsuranceDraft {
  const client = clientIn(offered, draft.clientCode);
  const typed = draft.insurerNumber === NO_INSURER_NUMBER ? '' : draft.insurerNumber;
  // Year, category and whether there is a number hang on the client.
  if (!client) return { ...draft, insurerNumber: typed, clientCode: '', fiscalYear: '', categoryCode: '' };
  const years = yearsOf(offered, client.clientCode);
  const only = years.length === 1 ? (years[0] ?? '') : '';
  const isKnown = categoriesOf(offered, client.clientCode).some((one) => one.categoryCode === draft.categoryCode);
  return {
    ...draft,
    insurerNumber: client.hasInsurerNumber ? typed : NO_INSURER_NUMBER,
    fiscalYear: years.includes(draft.fiscalYear) ? draft.fiscalYear : only,
    categoryCode: isKnown ? draft.categoryCode : '',
  };
}

export function startInsurance(
  { insurance, prefill }: Pick<Flow, 'insurance' | 'prefill'>,
  offered: Offered,
): InsuranceDraft {
  const written = Object.entries(prefill.insurance ?? {}).filter(([name, value]) => !isBlank(name, value));
  const typed: Partial<InsuranceDraft> = Object.fromEntries(written);
  const clientCode = typed.clientCode ?? insurance.clientCode;
  const { insurerNumber, fiscalYear, categoryCode } = insurance;
  const isOwn = clientCode === insurance.clientCode && clientIn(offered, clientCode);
  const known: Partial<InsuranceDraft> = isOwn
    ? { insurerNumber, fiscalYear: fiscalYear ? String(fiscalYear) : '', categoryCode: categoryCode ?? '' }
    : {};
  const start = {
    ...blank,
    sex: insurance.sex ?? ('' as const),
    birthDate: fields.birthDate.draft(insurance.birthDate),
    ...known,
    ...typed,
    clientCode,
  };
  return settle(start, offered);
}
