// The mails about a reservation: what their variables hold, and which of them go out.
import { writePlace } from '#domain/address.ts';
import { changeDeadline } from '#domain/change-window.ts';
import { writeDate, writeDeadline, writeYen } from '#domain/japanese-dates.ts';
import type { MailKind } from '#domain/mail-kinds.ts';
import type { MailValues } from '#domain/mail-variables.ts';
import type { PlainDate } from '#domain/plain-date.ts';
import { payable, type TaxDisplay, type TaxRounding } from '#domain/price.ts';
import { writeTime } from '#domain/time-of-day.ts';
import { visitEvent } from '#domain/visit-event.ts';
import { chooseTemplate, type MailTemplate, type OutboxMail, writeMail } from '#server/mails.ts';

export interface Letter {
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

function letterValues(letter: Letter, publicUrl: string): MailValues {
  const { institution } = letter;
  const deadline = changeDeadline(letter.visitDate, institution.changeDeadlineDays);
  const isOver = letter.today !== undefined && letter.today > deadline;
  const amount = payable(letter.total, { ...letter, taxRounding: institution.taxRounding });
  return {
    氏名: letter.name,
    予約番号: String(letter.number),
    受診日: writeDate(letter.visitDate),
    受付時間: writeTime(letter.startMinute),
    コース名: letter.courseName,
    オプション: letter.optionNames.join('、') || 'なし',
    合計金額: letter.pricesShown ? `${writeYen(amount)}（税込）` : '',
    医療機関名: institution.name,
    電話番号: institution.phone,
    電話受付時間: institution.phoneHours,
    所在地: writePlace(institution),
    パスワード: letter.password ?? '',
    ログインURL: `${publicUrl}/CommonLogin/${institution.routeParam}`,
    変更期限: isOver ? '' : writeDeadline(deadline),
    クライアント名: letter.clientName,
    連絡事項: letter.notice ?? '',
  };
}

const WITH_CALENDAR: readonly MailKind[] = ['booked', 'changed_by_examinee', 'confirmed'];

function calendarEventOf(kind: MailKind, letter: Letter) {
  if (!WITH_CALENDAR.includes(kind)) return null;
  const { number, visitDate: date, startMinute, courseName, institution } = letter;
  // What staff confirm is no request any more, whatever it was at its birth.
  const isRequest = letter.desired && kind !== 'confirmed';
  return visitEvent({ number, date, startMinute, courseName, isRequest, institution });
}

/** Mails of the daily run go out once for a reservation and its day; the database's once_key_of says the same. */
const onceKeyOf = (kind: MailKind, { number, visitDate }: Letter) =>
  kind === 'reminder' || kind === 'promotion' ? `${kind}:${number}:${visitDate}` : undefined;

export function writeLetters(
  kinds: readonly MailKind[],
  templates: readonly MailTemplate[],
  letter: Letter,
  publicUrl: string,
): OutboxMail[] {
  const values = letterValues(letter, publicUrl);
  // Only of 01 is the text erased once it was sent: no other mail may hold a password, whatever its template names.
  const { パスワード: _, ...withoutPassword } = values;
  return kinds.map((kind) =>
    writeMail(chooseTemplate(templates, kind, letter), kind === 'password' ? values : withoutPassword, {
      recipient: letter.recipient,
      publicUrl,
      senderName: letter.institution.name,
      reservationNumber: letter.number,
      onceKey: onceKeyOf(kind, letter),
      calendarEvent: calendarEventOf(kind, letter),
    }),
  );
}
