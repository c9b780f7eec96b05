// Reads notices: the list of them, one with all that has become of it (or only that it is as somebody has it), and those that went to the
// same people a moment ago.
import { jsonRows } from '#booking/policy/course-data.ts';
import { ofReservation } from '#booking/records/of-reservation.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatMinute, formatTime } from '#domain/calendar/clock.ts';
import { MAIL_STATE_WORDS, mailStateOf, type StoredMailState } from '#domain/mail/mail-states.ts';
import { isLive, isReplaced } from '#domain/reservation/reservation-status.ts';
import { NOTICE_GIVE_UP_MS } from '#server/mail/outbox-sender.ts';
import type { Administrator } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';
import {
  type CallState,
  type Draft,
  MOST_NOTICES,
  type NoticeDetail,
  type NoticeRow,
  type Telephoned,
} from './contract.ts';

/** That the visit stands where it stood when the notice was sent. */
const IS_UNCHANGED = `is_live(r.status) and r.visit_date = m.visit_date and r.slot_code = m.slot_code`;

/** A mail that still waits though others were given up by now: the mail server is away. Of the notice n. */
const IS_LATE = `(m.mail_state in ('waiting', 'retrying') and n.is_late)`;

/**
 * Whoever is telephoned, or was: without an address, with one that takes no mails, with a mail that is late, or was withdrawn though
 * the visit stands (cancelled and set back), or noted once all the same.
 */
const IS_CALL = `(m.channel = 'phone' or m.also_call or m.mail_state = 'failed' or m.called_at is not null or m.attempt is not null
  or m.memo <> ''
  or ((m.mail_state = 'withdrawn' or ${IS_LATE}) and r.anonymised_at is null and ${IS_UNCHANGED}))`;

/** Known without the reservation, of most: who has got the mail, or will soon, is not called. */
const MAY_BE_CALL = `(m.channel = 'phone' or m.also_call or m.mail_state in ('failed', 'withdrawn') or ${IS_LATE}
  or m.attempt is not null or m.memo <> '')`;

export const CALL_STATE = `case when m.called_at is not null then 'called' else coalesce(m.attempt, 'open') end`;

const COUNTS = `
  count(*) filter (where m.channel = 'mail') as "mailCount",
  count(*) filter (where m.mail_state = 'sent') as "sentCount",
  count(*) filter (where m.called_at is not null or (${MAY_BE_CALL} and exists (
    select from reservations r where ${ofReservation('m')} and ${IS_UNCHANGED} and ${IS_CALL}))) as "phoneCount",
  count(*) filter (where m.called_at is not null) as "calledCount"`;

type Head = Omit<NoticeRow, 'at'>;

const HEAD = `n.notice_id as "noticeId", n.told_title as subject, n.source,
  coalesce((select a.display_name from administrators a
             where a.institution_code = n.institution_code and a.user_id = n.administrator_id), n.administrator_id) as "byName"`;

const COUNTED = `
  cross join lateral (
    select ${COUNTS} from notice_recipients m
     where m.institution_code = n.institution_code and m.notice_id = n.notice_id) c`;

/** $1 institution, $2 the time of the last notice whose mails are late. */
export const NEWEST = `
  select ${HEAD}, n.at, c."mailCount", c."sentCount", c."phoneCount", c."calledCount"
    from (select institution_code, notice_id, at, administrator_id, told_title, source, at <= $2::timestamptz as is_late from notices
           where institution_code = $1 order by at desc, notice_id limit ${MOST_NOTICES}) n ${COUNTED}
   order by n.at desc, n.notice_id`;
const readNewest = query<Head & { at: Date }>(NEWEST);

const lastLate = (now: Date) => new Date(now.getTime() - NOTICE_GIVE_UP_MS);

export async function readNotices(db: Db, { institutionCode, now }: Administrator): Promise<NoticeRow[]> {
  const notices = await readNewest(db, institutionCode, lastLate(now));
  return notices.map((notice) => ({ ...notice, at: formatMinute(notice.at) }));
}

const SHOWN = [
  ...(['number', 'name', 'kana', 'phone', 'visitDate', 'slotCode', 'startMinute', 'courseName', 'status'] as const),
] as const;

/** As JSON has it: instants are texts there. */
interface Recipient
  extends ReservationRow<typeof SHOWN>,
    Pick<Telephoned, 'state' | 'attempts' | 'attemptedBy' | 'calledBy' | 'memo'> {
  channel: 'mail' | 'phone';
  mail: string;
  mailState: StoredMailState | null;
  sentAt: string | null;
  isCall: boolean;
  isLate: boolean;
  stands: boolean;
  alsoCall: boolean;
  attemptedAt: string | null;
  calledAt: string | null;
  version: number;
}

interface Stored extends Head {
  at: string;
  body: string;
  recipients: Recipient[];
}

/** The reservation of the recipient m, each by itself: of a join the database might read all of an institution. */
const RESERVATION_OF = `cross join lateral (select * from reservations r where ${ofReservation('m')} offset 0) r`;

const RECIPIENTS = `
  select ${selectReservation(SHOWN)}, m.channel, coalesce(o.recipient, r.mail) as mail, m.mail_state as "mailState",
         m.sent_at as "sentAt", ${IS_CALL} as "isCall", ${IS_LATE} as "isLate", (${IS_UNCHANGED}) as stands, m.called_at as "calledAt",
         coalesce(a.display_name, m.called_by) as "calledBy", m.memo, m.version, m.also_call as "alsoCall", ${CALL_STATE} as state,
         m.attempts, m.attempted_at as "attemptedAt", coalesce(t.display_name, m.attempted_by) as "attemptedBy"
    from notice_recipients m
    ${RESERVATION_OF}
    left join outbox_mails o on o.institution_code = m.institution_code and o.mail_id = m.mail_id
    left join administrators a on a.institution_code = m.institution_code and a.user_id = m.called_by
    left join administrators t on t.institution_code = m.institution_code and t.user_id = m.attempted_by
   where m.institution_code = $1 and m.notice_id = $2::uuid
   order by r.visit_date, r.start_minute nulls first, r.folded_kana collate "C", r.reservation_number`;

