// Reservations that staff can't act on any more.
import { ANONYMISED } from '#domain/reservation/anonymous.ts';
import { isReplaced } from '#domain/reservation/reservation-status.ts';
import { refused } from '#wire/failure.ts';
import type { ReservationRow } from './reservation-columns.ts';

export const EDITABLE_COLUMNS = ['status', 'replacedBy', 'isAnonymous'] as const;

/** Throws what is said of one that nobody is known of, or that another one has replaced. */
export function assertEditable({ status, replacedBy, isAnonymous }: ReservationRow<typeof EDITABLE_COLUMNS>): void {
  if (isAnonymous) throw refused(ANONYMISED);
  if (isReplaced(status)) {
    throw refused(
      `この予約は変更されています。変更後の予約（予約番号${replacedBy}）を開いて、もう一度お手続きください。`,
    );
  }
}
