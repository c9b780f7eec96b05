// A reservation that its owner asks about, with all that a mail about it says.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { TaxRounding } from '#domain/price.ts';
import type { ReservationStatus } from '#domain/reservation-status.ts';
import type { MailTemplate } from '#server/mails.ts';
import { notFound } from '#wire/failure.ts';
import { INSTITUTION, oneOf, TEMPLATES } from './facts.ts';
import type { Letter } from './letters.ts';

interface Row {
  institution: Letter['institution'];
  templates: MailTemplate[];
  reservation: Omit<Letter, 'institution'> & { status: ReservationStatus; taxRounding: TaxRounding | null };
}

export interface ToldReservation {
  status: ReservationStatus;
  letter: Letter;
  templates: MailTemplate[];
}

const readReservation = query<Row>(`
  select ${INSTITUTION}, ${TEMPLATES},
         ${oneOf(`
           select k.reservation_number as number, k.status, k.client_code as "clientCode",
                  k.course_code as "courseCode", k.desired, k.mail as recipient,
                  k.family_name || '　' || k.given_name as name, k.visit_date as "visitDate",
                  k.start_minute as "startMinute", k.client_name as "clientName", k.course_name as "courseName",
                  array(select o.name from reservation_options o
                         where o.institution_code = k.institution_code
                           and o.reservation_number = k.reservation_number order by o.position) as "optionNames",
                  k.total_amount as total, k.tax_display as "taxDisplay", k.tax_rounding as "taxRounding",
                  k.prices_shown as "pricesShown"`)} as reservation
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
  const { status, taxRounding, ...told } = row.reservation;
  const institution = { ...row.institution, taxRounding: taxRounding ?? row.institution.taxRounding };
  return { status, templates: row.templates, letter: { ...told, institution } };
}
