// Sends a notice: all of it or nothing, in six statements whatever their number, and once however often the same request comes.
import { hash, randomUUID } from 'node:crypto';
import {
  commonSubject,
  NOTICE_SENDER,
  NOTICED_COLUMNS,
  type Noticed,
  type NoticeSender,
  noticeValues,
  writeNoticeMail,
} from '#booking/mail/notices.ts';
import { jsonRow } from '#booking/policy/course-data.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { renderLine } from '#domain/mail/render-template.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { byStaff, writeLog } from '#server/access-log/write-log.ts';
import { oneLine } from '#server/mail/mails.ts';
import type { Administrator } from '#server/service.ts';
import type { Input, Reply } from '#wire/call.ts';
import { Failure, notFound, refused } from '#wire/failure.ts';
import { shortMoment } from './calls.ts';
import { CHANGED_SINCE, type Draft, MOST_RECIPIENTS, NOBODY_LEFT, type sendNotice, TOO_MANY } from './contract.ts';
import { readRecent } from './server-detail.ts';

type Sent = Input<typeof sendNotice>;
type Answer = Reply<typeof sendNotice>;

const REUSED = '同じ受付IDで別の内容が送信されました。一斉連絡の一覧で送信の状況を確認してください。';

interface Answered {
  hash: string;
  noticeId: string;
  mailCount: number;
  phoneCount: number;
  skipped: number[];
}

/** Of the institution of the row k; $2 the request. */
const ANSWERED = `${jsonRow(`
  select encode(n.content_hash, 'hex') as hash, n.notice_id as "noticeId", n.skipped,
         count(*) filter (where m.channel = 'mail') as "mailCount", count(*) filter (where m.channel = 'phone' or m.also_call) as "phoneCount"
    from notices n
    join notice_recipients m on m.institution_code = n.institution_code and m.notice_id = n.notice_id
   where n.institution_code = k.institution_code and n.request_id = $2
   group by n.institution_code, n.notice_id`)} as answered`;

interface Head extends NoticeSender {
  answered: Answered | null;
}

/** One at a time in an institution: of two who write to the same people at once, the second finds the first below. */
const readHead = query<Head>(`
  select ${NOTICE_SENDER}, ${ANSWERED}
    from pg_advisory_xact_lock(hashtextextended('notices/' || $1, 0)), (values ($1::text)) as k (institution_code)`);

/** Whoever cancels or moves one of them does so before this, or waits for the end of it. In the order of bookings, by number. */
const lockRecipients = query<Noticed>(`
  select ${NOTICED_COLUMNS} from reservations r
   where r.institution_code = $1 and r.reservation_number = any($2::integer[])
   order by r.reservation_number
     for share of r`);

/** Of two presses at once, the second waits here for the first, and finds its notice. */
const putNotice = query<{ noticeId: string }>(`
  insert into notices (institution_code, notice_id, request_id, content_hash, at, administrator_id, title, told_title, body, source,
                       skipped)
  values ($1, $2, $3, decode($4, 'hex'), $5, $6, $7, $8, $9, $10, $11::integer[])
  on conflict (institution_code, request_id) do nothing
  returning notice_id as "noticeId"`);

/** $3 the people, $4 the mails. What was called off and what is phoned about is noted in the history when it happens. */
const putRecipients = query(`
  with people as (
    select p.reservation_number, p.visit_date, p.slot_code, p.mail_id, p.subject, p.also_call
      from jsonb_to_recordset($3::jsonb) as p (
      reservation_number integer, visit_date date, slot_code text, mail_id uuid, subject text, also_call boolean)),
  noted as (
    insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
    select $1, p.reservation_number, $5::timestamptz, 'administrator', $6, 'noticed',
           jsonb_build_object('notice', 'mailed', 'subject', p.subject)
      from people p where p.mail_id is not null order by p.reservation_number),
  listed as (
    insert into notice_recipients (institution_code, notice_id, reservation_number, channel, visit_date, slot_code, subject,
                                   mail_id, mail_state, also_call)
    select $1, $2::uuid, p.reservation_number, case when p.mail_id is null then 'phone' else 'mail' end, p.visit_date,
           p.slot_code, p.subject, p.mail_id, case when p.mail_id is not null then 'waiting' end, p.also_call
      from people p)
  select write_mails($1, $4::jsonb, $5::timestamptz)`);

function answerOf({ noticeId, mailCount, phoneCount, skipped }: Omit<Answered, 'hash'>): Answer {
  const left = skipped.map((number) => ({ number, sentence: CHANGED_SINCE }));
  return { noticeId, mailCount, phoneCount, skipped: left };
}

