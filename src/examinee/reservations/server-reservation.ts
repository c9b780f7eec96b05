// Reads reservations for their owner, in the words of the contracts: what holds is what was true at the booking.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Reservations } from '#db/tables.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { writeTime } from '#domain/calendar/time-of-day.ts';
import { type AgeBasis, ageDay } from '#domain/offer/age.ts';
import type { Sex } from '#domain/offer/conditions.ts';
import { payable, type TaxDisplay, type TaxRounding } from '#domain/offer/price.ts';
import type { ReservationStatus } from '#domain/reservation/reservation-status.ts';
import type { Examinee } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';

export interface HeadRow {
  number: number;
  status: ReservationStatus;
  desired: boolean;
  visitDate: PlainDate;
  startMinute: number | null;
  courseName: string;
  pricesShown: boolean;
  taxDisplay: TaxDisplay;
  taxRounding: TaxRounding;
  taxRate: number;
  total: number;
  clientCode: string;
  insurerNumber: string;
  sex: Sex;
  birthDate: PlainDate;
  age: number;
  name: string;
  options: { groupCode: string; optionCode: string; conditionCode: string; name: string; amount: number }[];
}

/** Of the reservation r of the institution i. */
export const HEAD = `
  r.reservation_number as number, r.status, r.desired, r.visit_date as "visitDate", r.start_minute as "startMinute",
  r.course_name as "courseName", r.prices_shown as "pricesShown", r.tax_display as "taxDisplay",
  coalesce(r.tax_rounding, i.tax_rounding) as "taxRounding", r.tax_rate as "taxRate", r.total_amount as total, r.client_code as "clientCode",
  r.insurer_number as "insurerNumber", r.sex, r.birth_date as "birthDate", r.age,
  r.family_name || '　' || r.given_name as name,
  (select coalesce(json_agg(json_build_object(
            'groupCode', o.group_code, 'optionCode', o.option_code, 'conditionCode', o.condition_code,
            'name', o.name, 'amount', o.amount) order by o.position), '[]')
     from reservation_options o
    where o.institution_code = r.institution_code and o.reservation_number = r.reservation_number) as options`;

export function headOf({ desired, startMinute, options, ...row }: HeadRow) {
  return {
    ...row,
    method: desired ? ('desired' as const) : ('confirmed' as const),
    startTime: writeTime(startMinute),
    optionNames: options.map(({ name }) => name),
  };
}

export const totalWithTaxOf = (row: HeadRow) => payable(row.total, row);

export interface OwnRow extends HeadRow {
  fiscalYear: number;
  deadlineDays: number;
  clientName: string;
  cardSymbol: string;
  cardNumber: string;
  categoryName: string;
  companyName: string;
  kana: string;
  postalCode: string;
  prefecture: string;
  city: string;
  street: string;
  phone: string;
  employeeNumber: string;
  mail: string;
  acceptsMail: boolean;
  remarks: string;
  ageDate: PlainDate | null;
  ageBasis: AgeBasis | null;
  ageMonth: number | null;
  ageDay: number | null;
  duration: string;
  description: string;
  recommendedFor: string;
  items: { name: string; extent: 'all' | 'part' | 'none' }[];
  courseAmount: Reservations['course_amount'];
}

export const RESERVATION = `
  select ${HEAD}, r.fiscal_year as "fiscalYear", i.change_deadline_days as "deadlineDays",
         r.client_name as "clientName", r.card_symbol as "cardSymbol", r.card_number as "cardNumber",
         r.category_name as "categoryName", r.company_name as "companyName",
         r.family_kana || '　' || r.given_kana as kana, r.postal_code as "postalCode", r.prefecture, r.city, r.street,
         r.phone, r.employee_number as "employeeNumber", r.mail, r.accepts_mail as "acceptsMail", r.remarks,
         r.age_date as "ageDate", c.age_basis as "ageBasis", c.age_month as "ageMonth", c.age_day as "ageDay",
         r.course_duration as duration, r.course_description as description,
         r.course_recommended_for as "recommendedFor", r.course_items as items, r.course_amount as "courseAmount"
    from reservations r
    join institutions i using (institution_code)
    left join clients c using (institution_code, client_code)
   where r.institution_code = $1 and r.reservation_number = $2 and r.examinee_id = $3`;
const readReservation = query<OwnRow>(RESERVATION);

/** Whether it is not there or somebody else's is told alike. */
export async function readOwnReservation(db: Db, who: Examinee, number: number): Promise<OwnRow> {
  const [row] = await readReservation(db, who.institutionCode, number, who.examineeId);
  if (!row) throw notFound();
  return row;
}

export function personOf(row: OwnRow) {
  const { postalCode } = row;
  return {
    clientName: row.clientName,
    cardSymbol: row.cardSymbol,
    cardNumber: row.cardNumber,
    categoryName: row.categoryName,
    companyName: row.companyName,
    kana: row.kana,
    ageDate: ageDateOf(row),
    postalCode: postalCode === '' ? '' : `${postalCode.slice(0, 3)}-${postalCode.slice(3)}`,
    prefecture: row.prefecture,
    city: row.city,
    street: row.street,
    phone: row.phone,
    employeeNumber: row.employeeNumber,
    mail: row.mail,
    acceptsMail: row.acceptsMail,
    remarks: row.remarks,
  };
}

/** The day at which the age was counted; reservations of before its time have what their client says now. */
function ageDateOf({ ageDate, ageBasis, ageMonth, ageDay: day, fiscalYear, visitDate }: OwnRow): PlainDate | null {
  const basis = { basis: ageBasis ?? 'visit_day', month: ageMonth ?? 0, day: day ?? 0 };
  const counted = ageDate ?? ageDay(basis, fiscalYear, visitDate);
  return counted === visitDate ? null : counted;
}
