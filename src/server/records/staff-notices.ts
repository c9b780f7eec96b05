// What a member of the staff is informed of the own account: what others, or whoever has got hold of it, have done to it.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Tables } from '#db/tables.ts';
import type { Administrator } from '#server/service.ts';
import type { Account } from './staff-accounts.ts';

interface NewNotice {
  at: Date;
  /** A device's are written by the log-in itself (`access/staff-sessions.ts`). */
  kind: Exclude<Tables['staff_notices']['kind'], 'device'>;
  note: string;
  byName?: string;
  address?: string;
}

const insert = query(`
  insert into staff_notices (institution_code, user_id, at, kind, note, by_name, address)
  values ($1, $2, $3, $4, $5, $6, $7)`);

export async function notifyStaff(db: Db, { institutionCode, userId }: Account, notice: NewNotice): Promise<void> {
  const { at, kind, note, byName = '', address = '' } = notice;
  await insert(db, institutionCode, userId, at, kind, note, byName, address);
}

export interface StaffNotice {
  noticeId: string;
  at: Date;
  kind: Tables['staff_notices']['kind'];
  note: string;
  byName: string;
  address: string;
  acknowledgedAt: Date | null;
}

const SELECT = `
  select notice_id as "noticeId", at, kind, note, by_name as "byName", address, acknowledged_at as "acknowledgedAt"
    from staff_notices where institution_code = $1 and user_id = $2`;

const SHOWN = 20;
const readNewest = query<StaffNotice>(`${SELECT} order by at desc, notice_id limit ${SHOWN}`);
/** What happened in this very log-in, or after it, waits for the next one: nobody is to hide what they do themselves. */
const UNSEEN = 'acknowledged_at is null and at < $3';
const readUnseen = query<StaffNotice>(`${SELECT} and ${UNSEEN} order by at, notice_id limit ${SHOWN}`);

export const readNotices = (db: Db, { institutionCode, userId }: Administrator) =>
  readNewest(db, institutionCode, userId);

export const readUnseenNotices = (db: Db, { institutionCode, userId, openedAt }: Administrator) =>
  readUnseen(db, institutionCode, userId, new Date(openedAt));

const acknowledge = query(`
  update staff_notices set acknowledged_at = $4
   where institution_code = $1 and user_id = $2 and ${UNSEEN} and notice_id = any ($5::uuid[])`);

export async function markAcknowledged(db: Db, who: Administrator, noticeIds: readonly string[]): Promise<void> {
  const { institutionCode, userId, openedAt, now } = who;
  await acknowledge(db, institutionCode, userId, new Date(openedAt), now, noticeIds);
}

/** Of the account `a`, for whoever is logged in since $3. */
export const COUNT_UNSEEN = `
  (select count(*)::int from staff_notices n
    where n.institution_code = a.institution_code and n.user_id = a.user_id and n.${UNSEEN})`;
