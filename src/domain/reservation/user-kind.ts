// Who books, how they came in and who pays: three answers, from which the spec's user types 0 to 7 follow.
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';

/** The desk: staff book for somebody who has telephoned. */
export type Origin = 'my-page' | 'guest' | 'en-route' | 'desk';
export type Payer = 'individual' | 'insurance';

export interface UserKind {
  origin: Origin;
  payer: Payer;
  changes?: number;
}

export const payerOf = (clientCode: string): Payer => (clientCode === INDIVIDUAL ? 'individual' : 'insurance');

export function userType({ origin, payer, changes }: UserKind): number {
  const insured = payer === 'insurance' ? 1 : 0;
  if (origin === 'my-page') return (changes === undefined ? 0 : 2) + insured;
  return (origin === 'guest' ? 4 : 6) + insured;
}
