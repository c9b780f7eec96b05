// Writes a reminder or an invitation, and once more when it is sent: mails may wait for days, and staff move a visit by an hour meanwhile.
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { unsubscribePage } from '#server/mail/mail-consent.ts';
import type { ReRenderMail } from '#server/mail/outbox-sender.ts';
import type { Service } from '#server/service.ts';
import { DAILY_KINDS, type DailyKind } from './daily-mails.ts';
import { MAIL_DATA_COLUMNS, type MailData } from './mail-data.ts';
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

const readFacts = query<MailData>(`
  select ${MAIL_DATA_COLUMNS}
    from outbox_mails o
    join reservations r on r.institution_code = o.institution_code and r.reservation_number = o.reservation_number
   where o.institution_code = $1 and o.mail_id = $2`);

/** Other mails say what was done at that moment, and go out as they were written then. */
export function reRenderDailyMail(service: Pick<Service, 'db' | 'clock' | 'config' | 'secret'>): ReRenderMail {
  const { db, clock } = service;
  return async (mail) => {
    const kind = DAILY_KINDS.find((each) => each === mail.kind);
    const [facts] = kind ? await readFacts(db, mail.institution_code, mail.mail_id) : [];
    if (!kind || !facts) return null;
    // The link is about whom it goes to, also where staff have corrected the address since.
    const reservation = { ...facts.reservation, mail: mail.recipient };
    const [rendered] = writeDaily(service, mail.institution_code, kind, {
      ...facts,
      reservation,
      today: today(clock()),
    });
    return rendered ? { subject: rendered.subject, body: rendered.body } : null;
  };
}
