// Which reservations get a reminder or an invitation on a day, read in batches, each by one statement; and writing it, once more when it is
// sent: mails may wait for days, and staff move a visit by an hour meanwhile.
import { INSTITUTION_COLUMN, jsonRows, TEMPLATE_COLUMNS } from '#booking/policy/course-data.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { unsubscribePage } from '#server/mail/mail-consent.ts';
import type { ReRenderMail } from '#server/mail/outbox-sender.ts';
import type { Service } from '#server/service.ts';
import { MAIL_DATA_COLUMNS, MAILED_COLUMNS, type MailData, type MailedReservation } from './mail-data.ts';
import { writeReservationMails } from './reservation-mails.ts';

export type DailyKind = 'reminder' | 'promotion';
export const DAILY_KINDS: readonly DailyKind[] = ['reminder', 'promotion'];

export interface DailyCursor {
  visitDate: PlainDate;
  number: number;
}

export const FIRST_CURSOR: DailyCursor = { visitDate: '0001-01-01', number: 0 };

/** An invitation that could not be written for so many days is not written any more: whoever switches them on invites nobody of years ago. */
const CATCH_UP_DAYS = 31;

type DailyFacts = Pick<MailData, 'institution' | 'templates'>;

const readFacts = query<DailyFacts>(`
  select ${INSTITUTION_COLUMN},
         ${jsonRows(`
           select ${TEMPLATE_COLUMNS} from mail_templates m
            where m.institution_code = k.institution_code and m.kind in ('reminder', 'promotion')`)} as templates
    from (values ($1)) as k (institution_code)`);

export async function readDailyMailData(db: Db, institutionCode: string): Promise<DailyFacts> {
  const [facts] = await readFacts(db, institutionCode);
  if (!facts?.institution) throw new Error(`there is no institution ${institutionCode}`);
  return facts;
}

const NOT_YET_WRITTEN = (kind: DailyKind) => `
  not exists (select from outbox_mails m
               where m.institution_code = r.institution_code
                 and m.once_key = once_key_of('${kind}', r.reservation_number, r.visit_date))`;

/**
 * $1 institution, $2 today, $3 and $4 the place behind which to begin, $5 how many. What else must hold is asked of each row in
 * the order of the index, not joined: so a batch reads no further than it is long, however many are due.
 */
const BATCH = `
      and (r.visit_date, r.reservation_number) > ($3::date, $4::integer)
    order by r.visit_date, r.reservation_number limit $5`;

const OF_CLIENT = (column: string) => `
  (select c.${column} from clients c where c.institution_code = r.institution_code and c.client_code = r.client_code)`;

/** From so many days before the visit on, and no longer on its day. */
export const REMINDERS = `
  select ${MAILED_COLUMNS}
    from reservations r
   where r.institution_code = $1 and r.visit_date > $2::date
     and r.visit_date <= $2::date + (select max(reminder_days) from clients where institution_code = $1)
     and r.visit_date <= $2::date + ${OF_CLIENT('reminder_days')}
     and holds_places(r.status, r.desired) and r.mail <> '' and ${NOT_YET_WRITTEN('reminder')} ${BATCH}`;

/**
 * So many months after a visit, once for each number of months that any client has: the days in question are then a
 * short range. An address whose wish is to get none is left alone, and one without a wish if the booking said no. A visit to
 * which nobody came starts none: its text speaks of the last visit.
 */
export const PROMOTIONS = `
  select ${MAILED_COLUMNS}
    from (select distinct promotion_months as months from clients
           where institution_code = $1 and promotion_months > 0) as due
   cross join lateral (
     select r.reservation_number
       from reservations r
      where r.institution_code = $1
        and r.visit_date between ($2::date - make_interval(months => due.months))::date - ${CATCH_UP_DAYS + 3}
                             and ($2::date - make_interval(months => due.months))::date + 3
        and r.visit_date < $2::date
        and (r.visit_date + make_interval(months => due.months))::date between $2::date - ${CATCH_UP_DAYS} and $2::date
        and ${OF_CLIENT('promotion_months')} = due.months
        and holds_places(r.status, r.desired) and r.mail <> ''
        and wants_invitations(r.institution_code, r.mail, r.accepts_mail)
        and not has_later_booking(r.institution_code, r.folded_kana, r.birth_date, r.patient_number, r.visit_date,
                                  r.reservation_number)
        and not is_no_show(r.institution_code, r.reservation_number)
        and ${NOT_YET_WRITTEN('promotion')} ${BATCH}) as found
    join reservations r on r.institution_code = $1 and r.reservation_number = found.reservation_number
   order by r.visit_date, r.reservation_number limit $5`;

type Asked = [institutionCode: string, today: PlainDate, afterDate: PlainDate, afterNumber: number, most: number];

export const readDue = {
  reminder: query<MailedReservation, Asked>(REMINDERS),
  promotion: query<MailedReservation, Asked>(PROMOTIONS),
};

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

const readWaiting = query<MailData>(`
  select ${MAIL_DATA_COLUMNS}
    from outbox_mails o
    join reservations r on r.institution_code = o.institution_code and r.reservation_number = o.reservation_number
   where o.institution_code = $1 and o.mail_id = $2`);

/** Other mails say what was done at that moment, and go out as they were written then. */
export function reRenderDailyMail(service: Pick<Service, 'db' | 'clock' | 'config' | 'secret'>): ReRenderMail {
  const { db, clock } = service;
  return async (mail) => {
    const kind = DAILY_KINDS.find((each) => each === mail.kind);
    const [facts] = kind ? await readWaiting(db, mail.institution_code, mail.mail_id) : [];
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
