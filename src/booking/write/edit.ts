// Changes a reservation for staff: status, day, slot and patient number, and the places, mail and history that follow.
import { MAIL_DATA_COLUMNS, type MailData, withNextVersion } from '#booking/mail/mail-data.ts';
import { writeReservationMails } from '#booking/mail/reservation-mails.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import { assertEditable, EDITABLE_COLUMNS } from '#booking/records/reservation-view.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatTime, japanTimeOf } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { MAIL_KIND_WORDS, mailAfterEdit, type TemplateKind } from '#domain/mail/mail-kinds.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { listReasons } from '#domain/reservation/cancel-reasons.ts';
import {
  HAS_COME,
  isLive,
  occupiesPlaces,
  type ReservationStatus,
  STATUS_WORDS,
  type StaffStatus,
} from '#domain/reservation/reservation-status.ts';
import type { LogDetails } from '#domain/staff/acts.ts';
import { byStaff, rowOf, writeAuditOutput } from '#server/access-log/write-log.ts';
import type { OutboxMail } from '#server/mail/mails.ts';
import { stale } from '#server/records/masters.ts';
import type { Administrator } from '#server/service.ts';
import { Failure, invalid, notFound, refused } from '#wire/failure.ts';
import { writeMove } from './write-booking.ts';

export interface ReservationEdit {
  number: number;
  status: StaffStatus;
  visitDate: PlainDate;
  slotCode: string;
  /** Null leaves it as it is. */
  patientNumber: string | null;
  /** One of the institution's words; null leaves it as it is, and what is live has none. */
  cancelReason: string | null;
  /** What the mail to the person says beside its template; null sends none. */
  notice: string | null;
  /** Null compares nothing. */
  version: string | null;
}

const EDITED = [...EDITABLE_COLUMNS, 'version', 'slotCode', 'patientNumber', 'cancelReason', 'reception'] as const;

export interface EditedReservation extends MailData, ReservationRow<typeof EDITED> {
  /** Of the slot that is asked for, now; null where there is none. */
  slotStart: number | null;
  isDayClosed: boolean;
  /** The institution's, a line each. */
  cancelReasons: string;
}

/** $1 institution, $2 reservations, $3 of each the slot and $4 the day that are asked for, or null where that is to stay as it is. */
export const readEditedReservations = query<EditedReservation>(`
  select ${MAIL_DATA_COLUMNS}, ${selectReservation(EDITED)},
         (select t.start_minute from time_slots t
           where t.institution_code = r.institution_code and t.slot_code = coalesce(w.slot, r.slot_code)) as "slotStart",
         exists (select from calendar_days d
                  where d.institution_code = r.institution_code and d.day = coalesce(w.day, r.visit_date)
                    and d.status = 'closed') as "isDayClosed",
         (select i.cancel_reasons from institutions i where i.institution_code = r.institution_code) as "cancelReasons"
    from unnest($2::integer[], $3::text[], $4::date[]) as w(number, slot, day)
    join reservations r on r.institution_code = $1 and r.reservation_number = w.number`);

/** Somebody else may act on it between the look and the write; then it is looked at again. */
const MAX_ATTEMPTS = 5;

/** The reservation's version after it. */
export async function editReservation(db: Db, who: Administrator, edit: ReservationEdit): Promise<string> {
  const look = () => readEditedReservations(db, who.institutionCode, [edit.number], [edit.slotCode], [edit.visitDate]);
  const { version } = await applyEdit(db, who, look, () => edit);
  return version;
}

/** How a reservation stands when it was dealt with. */
interface Outcome {
  status: ReservationStatus;
  version: string;
  isWritten: boolean;
  isMailed: boolean;
}

/** Makes of a reservation what `decide` wants, who is shown it as it was found; null leaves it. Throws what is refused. */
export async function applyEdit(
  db: Db,
  who: Administrator,
  look: () => Promise<readonly EditedReservation[]>,
  decide: (found: EditedReservation) => ReservationEdit | null,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const [facts] = await look();
    if (!facts) throw notFound();
    assertEditable(facts);
    const edit = decide(facts);
    const change = edit && validateEdit(facts, edit, japanTimeOf(who.now).today);
    if (!edit || !change || isUnchanged(facts, edit, change)) {
      return { status: facts.status, version: String(facts.version), isWritten: false, isMailed: false };
    }
    try {
      const isMailed = await write(db, who, edit, facts, change);
      return { status: edit.status, version: String(facts.version + 1), isWritten: true, isMailed };
    } catch (error) {
      const name = error instanceof Failure ? error.name : null;
      if (name === 'Full') throw noPlace(change);
      if (name !== 'NoLongerChangeable') throw error;
      if (attempt === MAX_ATTEMPTS) throw stale();
    }
  }
}

interface Change {
  visitDate: PlainDate;
  slotCode: string;
  startMinute: number | null;
  patientNumber: string;
  cancelReason: string;
  isMoved: boolean;
}

/** What will stand there; throws where it may not. What is not moved is not compared with any calendar. */
function validateEdit(facts: EditedReservation, edit: ReservationEdit, today: PlainDate): Change {
  const { visitDate, startMinute } = facts.reservation;
  if (edit.version !== null && edit.version !== String(facts.version)) throw stale();
  const isSlotKept = edit.slotCode === facts.slotCode;
  const isTimed = facts.slotCode !== WHOLE_DAY;
  if (!isSlotKept && (!isTimed || facts.slotStart === null)) throw invalid('受付時間を選択してください。');
  const isMoved = !isSlotKept || edit.visitDate !== visitDate;
  if (facts.reception === 'arrived' && (isMoved || !isLive(edit.status))) throw refused(HAS_COME);
  const patientNumber = edit.patientNumber ?? facts.patientNumber;
  const cancelReason = isLive(edit.status) ? '' : (edit.cancelReason ?? facts.cancelReason);
  if (cancelReason !== facts.cancelReason) assertReason(cancelReason, facts);
  const kept = { patientNumber, cancelReason, isMoved };
  if (!isMoved) return { ...kept, visitDate, slotCode: facts.slotCode, startMinute };
  assertDay(edit.visitDate, facts.isDayClosed, today);
  const newStart = isTimed ? (facts.slotStart ?? startMinute) : null;
  return { ...kept, visitDate: edit.visitDate, slotCode: edit.slotCode, startMinute: newStart };
}

