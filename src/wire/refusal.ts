// What a refused booking says beside its sentences: what mends it, and whether the mail address has an account.
import { type FailureName, mendingOf } from './failure.ts';
import type { WireOut } from './field.ts';

/** Nothing for failures that are not about a booking. */
export function writeRefusalNote(failure: FailureName): WireOut {
  const redoStep = mendingOf(failure);
  if (!redoStep) return {};
  return failure === 'Registered' ? { redoStep, isRegistered: '1' } : { redoStep };
}
