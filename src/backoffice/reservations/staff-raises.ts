// Frames that staff have agreed to raise where they are full: who may, and which.
import type { RaisedCell } from '#booking/write/write-booking.ts';
import { isAtLeast } from '#domain/staff/roles.ts';
import type { Administrator } from '#server/service.ts';
import { forbidden } from '#wire/failure.ts';

export function assertMayRaise(who: Administrator, { raise }: { raise: boolean }): void {
  if (raise && !isAtLeast(who.role, 'manager')) throw forbidden();
}

interface Sent {
  raise: boolean;
  raised: readonly { frameCode: string; slotCode: string; capacity: number }[];
}

/** Null where nothing may be raised. */
export const cellsToRaise = ({ raise, raised }: Sent): RaisedCell[] | null =>
  raise
    ? raised.map(({ frameCode, slotCode, capacity }) => ({ frame_code: frameCode, slot_code: slotCode, capacity }))
    : null;
