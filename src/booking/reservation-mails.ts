// The mails about a reservation: what their variables hold, and which of them go out.

import { writeDate, writeDeadline, writeYen } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { writeTime } from '#domain/calendar/time-of-day.ts';
import type { MailKind } from '#domain/mail/mail-kinds.ts';
import type { MailValues } from '#domain/mail/mail-variables.ts';
import { payable, type TaxDisplay, type TaxRounding } from '#domain/offer/price.ts';
import { changeDeadline } from '#domain/reservation/change-window.ts';
import { visitEvent } from '#domain/reservation/visit-event.ts';
import { writePlace } from '#domain/text/address.ts';
import { chooseTemplate, type MailTemplate, type OutboxMail, writeMail } from '#server/mail/mails.ts';

export interface MailFacts {
  institution: {
    routeParam: string;
    name: string;
    phone: string;
    phoneHours: string;
    postalCode: string;
    address: string;
    changeDeadlineDays: number;
    taxRounding: TaxRounding;
  };
  number: number;
  clientCode: string;
  courseCode: string;
  desired: boolean;
  recipient: string;
  name: string;
  visitDate: PlainDate;
  startMinute: number | null;
  clientName: string;
  courseName: string;
  optionNames: readonly string[];
  total: number;
  taxDisplay: TaxDisplay;
  taxRate: number;
  pricesShown: boolean;
  password?: string;
  notice?: string;
  /** The day on which it is written: a deadline that is over is not told. */
  today?: PlainDate;
}

function mailValues(mailFacts: MailFacts, publicUrl: string): MailValues {
  const { institution } = mailFacts;
  const deadline = changeDeadline(mailFacts.visitDate, institution.changeDeadlineDays);
  const isOver = mailFacts.today !== undefined && mailFacts.today > deadline;
  const amount = payable(mailFacts.total, { ...mailFacts, taxRounding: institution.taxRounding });
  return {
    氏名: mailFacts.name,
    予約番号: String(mailFacts.number),
    受診日: writeDate(mailFacts.visitDate),
    受付時間: writeTime(mailFacts.startMinute),
    コース名: mailFacts.courseName,
    オプション: mailFacts.optionNames.join('、') || 'なし',
    合計金額: mailFacts.pricesShown ? `${writeYen(amount)}（税込）` : '',
    医療機関名: institution.name,
    電話番号: institution.phone,
    電話受付時間: institution.phoneHours,
    所在地: writePlace(institution),
    パスワード: mailFacts.password ?? '',
    ログインURL: `${publicUrl}/CommonLogin/${institution.routeParam}`,
    変更期限: isOver ? '' : writeDeadline(deadline),
    クライアント名: mailFacts.clientName,
    連絡事項: mailFacts.notice ?? '',
  };
}

const WITH_CALENDAR: readonly MailKind[] = ['booked', 'changed_by_examinee', 'confirmed'];

function calendarEventOf(kind: MailKind, mailFacts: MailFacts) {
  if (!WITH_CALENDAR.includes(kind)) return null;
  const { number, visitDate: date, startMinute, courseName, institution } = mailFacts;
  // What staff confirm is no request any more, whatever it was at its birth.
  const isRequest = mailFacts.desired && kind !== 'confirmed';
  return visitEvent({ number, date, startMinute, courseName, isRequest, institution });
}

/** Mails of the daily run go out once for a reservation and its day; the database's once_key_of says the same. */
const onceKeyOf = (kind: MailKind, { number, visitDate }: MailFacts) =>
  kind === 'reminder' || kind === 'promotion' ? `${kind}:${number}:${visitDate}` : undefined;

export function writeReservationMails(
  kinds: readonly MailKind[],
  templates: readonly MailTemplate[],
  mailFacts: MailFacts,
  publicUrl: string,
): OutboxMail[] {
  const values = mailValues(mailFacts, publicUrl);
  // Only of 01 is the text erased once it was sent: no other mail may hold a password, whatever its template names.
  const { パスワード: _, ...withoutPassword } = values;
  return kinds.map((kind) =>
    writeMail(chooseTemplate(templates, kind, mailFacts), kind === 'password' ? values : withoutPassword, {
      recipient: mailFacts.recipient,
      publicUrl,
      senderName: mailFacts.institution.name,
      reservationNumber: mailFacts.number,
      onceKey: onceKeyOf(kind, mailFacts),
      calendarEvent: calendarEventOf(kind, mailFacts),
    }),
  );
}
