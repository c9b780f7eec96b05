// What is forgotten of each table when its time is over: a step at a time, along an index, each within one transaction.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { KeyRing } from '#server/access/key-ring.ts';
import { writeLog } from '#server/access-log/write-log.ts';
import { forgetUnusedConsents } from '#server/mail/mail-consent.ts';
import { anonymise, daysBefore, FILE_DAYS, forgottenBefore, type Policy, yearsBefore } from './policies.ts';

export interface Step {
  policy: Policy;
  now: Date;
  secret: KeyRing;
  batch: number;
  /** Where the one before has stopped; null at the beginning of a walk. */
  place: Place | null;
}

/** Behind this row the next step begins; what stands in it is the table's own. */
export type Place = Readonly<Record<string, string | number>>;

export interface StepResult {
  count: number;
  place: Place | null;
  /** There is nothing left in front of it. */
  isEnd: boolean;
}

export interface RetentionTable {
  name: string;
  /** What is over comes in the order of the walk: the next one begins where the last has ended. */
  goesOn?: boolean;
  /** Not yet, where there is something to wait for. */
  isDue?(policy: Policy, now: Date): boolean;
  step(db: Db, step: Step): Promise<StepResult>;
}

/** Nobody asks any more whether such a mail went out, or in which of several files a reservation was. */
const RETENTION_DAYS = 400;

export const NEXT_VISITS = `
  select visit_date as "visitDate", reservation_number as number, anonymised_at is null as "isKnown"
    from reservations
   where institution_code = $1 and (visit_date, reservation_number) > ($2::date, $3::integer) and visit_date < $4::date
   order by visit_date, reservation_number limit $5`;
const nextVisits = query<{ visitDate: PlainDate; number: number; isKnown: boolean }>(NEXT_VISITS);

/** Whoever was there before people were forgotten is notified first. */
const isNoticePeriodOver = ({ anonymiseFrom }: Policy, now: Date) =>
  anonymiseFrom === null || anonymiseFrom <= today(now);

const reservations: RetentionTable = {
  name: 'reservations',
  goesOn: true,
  isDue: isNoticePeriodOver,
  async step(db, { policy, now, batch, place }) {
    const { institutionCode } = policy;
    const { visitDate = '0001-01-01', number = 0 } = place ?? {};
    const visits = await nextVisits(db, institutionCode, visitDate, number, forgottenBefore(policy, now), batch);
    const numbers = visits.filter(({ isKnown }) => isKnown).map((visit) => visit.number);
    const count = numbers.length > 0 ? await anonymise(db, institutionCode, numbers, now) : 0;
    if (count > 0) {
      const about = { subject: String(Math.max(...numbers)), details: { count } };
      await writeLog(db, { institutionCode, at: now, actor: { kind: 'service' }, act: 'anonymise', ...about });
    }
    const last = visits.at(-1);
    return {
      count,
      place: last ? { visitDate: last.visitDate, number: last.number } : place,
      isEnd: visits.length < batch,
    };
  },
};

const forgetExaminees = query<{ last: number | null; walked: number; removed: number }>(`
  select last, walked, removed from forget_examinees($1, $2, $3, $4, $5)`);

const examinees: RetentionTable = {
  name: 'examinees',
  isDue: isNoticePeriodOver,
  async step(db, { policy, now, batch, place }) {
    const before = yearsBefore(now, policy.reserveYears);
    const [done] = await forgetExaminees(db, policy.institutionCode, place?.id ?? 0, before, now, batch);
    const { last = null, walked = 0, removed = 0 } = done ?? {};
    return { count: removed, place: last === null ? place : { id: last }, isEnd: walked < batch };
  },
};

/**
 * $1 institution, $2 and $3 the place, $4 until when, $5 how many. What still waits is to be sent as it is. Those that were walked
 * over are looked up one by one (array): joined, the whole table might be read.
 */