function keyOf({ userId }: Administrator, { requestId, isRepeat: _, seen, ...content }: Sent) {
  // As 1.0.0 writes it where nobody is called too: what one server has done, the other knows.
  const people = seen.map(({ isCalledToo, ...one }) => (isCalledToo ? { ...one, isCalledToo } : one));
  return {
    requestId: requestId ?? randomUUID(),
    contentHash: hash('sha256', JSON.stringify([userId, { seen: people, ...content }]), 'hex'),
  };
}

type Key = ReturnType<typeof keyOf>;

/** With what the same request got before, if it did; the same id with another content is refused. */
async function look(db: Db, { institutionCode }: Administrator, key: Key) {
  const [head] = await readHead(db, institutionCode, key.requestId);
  if (!head?.institution) throw notFound();
  const { answered, ...sender } = head;
  if (answered && answered.hash !== key.contentHash) throw refused(REUSED);
  return { sender, answer: answered && answerOf(answered) };
}

export async function send(db: Db, who: Administrator, sent: Sent): Promise<Answer> {
  if (sent.seen.length > MOST_RECIPIENTS) throw new Failure('NoData', [TOO_MANY]);
  const key = keyOf(who, sent);
  const before = await look(db, who, key);
  if (before.answer) return before.answer;
  const versions = new Map(sent.seen.map(({ number, version }) => [number, version]));
  const rows = await lockRecipients(db, who.institutionCode, [...versions.keys()]);
  if (rows.length < versions.size) throw notFound();
  const isAsSeen = (row: Noticed) =>
    isLive(row.status) && !row.isAnonymous && String(row.version) === versions.get(row.number);
  const fit = rows.filter(isAsSeen);
  const skipped = rows.filter((row) => !isAsSeen(row)).map(({ number }) => number);
  if (!sent.isRepeat) {
    const numbers = fit.map(({ number }) => number);
    const recent = await readRecent(db, who, numbers, key.requestId);
    const sentences = recent.map((notice) => describeRecent(who.now, notice));
    if (sentences.length > 0) throw new Failure('Repeated', sentences);
  }
  const answer = fit.length > 0 ? await write(db, who, { sent, key, sender: before.sender, fit, skipped }) : null;
  // Somebody may have sent the same a moment ago, and it has come through.
  const found = answer ?? (await look(db, who, key)).answer;
  if (!found) throw refused(NOBODY_LEFT);
  return found;
}

const describeRecent = (now: Date, { at, byName, count }: Draft['recent'][number]) =>
  `24時間以内に同じ方へ一斉連絡を送っています（${shortMoment(at, today(now))} ${byName}、${count}人）。`;

interface Written {
  sent: Sent;
  key: Key;
  sender: NoticeSender;
  fit: readonly Noticed[];
  skipped: readonly number[];
}

/** Null where the same request was faster. */
async function write(db: Db, who: Administrator, { sent, key, sender, fit, skipped }: Written): Promise<Answer | null> {
  const { institutionCode, now, userId } = who;
  const noticeId = randomUUID();
  const { people, mails } = address(who, { noticeId, ...sent }, fit, sender);
  const note = oneLine(
    commonSubject(
      sent.subject,
      people.map(({ values }) => values),
    ),
  );
  const head = [now, userId, sent.subject, note, sent.body, sent.source];
  const put = await putNotice(db, institutionCode, noticeId, key.requestId, key.contentHash, ...head, skipped);
  if (put.length === 0) return null;
  const listed = people.map(({ values: _, ...person }) => person);
  await putRecipients(db, institutionCode, noticeId, JSON.stringify(listed), JSON.stringify(mails), now, userId);
  const count = people.length;
  const phoneCount = people.filter((one) => one.mail_id === null || one.also_call).length;
  await writeLog(db, { ...byStaff(who), act: 'mail', details: { note: '一斉連絡', count } });
  return answerOf({ noticeId, mailCount: mails.length, phoneCount, skipped: [...skipped] });
}

/** In the database's words; whoever has no address is telephoned. */
function address(
  who: Administrator,
  notice: { noticeId: string; subject: string; body: string; seen: Sent['seen'] },
  fit: readonly Noticed[],
  sender: NoticeSender,
) {
  const calledToo = new Set(notice.seen.flatMap(({ number, isCalledToo }) => (isCalledToo ? [number] : [])));
  const { publicUrl } = who.service.config;
  const around = { ...sender, publicUrl, now: who.now };
  const people = fit.map((row) => {
    const values = noticeValues(row, around);
    const mail = row.mail === '' ? null : writeNoticeMail(notice, { ...row, values }, around);
    return {
      mail,
      person: {
        reservation_number: row.number,
        visit_date: row.visitDate,
        slot_code: row.slotCode,
        mail_id: mail?.mail_id ?? null,
        also_call: mail !== null && calledToo.has(row.number),
        subject: mail?.subject ?? oneLine(renderLine(notice.subject, values)),
        values,
      },
    };
  });
  return { people: people.map(({ person }) => person), mails: people.flatMap(({ mail }) => mail ?? []) };
}
