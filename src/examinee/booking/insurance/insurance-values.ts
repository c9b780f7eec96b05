// What the insurance entry holds: what was typed there before, else what the account or the portal says, as far as it is offered. Whoever
// has logged in since is who the account says, as a whole: half of the one and half of the other would be nobody.
import { NO_INSURER_NUMBER } from '#domain/offer/sentinels.ts';
import type { Reply } from '#wire/call.ts';
import type { Draft } from '#wire/record.ts';
import { insuranceEntry, type openInsurance } from '../contract.ts';
import type { Flow } from '../flow.ts';

type InsuranceDraft = Draft<typeof insuranceEntry>;

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
export function settleInsurance(draft: InsuranceDraft, offered: Offered): InsuranceDraft {
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

const filledIn = (draft: object): Partial<InsuranceDraft> =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => !isBlank(name, value)));

export function startInsurance(
  { auth, insurance, prefill }: Pick<Flow, 'auth' | 'insurance' | 'prefill'>,
  offered: Offered,
): InsuranceDraft {
  const { clientCode, insurerNumber, fiscalYear, categoryCode, sex, birthDate } = insurance;
  const typed = filledIn(prefill.insurance ?? {});
  const isSince = auth.examineeId !== null && prefill.insuranceBy === null;
  const isMember = clientIn(offered, clientCode) !== undefined;
  const isOwn = isMember && (isSince || (typed.clientCode ?? clientCode) === clientCode);
  // The year is nobody's own: that of another client would be none of this one's.
  const year = fiscalYear ?? (isOwn && typed.clientCode === clientCode ? typed.fiscalYear : null);
  const known = {
    ...filledIn({ sex: sex ?? '', birthDate: fields.birthDate.draft(birthDate) }),
    ...(isOwn && { clientCode, insurerNumber, fiscalYear: year ? String(year) : '', categoryCode: categoryCode ?? '' }),
  };
  return settleInsurance(isSince ? { ...blank, ...typed, ...known } : { ...blank, ...known, ...typed }, offered);
}
