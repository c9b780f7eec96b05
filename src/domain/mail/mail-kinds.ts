// The kinds of mails in the back office's words, and which of them follows what staff do to a reservation.
import { isLive, type LiveStatus, type StaffStatus } from '#domain/reservation/reservation-status.ts';

export const TEMPLATE_KIND_WORDS = {
  password: 'パスワード通知',
  booked: '予約申込（受診者）',
  confirmed: '予約確定（管理者）',
  changed_by_examinee: '予約変更（受診者）',
  changed_by_staff: '予約変更（管理者）',
  cancelled_by_examinee: '予約取消（受診者）',
  cancel_confirmed: '予約取消確定（管理者）',
  reminder: '受診前確認メール',
  promotion: '予約促進メール',
} as const;
export type TemplateKind = keyof typeof TEMPLATE_KIND_WORDS;

export const MAIL_KIND_WORDS = { ...TEMPLATE_KIND_WORDS, notice: '一斉連絡' } as const;
export type MailKind = keyof typeof MAIL_KIND_WORDS;

/** Of a reservation as it stands. */
export const MAIL_OF_STATUS: Readonly<Record<LiveStatus, TemplateKind>> = {
  new: 'booked',
  changed: 'changed_by_examinee',
  confirmed: 'confirmed',
};

/** Judged by what holds after the edit; null where there is nothing to announce. */
export function mailAfterEdit(status: StaffStatus, isMoved: boolean): TemplateKind | null {
  if (status === 'cancel_confirmed') return 'cancel_confirmed';
  if (isLive(status) && isMoved) return 'changed_by_staff';
  return status === 'confirmed' ? 'confirmed' : null;
}