export const EMPTY_MAILS = `
  with walked as (
    select mail_id, created_at from outbox_mails
     where institution_code = $1 and (created_at, mail_id) > ($2::timestamptz, $3::uuid) and created_at < $4
     order by created_at, mail_id limit $5),
  emptied as (
    update outbox_mails m set body = '', subject = '', recipient = '', calendar_event = 'null'
     where m.institution_code = $1 and m.mail_id = any (array(select mail_id from walked)) and m.state <> 'waiting'
       and coalesce(m.sent_at, m.created_at) < $4 and (m.body, m.subject, m.recipient) is distinct from ('', '', '')
    returning m.mail_id)
  select (select count(*) from emptied) as count, count(*) over () as walked, created_at::text as at, mail_id as id
    from walked order by created_at desc, mail_id desc limit 1`;
const emptyMails = query<Walked & { at: string; id: string }>(EMPTY_MAILS);

interface Counted {
  count: number;
}

interface Walked extends Counted {
  walked: number;
}

/** Of a statement that says of the last row that it has walked over what the next one goes by. */
function stepOf<W extends Walked>({ batch, place }: Step, [done]: W[], placeOf: (done: W) => Place): StepResult {
  if (!done) return { count: 0, place, isEnd: true };
  return { count: done.count, place: placeOf(done), isEnd: done.walked < batch };
}

const mailTexts: RetentionTable = {
  name: 'outbox_mails',
  async step(db, step) {
    const { policy, now, batch, place } = step;
    const { at = '-infinity', id = '00000000-0000-0000-0000-000000000000' } = place ?? {};
    const until = daysBefore(now, policy.mailDays);
    const done = await emptyMails(db, policy.institutionCode, at, id, until, batch);
    return stepOf(step, done, (last) => ({ at: last.at, id: last.id }));
  },
};

/**
 * $1 institution, $2 until when, $3 how many: the texts of notices go with those of their mails. What was sent to how many, and under
 * which subject, is still known.
 */
export const EMPTY_NOTICES = `
  with emptied as (
    update notices set body = ''
     where institution_code = $1 and notice_id = any (array(
       select notice_id from notices where institution_code = $1 and at < $2 and body <> '' order by at limit $3))
    returning notice_id)
  select count(*) as count from emptied`;

/** For tables whose oldest rows just go: as long as whole batches do, there are more. */
const dropping = (
  name: string,
  drop: (db: Db, ...values: unknown[]) => Promise<Counted[]>,
  before: (policy: Policy, now: Date) => Date,
): RetentionTable => ({
  name,
  async step(db, { policy, now, batch, place }) {
    const [done] = await drop(db, policy.institutionCode, before(policy, now), batch);
    const count = done?.count ?? 0;
    return { count, place, isEnd: count < batch };
  },
});

/** $1 institution, $2 before when, $3 how many. */
export const DROP_MAILS = `
  with dropped as (
    delete from outbox_mails
     where institution_code = $1 and mail_id = any (array(
       select mail_id from outbox_mails
        where institution_code = $1 and created_at < $2 and state <> 'waiting' order by created_at limit $3))
    returning mail_id)
  select count(*) as count from dropped`;

const dropDownloads = query<Counted>(`
  with dropped as (
    delete from csv_downloads
     where institution_code = $1 and download_id in (
       select download_id from csv_downloads where institution_code = $1 and at < $2 order by download_id limit $3)
    returning download_id)
  select count(*) as count from dropped`);

/** What a file held is known from its rows too; in its order only as long as somebody may want it once more. */
const emptyFiles = query<Counted>(`
  with emptied as (
    update csv_downloads set numbers = '{}'
     where institution_code = $1 and download_id = any (array(
       select download_id from csv_downloads where institution_code = $1 and at < $2 and numbers <> '{}' order by download_id limit $3))
    returning download_id)
  select count(*) as count from emptied`);

const pruneLog = query<Counted>('select prune_access_log($1, $2, $3) as count');

/** Of several files that a reservation was in, the newest answers all that is asked. $4: the newest file that is old. */
export const DROP_FILE_ROWS = `
  with walked as (
    select reservation_number, download_id from csv_download_rows
     where institution_code = $1 and (reservation_number, download_id) > ($2::integer, $3::bigint)
     order by reservation_number, download_id limit $5),
  dropped as (
    delete from csv_download_rows d using walked w
     where d.institution_code = $1 and d.reservation_number = w.reservation_number and d.download_id = w.download_id
       and d.download_id <= $4
       and exists (select from csv_download_rows n
                    where n.institution_code = $1 and n.reservation_number = d.reservation_number
                      and n.download_id > d.download_id)
    returning d.download_id)
  select (select count(*) from dropped) as count, count(*) over () as walked, reservation_number as number, download_id as id
    from walked order by reservation_number desc, download_id desc limit 1`;
