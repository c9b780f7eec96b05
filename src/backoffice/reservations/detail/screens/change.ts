// A change of a reservation before it is made: what was typed, while its clerk looks at the calendar, and by which mail the person learns of it.

import type { Booked } from '#backoffice/reservations/done-panel.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { MAIL_KIND_WORDS, mailAfterEdit } from '#domain/mail/mail-kinds.ts';
import { STATUS_WORDS, type StaffStatus } from '#domain/reservation/reservation-status.ts';
import { createStore } from '#web/store.ts';
import type { Reply } from '#wire/call.ts';
import type { Draft } from '#wire/record.ts';
import type { openReservation, reservationForm } from '../contract.ts';

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

export type ReservationDraft = Draft<typeof reservationForm>;

/** Only what differs from what was shown: the rest may have been changed by somebody else meanwhile. */
export interface SavedEdits {
  number: number | null;
  /** Empty where the calendar was opened without the form. */
  version: string;
  start: ReservationDraft | null;
  changes: Partial<ReservationDraft>;
  /** The day and slot that stand in the form, which the calendar marks. */
  at: { date: PlainDate | null; slotCode: string };
}

export const savedEdits = createStore<SavedEdits>('office/reservation-edits', {
  number: null,
  version: '',
  start: null,
  changes: {},
  at: { date: null, slotCode: '' },
});

/** State of the way back from the calendar; who opens a reservation again finds it as it is. */
export const FROM_PICKER = { fromPicker: true };
