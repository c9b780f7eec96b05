// The mails about a reservation: what their variables hold, and which of them go out.
import { changeDeadline } from '#domain/change-window.ts';
import { writeDate, writeDeadline, writeYen } from '#domain/japanese-dates.ts';
import type { PlainDate } from '#domain/plain-date.ts';
import { payable, type TaxDisplay, type TaxRounding } from '#domain/price.ts';
import { writeTime } from '#domain/time-of-day.ts';
import {
  chooseTemplate,
  type MailKind,
  type MailTemplate,
  type MailValues,
  type OutboxMail,
  writeMail,
} from '#server/mails.ts';

export interface Letter {
  institution: {
    routeParam: string;
    name: string;
    phone: string;
    phoneHours: string;
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
  pricesShown: boolean;
  password?: string;
  notice?: string;
}

function letterValues(letter: Letter, publicUrl: string): MailValues {
  const { institution } = letter;
  const amount = payable(letter.total, letter.taxDisplay, institution.taxRounding);
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
    所在地: institution.address,
    パスワード: letter.password ?? '',
    ログインURL: `${publicUrl}/CommonLogin/${institution.routeParam}`,
    変更期限: writeDeadline(changeDeadline(letter.visitDate, institution.changeDeadlineDays)),
    クライアント名: letter.clientName,
    連絡事項: letter.notice ?? '',
  };
}

export function writeLetters(
  kinds: readonly MailKind[],
  templates: readonly MailTemplate[],
  letter: Letter,
  publicUrl: string,
): OutboxMail[] {
  const values = letterValues(letter, publicUrl);
  return kinds.map((kind) =>
    writeMail(chooseTemplate(templates, kind, letter), values, {
      recipient: letter.recipient,
      publicUrl,
      reservationNumber: letter.number,
    }),
  );
}