/** None need be named. */
export function assertReason(reason: string, { cancelReasons }: Pick<EditedReservation, 'cancelReasons'>): void {
  if (reason !== '' && !listReasons(cancelReasons).includes(reason)) throw invalid('取消の理由を選択してください。');
}

/** Throws where nobody is moved to that day. */
export function assertDay(date: PlainDate, isClosed: boolean, today: PlainDate): void {
  if (date < today) throw refused('受診日を今日より前の日に変更することはできません。');
  if (isClosed) throw refused(`${formatOfficeDate(date)}は休診日です。別の日を選択してください。`);
}

export function noPlace({ visitDate, startMinute }: Pick<Change, 'visitDate' | 'startMinute'>): Failure {
  const when = [formatOfficeDate(visitDate), formatTime(startMinute)].filter(Boolean).join(' ');
  return refused(`${when}の予約枠に空きがありません。別の日時を選択してください。`);
}

/** Whom nobody can write to is not notified, and the history does not say so. */
const mailFor = ({ reservation }: EditedReservation, { notice, status }: ReservationEdit, { isMoved }: Change) =>
  notice === null || reservation.mail === '' ? null : mailAfterEdit(status, isMoved);

/** Everything would stand as it does, and nobody is written to. */
const isUnchanged = (facts: EditedReservation, edit: ReservationEdit, change: Change) =>
  edit.status === facts.status &&
  !change.isMoved &&
  change.patientNumber === facts.patientNumber &&
  change.cancelReason === facts.cancelReason &&
  mailFor(facts, edit, change) === null;

/** Whether a mail goes out. */
async function write(db: Db, who: Administrator, edit: ReservationEdit, facts: EditedReservation, change: Change) {
  const { status } = edit;
  const notice = edit.notice ?? '';
  const { visitDate, slotCode, startMinute, patientNumber, cancelReason, isMoved } = change;
  const kind = mailFor(facts, edit, change);
  const { today } = japanTimeOf(who.now);
  const moved = { ...withNextVersion(facts, { visitDate, startMinute, status }), notice, today };
  const log = rowOf({
    ...byStaff(who),
    act: 'change',
    subject: String(edit.number),
    details: describeChange(facts, edit, change, kind),
  });
  await writeMove(db, {
    institution_code: who.institutionCode,
    reservation_number: edit.number,
    expected: { version: facts.version },
    status,
    hold: occupiesPlaces(status, facts.reservation.desired),
    keep_inherited: status === 'new' || status === 'changed',
    visit_date: visitDate,
    slot_code: slotCode,
    start_minute: startMinute,
    patient_number: patientNumber,
    cancel_reason: cancelReason,
    // What the hospital's own system was given is no longer so.
    download_status: isMoved || isLive(facts.status) !== isLive(status) ? 'changed' : null,
    now: who.now.toISOString(),
    actor: { kind: 'administrator', id: who.userId },
    act: 'edited',
    details: describe(facts, edit, change, kind),
    log,
    mails: kind ? writeReservationMails([kind], moved, who.service.config.publicUrl).map(withNotice(notice)) : [],
  });
  writeAuditOutput([log]);
  return kind !== null;
}

/** What staff have typed reaches the person, also where the template has no place for it. */
const withNotice = (notice: string) => (mail: OutboxMail) =>
  mail.body.includes(notice) ? mail : { ...mail, body: `${mail.body}\n\n【連絡事項】\n${notice}\n` };

/** For the access log, which outlives the person's data: that patient number and reason were changed, not what they are. */
function describeChange(
  facts: EditedReservation,
  { status }: ReservationEdit,
  change: Change,
  mail: TemplateKind | null,
): LogDetails {
  const { visitDate, startMinute } = facts.reservation;
  const changes = [
    { what: '予約状況', from: STATUS_WORDS[facts.status], to: STATUS_WORDS[status] },
    { what: '受診日', from: formatOfficeDate(visitDate), to: formatOfficeDate(change.visitDate) },
    { what: '受付時間', from: formatTime(startMinute), to: formatTime(change.startMinute) },
  ].filter(({ from, to }) => from !== to);
  const notes = [
    facts.patientNumber !== change.patientNumber && '患者番号の変更',
    facts.cancelReason !== change.cancelReason && '取消の理由の変更',
    mail && `通知メール（${MAIL_KIND_WORDS[mail]}）`,
  ].filter((note) => note !== false && note !== null);
  const note = notes.join('・');
  return { ...(note && { note }), changes };
}

/** For the history: what was changed, with what it was before. */
function describe(facts: EditedReservation, { status }: ReservationEdit, change: Change, mail: TemplateKind | null) {
  const { reservation } = facts;
  const turn = <T>(from: T, to: T) => (from === to ? undefined : { from, to });
  return {
    status: turn<ReservationStatus>(facts.status, status),
    visit_date: turn(reservation.visitDate, change.visitDate),
    slot_code: turn(facts.slotCode, change.slotCode),
    start_minute: turn(reservation.startMinute, change.startMinute),
    patient_number: turn(facts.patientNumber, change.patientNumber),
    cancel_reason: turn(facts.cancelReason, change.cancelReason),
    mail: mail ?? undefined,
  };
}
