// A reservation with all that a mail about it says, for its owner and for staff.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { TaxRounding } from '#domain/offer/price.ts';
import type { ReservationStatus } from '#domain/reservation/reservation-status.ts';
import type { MailTemplate } from '#server/mail/mails.ts';
import { notFound } from '#wire/failure.ts';
import { INSTITUTION, oneOf, TEMPLATES } from './facts.ts';
import type { MailFacts } from './reservation-mails.ts';

/** What MAIL_FACTS reads. */
export interface MailFactsRow {
  institution: MailFacts['institution'];
  templates: MailTemplate[];
  reservation: Omit<MailFacts, 'institution'> & { status: ReservationStatus; taxRounding: TaxRounding | null };
}

export interface ReadMailFacts {
  status: ReservationStatus;
  mailFacts: MailFacts;
  templates: MailTemplate[];
}

/** What a mail says of the reservation k. */
export const TOLD_COLUMNS = `
  k.reservation_number as number, k.status, k.client_code as "clientCode", k.course_code as "courseCode", k.desired,
  k.mail as recipient, k.family_name || '　' || k.given_name as name, k.visit_date as "visitDate",
  k.start_minute as "startMinute", k.client_name as "clientName", k.course_name as "courseName",
  array(select o.name from reservation_options o
         where o.institution_code = k.institution_code and o.reservation_number = k.reservation_number
         order by o.position) as "optionNames",
  k.total_amount as total, k.tax_display as "taxDisplay", k.tax_rounding as "taxRounding",
  k.tax_rate as "taxRate", k.prices_shown as "pricesShown"`;

/** Columns about the reservation k. */
export const MAIL_FACTS = `${INSTITUTION}, ${TEMPLATES}, ${oneOf(`select ${TOLD_COLUMNS}`)} as reservation`;

const readReservation = query<MailFactsRow>(`
  select ${MAIL_FACTS}
    from reservations k
   where k.institution_code = $1 and k.reservation_number = $2 and k.examinee_id = $3`);

/** Whether it is not there or somebody else's is told alike. */
export async function readMailFacts(
  db: Db,
  { institutionCode, examineeId }: { institutionCode: string; examineeId: number },
  number: number,
): Promise<ReadMailFacts> {
  const [row] = await readReservation(db, institutionCode, number, examineeId);
  if (!row) throw notFound();
  return mailFactsFrom(row);
}

export function mailFactsFrom({ institution: now, templates, reservation }: MailFactsRow): ReadMailFacts {
  const { status, taxRounding, ...told } = reservation;
  const institution = { ...now, taxRounding: taxRounding ?? now.taxRounding };
  return { status, templates, mailFacts: { ...told, institution } };
}
