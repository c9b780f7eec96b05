// Who books, how they came in and who pays: three answers, which the specification numbers as user types 0 to 7.
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