/**
 * $1 institution, $2 the notice, $3 the version that somebody has: as long as that holds, nothing else is read. In it is everything
 * that moves what is shown: the marks, what becomes of the mails, and the reservations themselves. $4 as $2 of the newest.
 */
export const DETAIL = `
  with n as materialized (
    select institution_code, notice_id, at, administrator_id, told_title, source, body, at <= $4::timestamptz as is_late
      from notices where institution_code = $1 and notice_id = $2::uuid),
  head as materialized (
    select left(md5(string_agg(
             concat_ws(':', m.reservation_number, m.version, m.mail_state, ${IS_LATE}, r.version), ',' order by m.reservation_number)), 20)
             as version
      from n cross join notice_recipients m ${RESERVATION_OF}
     where m.institution_code = $1 and m.notice_id = $2::uuid)
  select head.version,
         case when head.version = $3::text then null else (
           select row_to_json(d) from (
             select ${HEAD}, n.at, n.body, c."mailCount", c."sentCount", c."phoneCount", c."calledCount",
                    ${jsonRows(RECIPIENTS)} as recipients
               from n ${COUNTED}) d) end as notice
    from head where head.version is not null`;
const read = query<{ version: string; notice: Stored | null }>(DETAIL);

/** Null where nothing has moved since that version. */
export async function readNotice(
  db: Db,
  { institutionCode, now }: Administrator,
  noticeId: string,
  version: string | null,
): Promise<NoticeDetail | null> {
  const [found] = await read(db, institutionCode, noticeId, version, lastLate(now));
  if (!found) throw notFound();
  return found.notice && toNoticeDetail(found.notice, found.version);
}

const momentOf = (at: string | null) => (at === null ? '' : formatMinute(new Date(at)));

function toNoticeDetail({ recipients, ...notice }: Stored, version: string): NoticeDetail {
  return {
    ...notice,
    at: momentOf(notice.at),
    mails: recipients.flatMap((one) => (one.mailState ? [toMailRow(one, one.mailState)] : [])),
    calls: recipients
      .filter(({ isCall }) => isCall)
      .sort((one, other) => callOrder(one) - callOrder(other) || lastAttempt(one).localeCompare(lastAttempt(other)))
      .map(toTelephoned),
    version,
  };
}

const visitOf = (one: Recipient) => ({ ...one, startTime: formatTime(one.startMinute) });

function toMailRow(one: Recipient, stored: StoredMailState): NoticeDetail['mails'][number] {
  const outcome = mailStateOf(stored, one);
  return { ...visitOf(one), outcome, state: MAIL_STATE_WORDS[outcome], sentAt: momentOf(one.sentAt) };
}

/** Who waits for a call, is still to be called, was not there, need not be called any more, was. */
const ORDER: readonly CallState[] = ['callback', 'open', 'absent', 'called'];
const callOrder = ({ state, stands }: Recipient) => (stands || state === 'called' ? ORDER.indexOf(state) : 2.5);

/** Those who were not there by the oldest attempt; JSON's instants are in one form. */
const lastAttempt = ({ state, attemptedAt }: Recipient) => (state === 'absent' ? (attemptedAt ?? '') : '');

function reasonOf({ channel, mailState, isLate, alsoCall }: Recipient): string {
  if (channel === 'phone') return 'メールなし';
  if (mailState === 'failed') return 'メール不達';
  if (mailState === 'withdrawn') return 'メール見合わせ';
  if (isLate) return 'メール未送信';
  return alsoCall ? 'メールと電話' : 'メールあり';
}

function toTelephoned(one: Recipient): Telephoned {
  const { calledAt, status } = one;
  const isCancelled = !isLive(status) && !isReplaced(status);
  return {
    ...visitOf(one),
    reason: reasonOf(one),
    attemptedAt: momentOf(one.attemptedAt),
    isCalled: calledAt !== null,
    calledAt: momentOf(calledAt),
    calledBy: calledAt === null ? '' : one.calledBy,
    isNeedless: !one.stands,
    needlessReason: one.stands ? '' : isCancelled ? '取消済' : '変更済',
    version: String(one.version),
  };
}

/** $1 institution, $2 reservations, $3 since when, $4 the request that is none of them. */
const selectRecent = query<Omit<Draft['recent'][number], 'at'> & { at: Date }>(`
  select n.notice_id as "noticeId", n.told_title as subject, n.at, count(*) as count,
         coalesce(max(a.display_name), n.administrator_id) as "byName"
    from notices n
    join notice_recipients m on m.institution_code = n.institution_code and m.notice_id = n.notice_id
    left join administrators a on a.institution_code = n.institution_code and a.user_id = n.administrator_id
   where n.institution_code = $1 and n.at > $3::timestamptz and n.request_id <> $4 and m.reservation_number = any($2::integer[])
   group by n.institution_code, n.notice_id
   order by n.at desc, n.notice_id`);

const DAY_MS = 24 * 60 * 60_000;

/** Two clerks who hear of the same broken machine write to the same visits. */
export async function readRecent(
  db: Db,
  { institutionCode, now }: Administrator,
  numbers: readonly number[],
  requestId = '',
): Promise<Draft['recent']> {
  const notices = await selectRecent(db, institutionCode, numbers, new Date(now.getTime() - DAY_MS), requestId);
  return notices.map((notice) => ({ ...notice, at: formatMinute(notice.at) }));
}
