// A reservation with all that a mail about it says, for its owner and for staff.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { TaxRounding } from '#domain/price.ts';
import type { ReservationStatus } from '#domain/reservation-status.ts';
import type { MailTemplate } from '#server/mails.ts';
import { notFound } from '#wire/failure.ts';
import { INSTITUTION, oneOf, TEMPLATES } from './facts.ts';
import type { Letter } from './letters.ts';

/** What TOLD reads. */
export interface ToldRow {
  institution: Letter['institution'];
  templates: MailTemplate[];
  reservation: Omit<Letter, 'institution'> & { status: ReservationStatus; taxRounding: TaxRounding | null };
}

export interface ToldReservation {
  status: ReservationStatus;
  letter: Letter;
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
export const TOLD = `${INSTITUTION}, ${TEMPLATES}, ${oneOf(`select ${TOLD_COLUMNS}`)} as reservation`;

const readReservation = query<ToldRow>(`
  select ${TOLD}
    from reservations k
   where k.institution_code = $1 and k.reservation_number = $2 and k.examinee_id = $3`);

/** Whether it is not there or somebody else's is told alike. */
export async function readTold(
  db: Db,
  { institutionCode, examineeId }: { institutionCode: string; examineeId: number },
  number: number,
): Promise<ToldReservation> {
  const [row] = await readReservation(db, institutionCode, number, examineeId);
  if (!row) throw notFound();
  return letterFrom(row);
}

export function letterFrom({ institution: now, templates, reservation }: ToldRow): ToldReservation {
  const { status, taxRounding, ...told } = reservation;
  const institution = { ...now, taxRounding: taxRounding ?? now.taxRounding };
  return { status, templates, letter: { ...told, institution } };
}
