// Writes a reminder or an invitation, the latter with the link by which its receiver refuses further ones.
import { unsubscribePage } from '#server/mail/unsubscribe-links.ts';
import type { Service } from '#server/service.ts';
import type { DailyKind } from './daily-mails.ts';
import type { MailData } from './mail-data.ts';
import { writeReservationMails } from './reservation-mails.ts';

export function writeDaily(
  service: Pick<Service, 'secret' | 'config'>,
  institutionCode: string,
  kind: DailyKind,
  facts: MailData,
) {
  const { institution, reservation } = facts;
  const addressee = { institutionCode, mail: reservation.mail };
  const link = kind === 'promotion' ? unsubscribePage(service, institution.routeParam, addressee) : undefined;
  return writeReservationMails([kind], { ...facts, unsubscribeUrl: link }, service.config.publicUrl);
}
