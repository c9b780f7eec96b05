// The mails about a reservation: what their variables hold, which of them go out, and the confirmation once more.

import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatMinute, formatTime, today } from '#domain/calendar/clock.ts';
import { formatDate, formatDateTime, formatDeadline, formatYen } from '#domain/calendar/japanese-dates.ts';
import { verifyValues, withVerifyNotice } from '#domain/mail/built-in-mails.ts';
import { senderPlace, withInvitationNotice } from '#domain/mail/invitation-notice.ts';
import { MAIL_OF_STATUS, type TemplateKind } from '#domain/mail/mail-kinds.ts';
import type { MailValues } from '#domain/mail/mail-variables.ts';
import { payable } from '#domain/offer/price.ts';
import { visitEvent } from '#domain/reservation/calendar-event.ts';
import { changeDeadline, isLive } from '#domain/reservation/reservation-status.ts';
import { formatAddress } from '#domain/text/address.ts';
import { limitMails } from '#server/access/limiter.ts';
import { chooseTemplate, type MailTemplate, type OutboxMail, writeMail } from '#server/mail/mails.ts';
import type { Examinee } from '#server/service.ts';
import { refused } from '#wire/failure.ts';
import { type MailData, type MailedReservation, readMailData } from './mail-data.ts';

export function mailValues(
  { institution, reservation, notice, verifyLink, today }: Omit<MailData, 'templates'>,
  publicUrl: string,
): MailValues {
  const deadline = changeDeadline(reservation.visitDate, institution.changeDeadlineDays);
  const isOver = today !== undefined && today > deadline;
  const amount = payable(reservation.total, reservation);
  return {
    氏名: reservation.name,
    予約番号: String(reservation.number),
    受診日: formatDate(reservation.visitDate),
    受付時間: formatTime(reservation.startMinute),
    コース名: reservation.courseName,
    オプション: reservation.options.map(({ name }) => name).join('、') || 'なし',
    合計金額: reservation.pricesShown ? `${formatYen(amount)}（税込）` : '',
    医療機関名: institution.name,
    電話番号: institution.phone,
    電話受付時間: institution.phoneHours,
    所在地: formatAddress(institution),
    ログインURL: `${publicUrl}/CommonLogin/${institution.routeParam}`,
    変更期限: isOver ? '' : formatDeadline(deadline),
    クライアント名: reservation.clientName,
    連絡事項: notice ?? '',
    ...(verifyLink && verifyValues(verifyLink)),
  };
}

/** Of 01 alone, whose text is erased once it was sent: no other mail may hold a password, whatever its template names. */
const withPassword = (values: MailValues, { password, passwordEnd }: MailData): MailValues => ({
  ...values,
  パスワード: password ?? '',
  パスワード期限: passwordEnd ? formatDateTime(formatMinute(passwordEnd)) : '',
});

const PUBLISHED: readonly TemplateKind[] = ['booked', 'confirmed', 'changed_by_examinee', 'changed_by_staff'];
const CALLED_OFF: readonly TemplateKind[] = ['cancelled_by_examinee', 'cancel_confirmed'];

function calendarEventOf(kind: TemplateKind, { institution, reservation }: MailData) {
  const isOff = CALLED_OFF.includes(kind);
  if (!isOff && !PUBLISHED.includes(kind)) return null;
  // What staff have confirmed is no request any more, even if it was booked as one.
  const isAsked = reservation.desired && reservation.status !== 'confirmed';
  const status = isOff ? 'cancelled' : isAsked ? 'tentative' : 'confirmed';
  const { number, firstNumber, sequence, visitDate: date, startMinute, courseName, courseDuration } = reservation;
  const visit = { number, firstNumber, sequence, date, startMinute, courseName, courseDuration };
  return visitEvent({ ...visit, status, institution });
}

/** Mails of the daily run go out once for a reservation and its day; the database's once_key_of says the same. */
const onceKeyOf = (kind: TemplateKind, { number, visitDate }: MailedReservation) =>
  kind === 'reminder' || kind === 'promotion' ? `${kind}:${number}:${visitDate}` : undefined;

/** The template, whose text ends in what the law wants to read if it leaves any of it out, and what only an invitation holds. */
function asInvitation(template: MailTemplate, values: MailValues, { institution, unsubscribeUrl }: MailData) {
  return {
    template: { ...template, body: withInvitationNotice(template.body) },
    values: { ...values, 所在地: senderPlace(institution), 配信停止URL: unsubscribeUrl ?? '' },
  };
}

export function writeReservationMails(
  kinds: readonly TemplateKind[],
  facts: MailData,
  publicUrl: string,
): OutboxMail[] {
  const { institution, reservation, templates } = facts;
  // Whom nobody can write to.
  if (reservation.mail === '') return [];
  const values = mailValues(facts, publicUrl);
  return kinds.flatMap((kind) => {
    const chosen = chooseTemplate(templates, kind, reservation);
    const plain = { template: chosen, values: kind === 'password' ? withPassword(values, facts) : values };
    const filled = kind === 'promotion' ? asInvitation(chosen, values, facts) : plain;
    const envelope = {
      recipient: reservation.mail,
      publicUrl,
      senderName: institution.name,
      reservationNumber: reservation.number,
      onceKey: onceKeyOf(kind, reservation),
      calendarEvent: calendarEventOf(kind, facts),
    };
    const { template, values: filledIn } = filled;
    if (!facts.verifyLink) return [writeMail(template, filledIn, envelope)];
    const body = withVerifyNotice(template.body);
    const linked = writeMail({ ...template, body, bcc: '' }, filledIn, envelope);
    // The link is for the mailbox alone: a copy goes by itself, without it.
    const copied = kind === 'password' ? '' : template.bcc;
    return copied === ''
      ? [linked]
      : [linked, writeMail({ ...template, bcc: '' }, filledIn, { ...envelope, recipient: copied })];
  });
}

const NO_LONGER_LIVE =
  'このご予約は、変更・キャンセルされたか受診日を過ぎているため、確認メールを送信できません。マイページでご確認ください。';

/** Staff may have taken it out, as the person asked. */
const NO_MAIL = 'このご予約にはメールアドレスが登録されていないため、確認メールを送信できません。';

// Noted in the reservation's history; its version stays, since nothing about it has changed.
const writeOut = query(`
  with noted as (
    insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
    values ($1, $2, $3, 'examinee', $4, 'mailed', jsonb_build_object('kind', $5::text)))
  select write_mails($1, $6::jsonb, $3)`);

/** Once more, to whoever owns the reservation and asks for it, so many times at the most. */
export async function mailConfirmation(db: Db, who: Examinee, number: number): Promise<void> {
  const { institutionCode, examineeId, service, now } = who;
  const { status, ...facts } = await readMailData(db, who, number);
  const day = today(now);
  if (!isLive(status) || facts.reservation.visitDate < day) throw refused(NO_LONGER_LIVE);
  if (facts.reservation.mail === '') throw refused(NO_MAIL);
  await limitMails(db, who, 'confirmation', `${institutionCode}/${number}`, '1つのご予約につき');
  const kind = MAIL_OF_STATUS[status];
  const mails = writeReservationMails([kind], { ...facts, today: day }, service.config.publicUrl);
  await writeOut(db, institutionCode, number, now, String(examineeId), kind, JSON.stringify(mails));
}
