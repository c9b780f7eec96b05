// By which mail a person learns of a change, and whom it goes to: shown before the change is made.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { MAIL_KIND_WORDS, mailAfterEdit } from '#domain/mail/mail-kinds.ts';
import type { StaffStatus } from '#domain/reservation/reservation-status.ts';
import type { Reservation } from './words.ts';

/** As it would be saved. */
export interface Change {
  status: StaffStatus | '';
  visitDate: PlainDate | null;
  slotCode: string;
  sendMail: boolean;
}

type Target = Pick<Reservation, 'visitDate' | 'slotCode' | 'mail'>;

/** Null where none is sent. */
export function chooseMail(data: Target, { status, visitDate, slotCode, sendMail }: Change) {
  const isMoved = visitDate !== data.visitDate || slotCode !== data.slotCode;
  return sendMail && data.mail !== '' && status !== '' ? mailAfterEdit(status, isMoved) : null;
}

export function describeMail(data: Target, change: Change): string {
  const kind = chooseMail(data, change);
  if (kind) return `「${MAIL_KIND_WORDS[kind]}」のメールを ${data.mail} へ送ります。`;
  if (data.mail === '') return 'メールアドレスがないため、通知メールは送りません。';
  return change.sendMail ? 'この変更で送るメールはありません。' : '通知メールは送りません（チェックがありません）。';
}
