// What a mail about a reservation is written from, and reading that.
import { type InstitutionData, institutionColumn, jsonRow, templatesColumn } from '#booking/policy/course-data.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { SenderPlaces } from '#domain/mail/invitation-notice.ts';
import type { MailTemplate } from '#server/mail/mails.ts';
import type { VerifyLink } from '#server/mail/verify-links.ts';
import { notFound } from '#wire/failure.ts';

const MAILED = [
  'number',
  'clientCode',
  'courseCode',
  'desired',
  'status',
  'firstNumber',
  'sequence',
  'mail',
  'name',
  'visitDate',
  'startMinute',
  'clientName',
  'courseName',
  'courseDuration',
  'options',
  'total',
  'taxDisplay',
  'taxRate',
  'taxRounding',
  'pricesShown',
] as const;

export type MailedReservation = ReservationRow<typeof MAILED>;

export interface MailData {
  institution: Pick<
    InstitutionData,
    'routeParam' | 'name' | 'phone' | 'phoneHours' | 'changeDeadlineDays' | keyof SenderPlaces
  >;
  templates: readonly MailTemplate[];
  reservation: MailedReservation;
  password?: string;
  passwordEnd?: Date | null;
  notice?: string;
  /** By which whoever gets it shows that the account's address is theirs. */
  verifyLink?: VerifyLink | null;
  /** Of an invitation: where further ones are refused. */
  unsubscribeUrl?: string;
  /** The day on which it is written: a deadline that is over is not mentioned. */
  today?: PlainDate;
}

/** As it will be once what the mail announces is written. */
export const withNextVersion = <F extends MailData>(facts: F, changes: Partial<MailedReservation> = {}): F => ({
  ...facts,
  reservation: { ...facts.reservation, sequence: facts.reservation.sequence + 1, ...changes },
});

export const MAILED_COLUMNS = selectReservation(MAILED);

export const MAIL_DATA_COLUMNS = `${institutionColumn('r')}, ${templatesColumn('r')}, ${jsonRow(`select ${MAILED_COLUMNS}`)} as reservation`;

type Found = MailData & ReservationRow<['status', 'reception']>;

const readReservation = query<Found>(`
  select ${MAIL_DATA_COLUMNS}, ${selectReservation(['status', 'reception'])}
    from reservations r
   where r.institution_code = $1 and r.reservation_number = $2 and r.examinee_id = $3`);

/** Whether it is not there or somebody else's is reported alike. */
export async function readMailData(
  db: Db,
  { institutionCode, examineeId }: { institutionCode: string; examineeId: number },
  number: number,
): Promise<Found> {
  const [found] = await readReservation(db, institutionCode, number, examineeId);
  if (!found) throw notFound();
  return found;
}
