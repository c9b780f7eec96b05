// Shows a reservation to staff, changes it, and answers where it could be moved.
import type { ShownNote } from '#backoffice/shared/contract-note.ts';
import { describeEntry, type HistoryEntry } from '#backoffice/shared/reservation-history.ts';
import { NOTE_OF_RESERVATION } from '#backoffice/shared/server-note.ts';
import { findMoves, readMovable } from '#booking/availability/staff-months.ts';
import { jsonRow, jsonRows, type SlotData } from '#booking/policy/course-data.ts';
import { ofReservation } from '#booking/records/of-reservation.ts';
import { namesIn, type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import {
  COURSE_VIEW_COLUMNS,
  RESERVATION_VIEW_COLUMNS,
  toCourseView,
  toReservationView,
} from '#booking/records/reservation-view.ts';
import { editReservation } from '#booking/write/edit.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { calendarYears, isInPickerRange } from '#domain/calendar/calendar-range.ts';
import { formatMinute, formatTime, japanTimeOf, localTime, today } from '#domain/calendar/clock.ts';
import { type Month, monthOf } from '#domain/calendar/month.ts';
import { dateParts } from '#domain/calendar/plain-date.ts';
import { MAIL_KIND_WORDS } from '#domain/mail/mail-kinds.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { formatConsent } from '#domain/reservation/person.ts';
import { ANONYMISED, isReplaced } from '#domain/reservation/reservation-status.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { hyphenate } from '#domain/text/address.ts';
import { type ConsentOrigin, saveMailConsent } from '#server/mail/mail-consent.ts';
import { readReservationMails, resendMail } from '#server/mail/reservation-mails.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { invalid, notFound, refused } from '#wire/failure.ts';
import {
  changePickerMonth,
  openPicker,
  openReservation,
  resendReservationMail,
  updateMailConsent,
  updateReservation,
} from './contract.ts';

interface MailConsentRow {
  accepts: boolean;
  /** YYYY/MM/DD HH:mm */
  at: string;
  origin: ConsentOrigin;
  staff: string;
}

/** Of the mail address of the reservation r; null where nobody has said any. */
const MAIL_CONSENT_COLUMN = `${jsonRow(`
           select w.accepts, to_char(w.at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI') as at, w.origin,
                  coalesce(s.display_name, w.user_id) as staff
             from mail_wishes w
             left join administrators s on s.institution_code = w.institution_code and s.user_id = w.user_id
            where w.institution_code = r.institution_code and w.mail = lower(r.mail)`)} as wish`;

const BY: Readonly<Record<Exclude<ConsentOrigin, 'staff'>, string>> = {
  link: '本人（メールのリンク）',
  oneclick: '本人（メールソフトの配信停止）',
  my_page: '本人（マイページ）',
  booking: '予約の申込',
};

/** Without a wish it is what was booked, which nobody has said since. */
function toMailConsent(wish: MailConsentRow | null, booked: boolean): Reply<typeof updateMailConsent> {
  if (!wish) return { mailConsent: booked, mailConsentDate: '', mailConsentBy: '' };
  const { accepts, at, origin, staff } = wish;
  return { mailConsent: accepts, mailConsentDate: at, mailConsentBy: origin === 'staff' ? staff : BY[origin] };
}

interface Found {
  mail: string;
  booked: boolean;
  isAnonymised: boolean;
  wish: MailConsentRow | null;
}

const readConsent = query<Found>(`
  select r.mail, r.accepts_mail as booked, r.anonymised_at is not null as "isAnonymised", ${MAIL_CONSENT_COLUMN}
    from reservations r
   where r.institution_code = $1 and r.reservation_number = $2`);

const NO_MAIL = 'この予約にはメールアドレスがないため、健診のご案内メールの希望を登録できません。';

async function changeMailConsent(db: Db, who: Administrator, number: number, accepts: boolean) {
  const { institutionCode, userId, now } = who;
  const [found] = await readConsent(db, institutionCode, number);
  if (!found) throw notFound();
  if (found.isAnonymised) throw refused(ANONYMISED);
  if (found.mail === '') throw refused(NO_MAIL);
  const before = toMailConsent(found.wish, found.booked).mailConsent;
  await saveMailConsent(db, { institutionCode, mail: found.mail }, { accepts, at: now, origin: 'staff', userId });
  who.trace.details = {
    changes: [{ what: '健診のご案内メール', from: formatConsent(before), to: formatConsent(accepts) }],
  };
  const [after] = await readConsent(db, institutionCode, number);
  return toMailConsent(after?.wish ?? null, found.booked);
}

type Detail = Reply<typeof openReservation>;

const SHOWN = [
  ...namesIn(openReservation.reply.fields),
  ...RESERVATION_VIEW_COLUMNS,
  ...COURSE_VIEW_COLUMNS,
  'receivedAt',
] as const;

interface Row extends ReservationRow<typeof SHOWN> {
  slots: SlotData[];
  history: HistoryEntry[];
  wish: MailConsentRow | null;
  receivedBy: string | null;
  cancelReasons: string;
  shownNote: ShownNote;
}

const MOST_ENTRIES = 200;

const read = query<Row>(`
  select ${selectReservation(SHOWN)},
         ${jsonRows(`
           select t.slot_code as "slotCode", t.start_minute as "startMinute" from time_slots t
            where t.institution_code = r.institution_code and r.slot_code <> '${WHOLE_DAY}'
            order by t.start_minute, t.slot_code`)} as slots,
         ${jsonRows(`
           select to_char(h.at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI') as at, h.actor_kind as "actorKind", h.act, h.details,
                  coalesce(a.display_name, h.actor_id) as "administrator"
             from (select o.at, o.entry_id, o.actor_kind, o.actor_id, o.act, o.details
                     from reservation_history o where ${ofReservation('o')}
                    union all
                   select d.at, 0, 'administrator', d.administrator_id, 'downloaded', '{}'
                     from csv_download_rows o join csv_downloads d using (institution_code, download_id)
                    where ${ofReservation('o')}) h
             left join administrators a on a.institution_code = r.institution_code and a.user_id = h.actor_id
            order by h.at desc, h.entry_id desc limit ${MOST_ENTRIES}`)} as history,
         (select coalesce(a.display_name, m.administrator_id) from reception_marks m
            left join administrators a on a.institution_code = m.institution_code and a.user_id = m.administrator_id
           where ${ofReservation('m')}) as "receivedBy",
         (select i.cancel_reasons from institutions i where i.institution_code = r.institution_code) as "cancelReasons",
         ${NOTE_OF_RESERVATION} as "shownNote", ${MAIL_CONSENT_COLUMN}
    from reservations r
   where r.institution_code = $1 and r.reservation_number = $2`);

async function readDetail(db: Db, who: Administrator, number: number): Promise<Detail> {
  const [[row], mails] = await Promise.all([
    read(db, who.institutionCode, number),
    readReservationMails(db, who.institutionCode, number),
  ]);
  if (!row) throw notFound();
  const { clientCode, slotCode, visitDate } = row;
  const isInsurance = payerOf(clientCode) === 'insurance';
  return {
    ...toReservationView(row),
    ...row.shownNote,
    version: String(row.version),
    receivedTime: formatTime(row.receivedAt && japanTimeOf(row.receivedAt).minute),
    replaces: row.replaces ?? 0,
    replacedBy: row.replacedBy ?? 0,
    insurerNumber: isInsurance ? row.insurerNumber : '',
    categoryName: isInsurance ? row.categoryName : '',
    postalCode: hyphenate(row.postalCode),
    choose: slotCode === WHOLE_DAY ? 'day' : 'time',
    slots: row.slots.map((slot) => ({ slotCode: slot.slotCode, startTime: formatTime(slot.startMinute) })),
    years: [...new Set([...calendarYears(today(who.now)), dateParts(visitDate).year])].sort((a, b) => a - b),
    course: toCourseView(row),
    history: row.history.map(describeEntry),
    ...toMailConsent(row.wish, row.acceptsMail),
    receivedBy: row.receivedBy ?? '',
    cancelReasons: row.cancelReasons,
    mails: mails.map((mail) => ({ ...mail, at: formatMinute(mail.at) })),
  };
}

export const reservationHandlers: Handler[] = [
  handle(openReservation, (db, who, { number }) => readDetail(db, who, number)),

  handle(updateReservation, async (db, who, { sendMail, notice, ...edit }) => ({
    version: await editReservation(db, who, { ...edit, notice: sendMail ? notice : null }),
  })),

  handle(updateMailConsent, (db, who, { number, acceptsMail }) => changeMailConsent(db, who, number, acceptsMail)),

  handle(resendReservationMail, async (db, who, { number, mailId }) => {
    const kind = await resendMail(db, who, number, mailId);
    who.trace.details = { note: `${MAIL_KIND_WORDS[kind]}　再送` };
    return {};
  }),

  handle(openPicker, (db, who, { number }) => showMonth(db, who, number, null)),

  handle(changePickerMonth, (db, who, { number, year, month }) => showMonth(db, who, number, { year, month })),
];

/** Without a month that was asked for: the visit's, where that can be shown. */
async function showMonth(db: Db, who: Administrator, number: number, wanted: Month | null) {
  const { today } = japanTimeOf(who.now);
  const current = monthOf(today);
  if (wanted && !isInPickerRange(current, wanted)) throw invalid('表示できる期間を超えています。');
  const movable = await readMovable(db, who.institutionCode, number);
  if (movable.isAnonymous) throw refused(ANONYMISED);
  if (isReplaced(movable.status)) throw refused('この予約は変更されているため、日時を選び直せません。');
  const visit = monthOf(movable.visitDate);
  const month = wanted ?? (isInPickerRange(current, visit) ? visit : current);
  return {
    choose: movable.slotCode === WHOLE_DAY ? ('day' as const) : ('time' as const),
    now: localTime(who.now),
    ...month,
    ...(await findMoves(db, who.institutionCode, movable, month, today)),
  };
}
