// Notices to the people of many reservations: drafted, sent, listed, and whom of them somebody has telephoned.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { ANONYMISED } from '#domain/reservation/reservation-status.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { Failure, notFound, refused } from '#wire/failure.ts';
import {
  aboutCall,
  type CallState,
  listNotices,
  markCalled,
  type NoticeDetail,
  openNotice,
  openNoticeDraft,
  sendNotice,
} from './contract.ts';
import { CALL_STATE, readNotice, readNotices } from './server-detail.ts';
import { openDraft } from './server-draft.ts';
import { send } from './server-send.ts';

type Mark = Input<typeof markCalled>;

/** First the reservation, as whoever forgets it does. */
const lockReservation = query<{ isAnonymous: boolean }>(`
  select anonymised_at is not null as "isAnonymous" from reservations
   where institution_code = $1 and reservation_number = $2 for share`);

const lockRecipient = query<{ subject: string; state: CallState; memo: string; version: number }>(`
  select subject, ${CALL_STATE} as state, memo, version
    from notice_recipients m
   where institution_code = $1 and notice_id = $2::uuid and reservation_number = $3
     for update`);

/** $4 what is so now, $8 whether that is news: who called, and when, stays as it is where only the memo is written. */
const write = query(`
  update notice_recipients
     set called_at = case when $4 = 'called' then coalesce(called_at, $5::timestamptz) end,
         called_by = case when $4 <> 'called' then '' when called_at is null then $6 else called_by end,
         attempt = case when $4 in ('absent', 'callback') then $4 end,
         attempts = case when $4 = 'open' then 0 else attempts + ($8::boolean and $4 = 'absent')::integer end,
         attempted_at = case when $8 and $4 in ('absent', 'callback') then $5 else attempted_at end,
         attempted_by = case when $8 and $4 in ('absent', 'callback') then $6 else attempted_by end,
         memo = $7, version = version + 1
   where institution_code = $1 and notice_id = $2::uuid and reservation_number = $3`);

const addHistory = query(`
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  values ($1, $2, $3, 'administrator', $4, 'noticed', $5::jsonb)`);

const CHANGED_MEANWHILE = 'ほかの職員が更新しています。最新の状態を確認してください。';

async function readAll(db: Db, who: Administrator, noticeId: string): Promise<NoticeDetail> {
  const notice = await readNotice(db, who, noticeId, null);
  if (!notice) throw new Error('without a version there is always something to read');
  return notice;
}

async function refuseStale(db: Db, who: Administrator, { noticeId, number }: Mark): Promise<Failure> {
  const { calls } = await readAll(db, who, noticeId);
  const row = calls.find((one) => one.number === number);
  return new Failure('Stale', [CHANGED_MEANWHILE], row ? aboutCall.encode({ row }) : {});
}

async function mark(db: Db, who: Administrator, sent: Mark): Promise<NoticeDetail> {
  const { noticeId, number, memo, version } = sent;
  const { institutionCode, now, userId } = who;
  const [reservation] = await lockReservation(db, institutionCode, number);
  const [recipient] = reservation ? await lockRecipient(db, institutionCode, noticeId, number) : [];
  if (!reservation || !recipient) throw notFound();
  if (reservation.isAnonymous) throw refused(ANONYMISED);
  if (String(recipient.version) !== version) throw await refuseStale(db, who, sent);
  const state = sent.state ?? (sent.isCalled ? 'called' : recipient.state === 'called' ? 'open' : recipient.state);
  const isChanged = recipient.state !== state || sent.state === 'absent';
  const notice = state === 'open' ? (recipient.state === 'called' ? 'uncalled' : 'cleared') : state;
  who.trace.details = { note: `一斉連絡：${isChanged ? NOTES[notice] : 'メモ'}` };
  if (isChanged || recipient.memo !== memo) {
    await write(db, institutionCode, noticeId, number, state, now, userId, memo, isChanged);
  }
  // Who ticks first and writes then is about the same call; what the history has is never overwritten.
  const isNoted = isChanged || (state === 'called' && memo !== '' && recipient.memo !== memo);
  if (isNoted) {
    const { subject } = recipient;
    const details = { ...noticeDetails(notice), subject, ...(state === 'called' && { memo }) };
    await addHistory(db, institutionCode, number, now, userId, JSON.stringify(details));
  }
  return readAll(db, who, noticeId);
}

/** Servers of 1.0.0 know two of them, and read those for the others. */
const noticeDetails = (call: keyof typeof NOTES) => {
  if (call === 'called' || call === 'uncalled') return { notice: call };
  return { notice: call === 'cleared' ? 'uncalled' : 'called', call };
};

const NOTES = {
  called: '電話連絡済',
  uncalled: '電話連絡済を取り消し',
  absent: '電話（不在）',
  callback: '電話（折り返し待ち）',
  cleared: '電話の記録を取り消し',
} as const;

export const noticeHandlers: Handler[] = [
  handle(openNoticeDraft, openDraft),

  handle(sendNotice, send),

  handle(listNotices, async (db, who) => ({ notices: await readNotices(db, who) })),

  handle(openNotice, async (db, who, { noticeId, version }) => {
    const notice = await readNotice(db, who, noticeId, version);
    if (notice) who.trace.details = { note: '一斉連絡', count: notice.mails.length + notice.calls.length };
    else who.trace.isUnlogged = true;
    return { isSame: notice === null, notice };
  }),

  handle(markCalled, mark),
];
