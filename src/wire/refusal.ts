// What a refused booking says beside its sentences: what mends it, and whether the mail address has an account.
import { MENDINGS, type Mending, type RefusalName } from '#domain/booking-steps.ts';
import { scalar, type Wire, type WireOut } from './field.ts';

export interface RefusalNote {
  /** Null where the sentences say all there is to do. */
  mending: Mending | null;
  isRegistered: boolean;
}

/** Nothing for failures that are not about a booking. */
export function writeRefusalNote(failure: string): WireOut {
  if (!Object.hasOwn(MENDINGS, failure)) return {};
  const redoStep = MENDINGS[failure as RefusalName];
  return failure === 'Registered' ? { redoStep, isRegistered: '1' } : { redoStep };
}

export function readRefusalNote(body: Wire): RefusalNote {
  const step = scalar(body, 'redoStep');
  return {
    mending: Object.values(MENDINGS).find((mending) => mending === step) ?? null,
    isRegistered: scalar(body, 'isRegistered') === '1',
  };
}
