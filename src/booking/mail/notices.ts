// Notices to the people of many reservations: what stands for the variables of each, and their mails.
import { institutionColumn, jsonRow } from '#booking/policy/course-data.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import { today } from '#domain/calendar/clock.ts';
import { type MailValues, type MailVariable, templateParts } from '#domain/mail/mail-variables.ts';
import { renderLine } from '#domain/mail/render-template.ts';
import { type OutboxMail, writeMail } from '#server/mail/mails.ts';
import { MAILED_COLUMNS, type MailData, type MailedReservation } from './mail-data.ts';
import { mailValues } from './reservation-mails.ts';

const ALSO_READ = ['version', 'status', 'isAnonymous', 'slotCode', 'kana', 'phone'] as const;

export type Noticed = MailedReservation & ReservationRow<typeof ALSO_READ>;

export const NOTICED_COLUMNS = `${MAILED_COLUMNS}, ${selectReservation(ALSO_READ)}`;

/** From whom notices come: as the mails that confirm a reservation, and without their blind copies. */
export interface NoticeSender {
  institution: MailData['institution'];
  template: { sender: string; replyTo: string } | null;
}

export const NOTICE_SENDER = `${institutionColumn('k')},
  ${jsonRow(`
    select t.sender, t.reply_to as "replyTo" from mail_templates t
     where t.institution_code = k.institution_code and t.kind = 'confirmed' and t.client_code is null`)} as template`;

interface Surroundings extends Pick<NoticeSender, 'institution'> {
  publicUrl: string;
  now: Date;
}

export const noticeValues = (reservation: Noticed, { institution, publicUrl, now }: Surroundings): MailValues =>
  mailValues({ institution, reservation, today: today(now) }, publicUrl);

/** A mail of the notice to whoever the reservation is for. It goes out once, and as long as the visit stands. */
export function writeNoticeMail(
  notice: { noticeId: string; subject: string; body: string },
  { number, mail, values }: { number: number; mail: string; values: MailValues },
  { institution, template, publicUrl }: NoticeSender & { publicUrl: string },
): OutboxMail {
  const { sender = '', replyTo = '' } = template ?? {};
  const written = { title: notice.subject, body: notice.body, sender, replyTo, bcc: '' };
  return writeMail({ kind: 'notice', clientCode: null, courseCode: null, ...written }, values, {
    recipient: mail,
    publicUrl,
    senderName: institution.name,
    reservationNumber: number,
    onceKey: `notice:${notice.noticeId}:${number}`,
  });
}

/** A subject as all of them have it: filled in where everybody's has the same there, and never with a name, which people may want forgotten. */
export function commonSubject(subject: string, all: readonly MailValues[]): string {
  const [first = {}] = all;
  const isSame = (name: MailVariable) => name !== '氏名' && all.every((values) => values[name] === first[name]);
  return templateParts(subject)
    .map(({ text, variable }) =>
      variable === null || isSame(variable as MailVariable) ? renderLine(text, first) : text,
    )
    .join('');
}
