// What the insurance entry starts with: what was typed there before, else what the account or the portal says.
import type { Draft } from '#wire/record.ts';
import { insuranceEntry } from '../contract.ts';
import type { Flow } from '../flow.ts';

export type InsuranceDraft = Draft<typeof insuranceEntry>;

const { blank, fields } = insuranceEntry;

const isBlank = (name: string, value: unknown) =>
  JSON.stringify(value) === JSON.stringify(blank[name as keyof InsuranceDraft]);

export function startInsurance(
  { insurance, prefill }: Pick<Flow, 'insurance' | 'prefill'>,
  isOffered: (clientCode: string) => boolean,
): InsuranceDraft {
  const written = Object.entries(prefill.insurance ?? {}).filter(([name, value]) => !isBlank(name, value));
  const typed: Partial<InsuranceDraft> = Object.fromEntries(written);
  const clientCode = typed.clientCode ?? insurance.clientCode;
  const { insurerNumber, fiscalYear, categoryCode } = insurance;
  const known: Partial<InsuranceDraft> =
    clientCode === insurance.clientCode
      ? { insurerNumber, fiscalYear: fiscalYear ? String(fiscalYear) : '', categoryCode: categoryCode ?? '' }
      : {};
  const start = {
    ...blank,
    sex: insurance.sex ?? ('' as const),
    birthDate: fields.birthDate.draft(insurance.birthDate),
    ...(isOffered(clientCode) ? known : {}),
    ...typed,
    clientCode,
  };
  // Year and category hang on the society.
  return isOffered(clientCode) ? start : { ...start, clientCode: '', fiscalYear: '', categoryCode: '' };
}
