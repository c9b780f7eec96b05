// Reservations that staff can't act on any more.
import { ANONYMISED } from '#domain/reservation/anonymous.ts';
import { isLive, isReplaced, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
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

/** Throws in addition what is said of one that was called off. */
export function assertLive(found: ReservationRow<typeof EDITABLE_COLUMNS>): void {
  assertEditable(found);
  const { status } = found;
  if (!isLive(status)) throw refused(`この予約は取り消されているため、変更できません（${STATUS_WORDS[status]}）。`);
}
