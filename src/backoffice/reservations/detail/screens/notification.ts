// By which mail a person learns of a change, and whom it goes to: shown before the change is made.
import type { Booked } from '#backoffice/reservations/done-panel.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { MAIL_KIND_WORDS, mailAfterEdit } from '#domain/mail/mail-kinds.ts';
import { STATUS_WORDS, type StaffStatus } from '#domain/reservation/reservation-status.ts';
import type { Reply } from '#wire/call.ts';
import type { openReservation } from '../contract.ts';

export type Reservation = Reply<typeof openReservation>;

export const writeDay = (date: PlainDate | null) => (date ? formatOfficeDay(date) : '');

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

export function describeDone(data: Reservation, change: Change): Booked {
  const { number, name, course, options, mail } = data;
  const { startTime } = data.slots.find(({ slotCode }) => slotCode === change.slotCode) ?? data;
  const kind = chooseMail(data, change);
  return {
    number,
    name: withNarrowBlanks(name),
    when: `${writeDay(change.visitDate)}${startTime}`,
    course: [course.name, ...options.map((option) => option.name)].join('・'),
    status: change.status && STATUS_WORDS[change.status],
    amount: null,
    mail,
    mailKinds: kind ? [kind] : [],
  };
}

export function describeMail(data: Target, change: Change): string {
  const kind = chooseMail(data, change);
  if (kind) return `「${MAIL_KIND_WORDS[kind]}」のメールを ${data.mail} へ送ります。`;
  if (data.mail === '') return 'メールアドレスがないため、通知メールは送りません。';
  return change.sendMail ? 'この変更で送るメールはありません。' : '通知メールは送りません（チェックがありません）。';
}
