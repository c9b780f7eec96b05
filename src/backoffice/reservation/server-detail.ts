// Reads a reservation with everything that was true when it was made, its history and its mails.
import { INSTITUTION, oneOf, rowsOf } from '#booking/facts.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { calendarYears } from '#domain/calendar/calendar-years.ts';
import { localTime, today } from '#domain/calendar/clock.ts';
import { writeTime } from '#domain/calendar/time-of-day.ts';
import { payable, type TaxRounding } from '#domain/offer/price.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { readMailsOf } from '#server/mail/mails-of.ts';
import type { Administrator } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { notFound } from '#wire/failure.ts';
import type { openReservation } from './contract.ts';
import { type HistoryEntry, tellEntry } from './history.ts';

type Detail = Reply<typeof openReservation>;

/** What stands in the row as the answer has it, and what has to be looked at first. */
interface Row {
  reservation: Omit<
    Detail,
    | 'version'
    | 'years'
    | 'slots'
    | 'choose'
    | 'method'
    | 'startTime'
    | 'totalWithTax'
    | 'course'
    | 'options'
    | 'history'
    | 'mails'
  >;
  version: number;
  desired: boolean;
  startMinute: number | null;
  /** As of the booking; those of before this was kept go by the institution's. */
  taxRounding: TaxRounding | null;
  taxRate: number;
  course: Omit<Detail['course'], 'items'>;
  items: { name: string; extent: 'all' | 'part' | 'none' }[];
  options: Detail['options'];
  slots: { slotCode: string; startMinute: number }[];
  history: HistoryEntry[];
  institution: { taxRounding: TaxRounding };
}

/** More would be read by nobody. */
const MOST_ENTRIES = 200;

const OF_RESERVATION = '(o.institution_code, o.reservation_number) = (k.institution_code, k.reservation_number)';

const read = query<Row>(`
  select k.version, k.desired, k.start_minute as "startMinute", k.tax_rounding as "taxRounding",
         k.tax_rate as "taxRate",
         k.course_items as items, ${INSTITUTION},
         ${oneOf(`
           select k.reservation_number as number, k.status, coalesce(k.replaces, 0) as replaces,
                  coalesce((select r.reservation_number from reservations r
                             where r.institution_code = k.institution_code and r.replaces = k.reservation_number), 0)
                    as "replacedBy",
                  k.visit_date as "visitDate", k.slot_code as "slotCode", k.patient_number as "patientNumber",
                  k.prices_shown as "pricesShown", k.tax_display as "taxDisplay", k.total_amount as total,
                  k.client_code as "clientCode", k.client_name as "clientName", k.insurer_number as "insurerNumber",
                  k.card_symbol as "cardSymbol", k.card_number as "cardNumber", k.category_name as "categoryName",
                  k.company_name as "companyName", k.family_name || '　' || k.given_name as name,
                  k.family_kana || '　' || k.given_kana as kana, k.birth_date as "birthDate", k.age, k.sex,
                  regexp_replace(k.postal_code, '^(.{3})(.+)$', '\\1-\\2') as "postalCode", k.prefecture, k.city, k.street,
                  k.phone, k.employee_number as "employeeNumber", k.mail, k.accepts_mail as "acceptsMail", k.remarks`)}
           as reservation,
         ${oneOf(`
           select k.course_name as name, k.course_duration as duration, k.course_description as description,
                  k.course_recommended_for as "recommendedFor", k.course_amount as amount`)} as course,
         ${rowsOf(`select o.name, o.amount from reservation_options o where ${OF_RESERVATION} order by o.position`)} as options,
         ${rowsOf(`
           select t.slot_code as "slotCode", t.start_minute as "startMinute" from time_slots t
            where t.institution_code = k.institution_code and k.slot_code <> '${WHOLE_DAY}'
            order by t.start_minute, t.slot_code`)} as slots,
         ${rowsOf(`
           select to_char(h.at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI') as at, h.actor_kind as "actorKind", h.act, h.details,
                  coalesce(a.display_name, h.actor_id) as "administrator"
             from (select o.at, o.entry_id, o.actor_kind, o.actor_id, o.act, o.details
                     from reservation_history o where ${OF_RESERVATION}
                    union all
                   select d.at, 0, 'administrator', d.administrator_id, 'downloaded', '{}'
                     from csv_download_rows o join csv_downloads d using (institution_code, download_id)
                    where ${OF_RESERVATION}) h
             left join administrators a on a.institution_code = k.institution_code and a.user_id = h.actor_id
            order by h.at desc, h.entry_id desc limit ${MOST_ENTRIES}`)} as history
    from reservations k
   where k.institution_code = $1 and k.reservation_number = $2`);

export async function readDetail(db: Db, who: Administrator, number: number): Promise<Detail> {
  const [[row], mails] = await Promise.all([
    read(db, who.institutionCode, number),
    readMailsOf(db, who.institutionCode, number),
  ]);
  if (!row) throw notFound();
  const { reservation, desired, startMinute, institution, items } = row;
  const isInsurance = payerOf(reservation.clientCode) === 'insurance';
  return {
    ...reservation,
    insurerNumber: isInsurance ? reservation.insurerNumber : '',
    categoryName: isInsurance ? reservation.categoryName : '',
    version: String(row.version),
    method: desired ? 'desired' : 'confirmed',
    choose: reservation.slotCode === WHOLE_DAY ? 'day' : 'time',
    slots: row.slots.map((slot) => ({ slotCode: slot.slotCode, startTime: writeTime(slot.startMinute) })),
    years: yearsOf(who, Number(reservation.visitDate?.slice(0, 4))),
    startTime: writeTime(startMinute),
    totalWithTax: payable(reservation.total, {
      taxDisplay: reservation.taxDisplay,
      taxRounding: row.taxRounding ?? institution.taxRounding,
      taxRate: row.taxRate,
    }),
    course: {
      ...row.course,
      items: items.flatMap(({ name, extent }) => (extent === 'none' ? [] : [{ name, extent }])),
    },
    options: row.options,
    history: row.history.map(tellEntry),
    mails: mails.map((mail) => ({ ...mail, at: writeMoment(mail.at) })),
  };
}

function writeMoment(at: Date): string {
  const { year, month, day, hour, minute } = localTime(at);
  return `${year}/${month}/${day} ${hour}:${minute}`;
}

/** Those of every calendar, and the visit's own. */
function yearsOf({ now }: Administrator, visitYear: number): number[] {
  return [...new Set([...calendarYears(today(now)), visitYear])].sort((a, b) => a - b);
}
