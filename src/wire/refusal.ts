// What a refused booking says beside its sentences: what mends it, and whether the mail address has an account.
import { MENDINGS, type RefusalName } from '#domain/reservation/booking-steps.ts';
import type { WireOut } from './field.ts';

/** Nothing for failures that are not about a booking. */
export function writeRefusalNote(failure: string): WireOut {
  if (!Object.hasOwn(MENDINGS, failure)) return {};
  const redoStep = MENDINGS[failure as RefusalName];
  return failure === 'Registered' ? { redoStep, isRegistered: '1' } : { redoStep };
}
