// What has become of a mail, in the back office's words.
import { isLive, isReplaced, type ReservationStatus } from '#domain/reservation/reservation-status.ts';

/**
 * Retrying: refused at least once, and tried again by itself. Failed: given up. Moved and cancelled: withdrawn when its turn came,
 * since the visit was no longer what it announced. Withdrawn: so it was, and the visit stands all the same.
 */
export const MAIL_STATE_WORDS = {
  waiting: '送信待ち',
  sent: '送信済み',
  retrying: '再送中',
  failed: '送信失敗',
  moved: '見合わせ（送る前に受診日が変わりました）',
  cancelled: '見合わせ（送る前に取り消されました）',
  withdrawn: '見合わせ（送信していません）',
} as const;
export type MailState = keyof typeof MAIL_STATE_WORDS;

export type StoredMailState = 'waiting' | 'retrying' | 'sent' | 'failed' | 'withdrawn';

interface MailedReservation {
  status: ReservationStatus;
  stands: boolean;
}

/** With why it was withdrawn, as far as its reservation shows. */
export function mailStateOf(state: StoredMailState, { status, stands }: MailedReservation): MailState {
  if (state !== 'withdrawn' || stands) return state;
  return isLive(status) || isReplaced(status) ? 'moved' : 'cancelled';
}