const dropFileRows = query<Walked & { number: number; id: number }>(DROP_FILE_ROWS);

/** Files are numbered as they are made; those of which nothing is known any more are older than all others. */
const newestOldFile = query<{ id: string }>(`
  select coalesce(min(download_id) - 1, 9223372036854775807)::text as id
    from csv_downloads where institution_code = $1 and at >= $2`);

const fileRows: RetentionTable = {
  name: 'csv_download_rows',
  async step(db, step) {
    const { policy, now, batch, place } = step;
    const { institutionCode } = policy;
    const upTo =
      place?.upTo ?? (await newestOldFile(db, institutionCode, daysBefore(now, RETENTION_DAYS)))[0]?.id ?? '0';
    const { number = 0, id = 0 } = place ?? {};
    const done = await dropFileRows(db, institutionCode, number, id, upTo, batch);
    return stepOf(step, done, (last) => ({ number: last.number, id: last.id, upTo }));
  },
};

const endSetUpCodes = query<Counted>(`
  with ended as (
    update administrators set setup_hash = null, setup_expires_at = null
     where institution_code = $1 and setup_expires_at < $2
    returning user_id)
  select count(*) as count from ended where $3::integer > 0`);

/** When the last reservation and the account of an address are gone. */
const wishes: RetentionTable = {
  name: 'mail_wishes',
  async step(db, { policy, secret, batch, place }) {
    const count = await forgetUnusedConsents(db, secret, policy.institutionCode, batch);
    return { count, place, isEnd: count < batch };
  },
};

/** $1 institution, $2 the place, $3 how many: notes of whom no reservation stands any more. */
export const DROP_NOTES = `
  with walked as (
    select note_id, patient_number, folded_kana, birth_date from person_notes
     where institution_code = $1 and note_id > $2::bigint order by note_id limit $3),
  dropped as (
    delete from person_notes n using walked w
     where n.institution_code = $1 and n.note_id = w.note_id
       and not exists (select from reservations r where r.institution_code = $1 and r.patient_number = w.patient_number
                          and r.patient_number <> '' and not is_replaced(r.status))
       and not exists (select from reservations r where r.institution_code = $1 and w.patient_number = '' and not is_replaced(r.status)
                          and is_same_person(r.folded_kana, r.birth_date, w.folded_kana, w.birth_date))
    returning n.note_id)
  select (select count(*) from dropped) as count, count(*) over () as walked, note_id as id
    from walked order by note_id desc limit 1`;
const dropNotes = query<Walked & { id: number }>(DROP_NOTES);

/** A note ends with the last visit of its person. */
const notes: RetentionTable = {
  name: 'person_notes',
  async step(db, step) {
    const done = await dropNotes(db, step.policy.institutionCode, step.place?.id ?? 0, step.batch);
    return stepOf(step, done, ({ id }) => ({ id }));
  },
};

export const TABLES: readonly RetentionTable[] = [
  reservations,
  examinees,
  notes,
  wishes,
  mailTexts,
  dropping('outbox_mails/rows', query<Counted>(DROP_MAILS), (_, now) => daysBefore(now, RETENTION_DAYS)),
  dropping('notices', query<Counted>(EMPTY_NOTICES), ({ mailDays }, now) => daysBefore(now, mailDays)),
  dropping('csv_downloads/numbers', emptyFiles, (_, now) => daysBefore(now, FILE_DAYS)),
  fileRows,
  dropping('csv_downloads', dropDownloads, ({ logYears }, now) => yearsBefore(now, logYears)),
  dropping('administrators', endSetUpCodes, (_, now) => now),
  dropping('access_log', pruneLog, ({ logYears }, now) => yearsBefore(now, logYears)),
];
